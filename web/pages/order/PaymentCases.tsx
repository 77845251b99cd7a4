/** Payments that a person has to look at, and the button that says they were. */
import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { isPaymentCaseReason } from '../../../server/domain/payments/services'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { Drawer } from '../../components/overlay/Drawer'
import { useAction } from '../../components/page/use-action'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/text/TextLink'
import './cases.css'

type PaymentCase = DataOf<'payment.cases'>['items'][number]

interface PaymentCasesProps {
  readonly cases: readonly PaymentCase[]
  /** On the page of the order itself. */
  readonly isOfOrder?: boolean
}

export default function PaymentCases({ cases, isOfOrder = false }: PaymentCasesProps) {
  const { text } = useText()
  const [closing, setClosing] = useState<PaymentCase | undefined>(undefined)
  if (cases.length === 0) return null
  return (
    <Panel title={text('order.cases')}>
      <ul className="payment-cases">
        {cases.map((each) => (
          <CaseLine
            key={each.id}
            found={each}
            isOfOrder={isOfOrder}
            onClose={() => setClosing(each)}
          />
        ))}
      </ul>
      {closing && <CloseCase found={closing} onClose={() => setClosing(undefined)} />}
    </Panel>
  )
}

interface CaseLineProps {
  readonly found: PaymentCase
  readonly isOfOrder: boolean
  readonly onClose: () => void
}

function CaseLine({ found, isOfOrder, onClose }: CaseLineProps) {
  const { text } = useText()
  const format = useFormat()
  const { reason, trade_no, payment, money_cents, currency, told, seen, closed_at } = found
  const facts = [
    money_cents > 0 && format.money(money_cents, currency),
    payment,
    told,
    format.time(found.last_at / 1000),
    seen > 1 && text('order.case_seen', { count: seen }),
    closed_at > 0 && text('order.case_closed', { name: found.closed_by }),
    found.note,
  ].filter(Boolean)
  return (
    <li data-closed={closed_at > 0}>
      <div>
        <strong>{reasonText(reason, text)}</strong>
        {!isOfOrder && (
          <span className="mono payment-case-order">
            {trade_no === '' ? (
              text('order.case_no_order')
            ) : (
              <TextLink to={subjectPath('order', trade_no)}>{trade_no}</TextLink>
            )}
          </span>
        )}
        <p className="muted">{facts.join(' · ')}</p>
      </div>
      {closed_at === 0 && (
        <Button size="small" onClick={onClose}>
          {text('order.case_close')}
        </Button>
      )}
    </li>
  )
}

function reasonText(reason: string, text: ReturnType<typeof useText>['text']): string {
  return isPaymentCaseReason(reason) ? text(`order.reason_${reason}`) : reason
}

interface CloseCaseProps {
  readonly found: PaymentCase
  readonly onClose: () => void
}

function CloseCase({ found: { id, reason }, onClose }: CloseCaseProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const [note, setNote] = useState('')
  const close = async (): Promise<void> => {
    const order = () =>
      call('payment.close_case', { params: { id }, body: { note } }).finally(() =>
        refresh('payment'),
      )
    if (await run(order, text('ui.saved'))) onClose()
  }
  return (
    <Drawer
      kind="dialog"
      title={reasonText(reason, text)}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('order.case_close'),
          buttonType: 'primary',
          loading: isBusy,
          onClick: () => void close(),
        },
      ]}
    >
      <Field label={text('order.case_note')}>
        <TextInput
          block
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </Drawer>
  )
}
