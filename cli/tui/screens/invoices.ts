/** Everybody's invoices, for those who answer for the money. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { amountText, percentText } from '../../../server/domain/invoices/amount-text'
import { DOCUMENT_KINDS, isDocumentKind, KIND_TEXTS } from '../../../server/domain/invoices/kinds'
import { invoiceResource } from '../../../server/domain/resources/invoices'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { wholeFilter } from './form-values'
import { ownerAction } from './owner-action'

type Invoice = DataOf<'invoice.list'>['items'][number]

/** What the columns leave out. */
function invoiceFacts(invoice: Invoice, { text }: Tools): readonly string[] {
  const { refers_to, net_cents, tax_cents, tax_rate, tax_name: name, currency } = invoice
  const tax = text('invoice.tax', { name, percent: percentText(tax_rate) })
  return [
    ...(refers_to === '' ? [] : [`${text('invoice.refers_to')}: ${refers_to}`]),
    ...(tax_rate === 0 ? [] : [`${text('invoice.net')}: ${amountText(net_cents, currency)}`]),
    ...(tax_rate === 0 ? [] : [`${tax}: ${amountText(tax_cents, currency)}`]),
    ...(invoice.buyer_tax_id === ''
      ? []
      : [text('invoice.tax_id_of', { id: invoice.buyer_tax_id })]),
  ]
}

export const invoiceScreen = resourceScreen<Invoice>({
  id: 'invoice',
  hotkey: 'ctrl+n',
  title: 'nav.all_invoices',
  columns: invoiceResource.columns,
  titleOf: (column) => `field.invoice.${column as keyof typeof invoiceResource.columns}`,
  nameOf: ({ number }) => number,
  filters: async ({ text }) => [
    {
      name: 'kind',
      label: text('field.invoice.kind'),
      kind: 'choice',
      choices: [
        { value: '', title: text('ui.all') },
        ...DOCUMENT_KINDS.map((kind) => ({ value: kind, title: text(KIND_TEXTS[kind]) })),
      ],
    },
    { name: 'user_id', label: text('field.invoice.user_id'), kind: 'text' },
  ],
  list: async ({ api, text }, { page, size, filters }) => {
    const { kind = '' } = filters
    const { data } = await api.call('invoice.list', {
      query: {
        p: page,
        page_size: size,
        ...(isDocumentKind(kind) && { kind }),
        user_id: wholeFilter(filters.user_id, text('field.invoice.user_id'), text),
      },
    })
    return { rows: data.items, total: data.total }
  },
  cell: (column, { kind, total_cents, currency }, { text }) => {
    if (column === 'kind') return { text: text(KIND_TEXTS[kind]), tone: 'none' }
    if (column !== 'total_cents') return undefined
    return { text: amountText(total_cents, currency), tone: 'none' }
  },
  facts: invoiceFacts,
  rowActions: [ownerAction(({ user_id }) => String(user_id))],
})
