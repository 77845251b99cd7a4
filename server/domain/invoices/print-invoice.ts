/** An invoice as it is printed. */
import type { TextKey } from '../i18n/translate'
import type { Formats } from '../text/formats'
import { amountText, percentText } from './amount-text'
import type { Invoice } from './invoice'
import { KIND_TEXTS } from './kinds'
import type { InvoiceLine } from './parties'
import type { PrintedDocument } from './printed'

export type Say = (key: TextKey, params?: Readonly<Record<string, string | number>>) => string

export interface Reader {
  readonly text: Say
  readonly format: Formats
  /** Every digit of credits, so that columns add up. */
  readonly credits: (credits: number) => string
}

/** `url` is the address at which it can be checked; "" for none. */
export function printedInvoice(
  invoice: Invoice,
  { text, format, credits }: Reader,
  url: string,
): PrintedDocument {
  const { currency, refers_to, tax_cents, tax_name: name, tax_rate } = invoice
  const money = (cents: number) => amountText(cents, currency)
  return {
    title: text(KIND_TEXTS[invoice.kind]),
    at: invoice.issued_at,
    facts: [
      [text('invoice.number'), invoice.number],
      ...(refers_to === '' ? [] : [[text('invoice.refers_to'), refers_to] as const]),
      [text('invoice.day'), invoice.day],
      [text('invoice.order'), invoice.trade_no],
    ],
    parties: [
      { title: text('invoice.seller'), lines: partyLines(invoice.seller, text) },
      { title: text('invoice.buyer'), lines: partyLines(invoice.buyer, text) },
    ],
    columns: [
      { title: text('invoice.description'), share: 5, isNumber: false },
      { title: text('invoice.quantity'), share: 1, isNumber: true },
      { title: text('invoice.unit_price'), share: 2, isNumber: true },
      { title: text('invoice.amount'), share: 2, isNumber: true },
    ],
    rows: invoice.lines.map((line) => [
      lineText(line, { text, credits }),
      format.number(line.quantity),
      money(line.unit_cents),
      money(line.amount_cents),
    ]),
    sums: [
      ...(tax_rate === 0
        ? []
        : [
            { label: text('invoice.net'), value: money(invoice.net_cents) },
            {
              label: text('invoice.tax', { name, percent: percentText(tax_rate) }),
              value: money(tax_cents),
            },
          ]),
      { label: text('invoice.total'), value: money(invoice.total_cents) },
    ],
    notes: invoice.seller.note.split('\n').filter((line) => line.trim() !== ''),
    ...(url !== '' && { proof: { text: text('invoice.proof_hint'), url } }),
  }
}

/** What was bought, or what is taken back of it. */
export function lineText(
  { kind, name, credits }: InvoiceLine,
  { text, credits: amountOf }: Pick<Reader, 'text' | 'credits'>,
): string {
  const amount = amountOf(credits)
  return kind === 'plan' ? text('invoice.line_plan', { name }) : text('invoice.line', { amount })
}

interface NamedParty {
  readonly name: string
  readonly address: string
  readonly tax_id: string
  readonly email?: string
}

function partyLines(party: NamedParty, text: Say): readonly string[] {
  const { name, address, tax_id: id, email = '' } = party
  const taxId = id === '' ? '' : text('invoice.tax_id_of', { id })
  return [name, ...address.split('\n'), taxId, email].filter((line) => line.trim() !== '')
}
