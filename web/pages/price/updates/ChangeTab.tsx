import { HistoryIcon } from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import type { PriceChangeJson } from '../../../../server/domain/endpoints/price-source'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Blank } from '../../../components/page/Blank'
import { useAction } from '../../../components/page/use-action'
import { refreshUpdates } from './refresh-updates'

const MOST = 50

/** The newest changes of prices, each of which can be undone. */
export function ChangeTab() {
  const { text } = useText()
  const { data } = useEndpoint('price_change.list', { query: { page_size: MOST } })
  if (data === undefined) return null
  if (data.items.length === 0) {
    return <Blank icon={HistoryIcon} title={text('price_update.none_changes')} />
  }
  return (
    <ul className="price-cards">
      {data.items.map((change) => (
        <li key={change.id}>
          <ChangeCard change={change} />
        </li>
      ))}
    </ul>
  )
}

function ChangeCard({ change }: { readonly change: PriceChangeJson }) {
  const { text } = useText()
  const format = useFormat()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, state, source, actor, models, begins_at: at, failure } = change
  const rollBack = async (): Promise<void> => {
    const isAgreed = await confirm({
      title: text('price_update.rollback_title'),
      message: text('price_update.rollback_text'),
      agree: text('price_update.rollback'),
    })
    if (!isAgreed) return
    const send = () =>
      call('price_change.roll_back', { params: { id }, body: {} }).finally(refreshUpdates)
    await run(send, text('price_update.rolled_back'))
  }
  const cancel = () =>
    run(
      () => call('price_change.cancel', { params: { id } }).finally(refreshUpdates),
      text('price_update.cancelled'),
    )
  const time =
    state === 'scheduled' ? text('price_update.begins', { time: format.time(at) }) : format.time(at)
  return (
    <>
      <span>
        <strong>{source || text('price_update.typed')}</strong>{' '}
        <Label>{text(`price_update.state_${state}`)}</Label>
      </span>
      <span className="price-aside">
        {time} · {text('price_update.models', { count: models })} ·{' '}
        {text('price_update.by', { actor })}
      </span>
      {failure !== '' && (
        <span className="price-aside" data-warns={true}>
          {failure}
        </span>
      )}
      {(state === 'applied' || state === 'scheduled') && (
        <div className="price-buttons">
          {state === 'applied' ? (
            <Button size="small" loading={isBusy} onClick={() => void rollBack()}>
              {text('price_update.rollback')}
            </Button>
          ) : (
            <Button size="small" loading={isBusy} onClick={() => void cancel()}>
              {text('price_update.cancel')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
