/** The statement of a month as it is printed. */
import type { Language } from '../i18n/translate'
import { isLedgerKind, LEDGER_KINDS } from '../ledger/entry-kinds'
import type { MonthStatement } from './month'
import type { Reader } from './print-invoice'
import type { PrintedDocument } from './printed'

/** Below zero where an import brought calls that this balance has never paid. */
function unlistedText(credits: number) {
  return credits > 0 ? 'wallet.unlisted' : 'wallet.unpaid'
}

interface Issuer {
  readonly seller: readonly string[]
  readonly buyer: readonly string[]
  readonly language: Language
}

export function printedMonth(
  statement: MonthStatement,
  { text, format, credits }: Reader,
  { seller, buyer, language }: Issuer,
): PrintedDocument {
  const { month, time_zone: zone, booked, models, opening, closing, unlisted } = statement
  const kindText = (kind: string) => (isLedgerKind(kind) ? LEDGER_KINDS[kind][language] : kind)
  return {
    title: text('invoice.month_title'),
    at: statement.to,
    facts: [
      [text('invoice.month'), month],
      [text('invoice.time_zone'), zone],
      [text('invoice.account'), statement.name],
    ],
    parties: [
      { title: text('invoice.seller'), lines: seller },
      { title: text('invoice.buyer'), lines: buyer },
    ].filter(({ lines }) => lines.length > 0),
    columns: [
      { title: text('invoice.description'), share: 5, isNumber: false },
      { title: text('invoice.count'), share: 2, isNumber: true },
      { title: text('invoice.tokens'), share: 2, isNumber: true },
      { title: text('invoice.amount'), share: 2, isNumber: true },
    ],
    rows: [
      [text('invoice.opening'), '', '', credits(opening)],
      ...booked.map(({ kind, count, credits: moved }) => [
        kindText(kind),
        format.number(count),
        '',
        credits(moved),
      ]),
      ...models.map(({ model, calls, tokens, credits: taken }) => [
        model,
        format.number(calls),
        format.number(tokens),
        credits(taken),
      ]),
    ],
    sums: [{ label: text('invoice.closing'), value: credits(closing) }],
    notes:
      unlisted === 0 ? [] : [text(unlistedText(unlisted), { amount: credits(Math.abs(unlisted)) })],
  }
}
