/** What invoices, credit notes and monthly statements say, against orders and balances. */
import type { ResultOf } from './acts'
import type { YearGateway } from './gateway'
import { allPages, type Order } from './pages'

type Invoice = ResultOf<'invoices'>['items'][number]

/** An order's documents come to what its buyer has paid and kept; no number is missing. */
export async function invoiceProblems(
  gateway: YearGateway,
  orders: readonly Order[],
): Promise<string[]> {
  const invoices = await allPages((page) => gateway.ask('invoices', { page }))
  const byOrder = Map.groupBy(invoices, ({ trade_no }) => trade_no)
  const problems = orders.flatMap((order) => {
    const documents = byOrder.get(order.trade_no) ?? []
    const total = documents.reduce((sum, { total_cents }) => sum + total_cents, 0)
    const due = order.status === 'success' ? order.money_cents - order.refunded_cents : 0
    const first = documents.filter(({ kind }) => kind === 'invoice').length
    const wanted = order.status === 'success' ? 1 : 0
    if (total === due && first === wanted) return []
    return [`${order.trade_no}: ${first} invoices, in all ${total} of ${due}`]
  })
  const wrong = invoices.filter((each) => each.net_cents + each.tax_cents !== each.total_cents)
  return [...problems, ...wrong.map(({ number }) => `${number} does not add up`), ...gaps(invoices)]
}

function gaps(invoices: readonly Invoice[]): string[] {
  const serials = Map.groupBy(invoices, ({ number }) => number.replace(/\d+$/, ''))
  return [...serials].flatMap(([range, documents]) => {
    const numbers = new Set(documents.map(({ number }) => Number(/\d+$/.exec(number)?.[0])))
    const isWhole = numbers.size === documents.length && Math.max(...numbers) === numbers.size
    return isWhole ? [] : [`${range}: ${numbers.size} numbers of ${documents.length} documents`]
  })
}

interface Months {
  readonly userId: number
  readonly balance: number
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
}

/** Each month begins where the one before ended, and its lines make the difference. */
export async function monthProblems(
  gateway: YearGateway,
  { userId, balance, from, to }: Months,
): Promise<string[]> {
  const problems: string[] = []
  let last = 0
  for (const month of monthsBetween(from, to)) {
    const { opening, closing, booked, models, unlisted } = await gateway.ask('month', {
      ...{ userId, month },
    })
    const lines = [...booked, ...models].reduce((sum, { credits }) => sum + credits, 0)
    if (opening !== last) problems.push(`user ${userId}: ${month} begins with ${opening}: ${last}`)
    if (opening + lines !== closing || unlisted !== 0) {
      problems.push(`user ${userId}: ${month} has ${opening} + ${lines} = ${closing}, ${unlisted}`)
    }
    last = closing
  }
  if (last !== balance) problems.push(`user ${userId}: months end with ${last} of ${balance}`)
  return problems
}

function monthsBetween(from: number, to: number): string[] {
  const months: string[] = []
  const at = new Date(from)
  at.setUTCDate(1)
  for (; at.getTime() <= to; at.setUTCMonth(at.getUTCMonth() + 1)) {
    months.push(at.toISOString().slice(0, '2027-10'.length))
  }
  return months
}
