import { Button } from '@primer/react'
import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { call } from '../../api/client'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { isRecord, readStoredJson, store } from '../../app/storage'
import { useAction } from '../../components/page/use-action'
import { Panel } from '../../components/stats/Stats'

type Verified = DataOf<'finance.verify'>

const STORED_AS = 'ledger-verified'

function isVerified(value: unknown): value is Verified {
  return isRecord(value) && typeof value.at === 'number' && Array.isArray(value.differences)
}

/** Replays the ledger at a press; the last result is remembered by this browser. */
export function VerifyLedger() {
  const { text } = useText()
  const { time, number } = useFormat()
  const { isBusy, run } = useAction()
  const [result, show] = useState(() => readStoredJson(STORED_AS, isVerified))
  const verify = (): void => {
    void run(async () => {
      const { data } = await call('finance.verify')
      store(STORED_AS, JSON.stringify(data))
      show(data)
    })
  }
  const differences = result?.differences ?? []
  return (
    <Panel
      title={text('finance.verify')}
      aside={
        <Button size="small" loading={isBusy} onClick={verify}>
          {text('finance.verify')}
        </Button>
      }
    >
      <p className="panel-nothing" role="status">
        {result === undefined && text('finance.verify_text')}
        {result !== undefined &&
          (differences.length === 0
            ? text('finance.verified', { time: time(result.at) })
            : text('finance.differs', { count: differences.length, time: time(result.at) }))}
      </p>
      {differences.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text('finance.account')}</th>
              <th scope="col">{text('finance.check')}</th>
              <th scope="col" className="table-number">
                {text('finance.in_ledger')}
              </th>
              <th scope="col" className="table-number">
                {text('finance.in_balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ account, check, expected, actual }) => (
              <tr key={`${account} ${check}`}>
                <td>{account}</td>
                <td>{check}</td>
                <td className="table-number" data-label={text('finance.in_ledger')}>
                  <span className="number">{number(expected)}</span>
                </td>
                <td className="table-number" data-label={text('finance.in_balance')}>
                  <span className="number">{number(actual)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
