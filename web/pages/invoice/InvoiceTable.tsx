import { CreditCardIcon } from '@primer/octicons-react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { amountText } from '../../../server/domain/invoices/amount-text'
import { KIND_TEXTS } from '../../../server/domain/invoices/kinds'
import { invoiceResource } from '../../../server/domain/resources/invoices'
import type { Loaded } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { PagedTable } from '../../components/list/PagedTable'
import type { ListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { subjectPath } from '../../components/stats/subject-path'
import { NameLink } from '../../components/table/NameLink'
import { TextLink } from '../../components/text/TextLink'
import { InvoiceActions } from './InvoiceActions'

const PHONE = {
  number: 'lead',
  total_cents: 'side',
  day: 'plain',
  kind: 'plain',
  username: 'plain',
  buyer_name: 'plain',
  trade_no: 'out',
} as const

interface InvoiceTableProps {
  readonly list: Loaded<DataOf<'invoice.list_own'>>
  readonly query: ListQuery<string>
  /** Whether orders are to be opened. */
  readonly isForAdmins: boolean
}

export function InvoiceTable({ list, query, isForAdmins }: InvoiceTableProps) {
  const { text } = useText()
  return (
    <PagedTable
      resource={invoiceResource}
      list={list}
      query={query}
      nameOf={({ number }) => number}
      cells={{
        number: ({ id, number }) => (
          <span className="mono">
            <TextLink to={`/invoice/${id}`}>{number}</TextLink>
          </span>
        ),
        total_cents: ({ total_cents, currency }) => (
          <span className="number">{amountText(total_cents, currency)}</span>
        ),
        kind: ({ kind }) => text(KIND_TEXTS[kind]),
        username: ({ user_id, username }) => (
          <NameLink to={subjectPath('user', user_id)} name={username || `#${user_id}`} />
        ),
        trade_no: ({ trade_no }) => (
          <span className="mono">
            {isForAdmins ? (
              <TextLink to={subjectPath('order', trade_no)}>{trade_no}</TextLink>
            ) : (
              trade_no
            )}
          </span>
        ),
      }}
      phone={PHONE}
      actions={(invoice) => <InvoiceActions invoice={invoice} />}
      empty={
        <Blank
          icon={CreditCardIcon}
          title={text('invoice.empty')}
          message={text('invoice.empty_text')}
        />
      }
    />
  )
}
