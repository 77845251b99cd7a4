/** What the books say at the end of the year, against what the payment services know. */
import type { ResultOf } from './acts'
import { invoiceProblems, monthProblems } from './check-invoices'
import type { YearGateway } from './gateway'
import { allPages, type Order } from './pages'
import type { Shop } from './shop'

export interface Findings {
  /** What does not fit; empty when all is well. */
  readonly problems: readonly string[]
  readonly orders: number
  readonly paid: number
  readonly refunded: number
  /** Credits that calls took from balances. */
  readonly used: number
}

interface Books {
  readonly gateway: YearGateway
  readonly shop: Shop
  readonly userIds: readonly number[]
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly promoCode: string
}

type Statement = ResultOf<'statement'>

const DAY = 86_400
const STATEMENT_DAYS = 30
const COMPARED_DAYS = 366

export async function findings(books: Books): Promise<Findings> {
  const { gateway } = books
  const orders = await allPages((page) => gateway.ask('orders', { page }))
  const differences = await gateway.ask('verify', undefined)
  const { differences: compared } = await gateway.ask('compare', { days: COMPARED_DAYS })
  const statements = new Map<number, readonly Statement[]>()
  for (const userId of books.userIds) statements.set(userId, await statementsOf(books, userId))
  const problems = [
    ...differences.map((each) => `ledger: ${JSON.stringify(each)}`),
    ...compared.map((each) => `payments: ${JSON.stringify(each)}`),
    ...orderProblems(books.shop, orders),
    ...entryProblems(orders, [...statements.values()].flat()),
    ...(await invoiceProblems(gateway, orders)),
    ...promoProblems(orders, await gateway.ask('promoCode', { code: books.promoCode })),
  ]
  for (const [userId, parts] of statements) {
    const balance = await gateway.ask('balance', { userId })
    problems.push(...statementProblems(userId, parts, balance))
    problems.push(...(await monthProblems(gateway, { ...books, userId, balance })))
  }
  const calls = [...statements.values()].flat().flatMap((part) => part.calls)
  return {
    problems,
    orders: orders.length,
    paid: orders.filter(({ status }) => status === 'success').length,
    refunded: orders.filter(({ refunded_cents }) => refunded_cents > 0).length,
    used: calls.reduce((sum, { quota }) => sum + quota, 0),
  }
}

/** Thirty days by thirty days, from before the first order until after the last call. */
async function statementsOf({ gateway, from, to }: Books, userId: number): Promise<Statement[]> {
  const parts: Statement[] = []
  const end = Math.floor(to / 1000) + DAY
  for (let at = Math.floor(from / 1000) - DAY; at < end; at += STATEMENT_DAYS * DAY) {
    const span = { from: at, to: Math.min(end, at + STATEMENT_DAYS * DAY) }
    parts.push(await gateway.ask('statement', { userId, ...span }))
  }
  return parts
}

/** Paid here is paid there, and what went back there went back here. */
function orderProblems(shop: Shop, orders: readonly Order[]): string[] {
  const there = new Map(shop.orders.map((order) => [order.tradeNo, order]))
  return orders.flatMap(({ trade_no, status, refunded_cents }) => {
    const known = there.get(trade_no)
    const isPaid = known?.isPaid ?? false
    const problems = []
    if (isPaid !== (status === 'success')) problems.push(`${trade_no} is ${status}: ${isPaid}`)
    const back = known === undefined || !isPaid ? 0 : shop.refundedCents(known)
    if (back !== refunded_cents) problems.push(`${trade_no}: ${refunded_cents} of ${back} back`)
    return problems
  })
}

/** What was used of a code are the paid orders with it, and what is held those that wait. */
function promoProblems(orders: readonly Order[], { held, used, code }: ResultOf<'promoCode'>) {
  const withIt = orders.filter(({ promo_code }) => promo_code === code)
  const paid = withIt.filter(({ status }) => status === 'success').length
  const waiting = withIt.filter(({ status }) => status === 'pending').length
  const isRight = used >= paid && held === waiting
  return isRight ? [] : [`${code}: ${used} of ${paid} used, ${held} of ${waiting} held`]
}

/** Each paid order stands in a statement once, and so does what went back of it. */
function entryProblems(orders: readonly Order[], statements: readonly Statement[]): string[] {
  const entries = statements.flatMap((part) => part.entries)
  const sums = new Map<string, number>()
  for (const { kind, reference, user_delta } of entries) {
    const key = `${kind} ${reference}`
    sums.set(key, (sums.get(key) ?? 0) + user_delta)
  }
  const topUps = entries.filter(({ kind }) => kind === 'top_up')
  const problems = orders.flatMap((order) => {
    const { trade_no, status, credits, refunded_credits } = order
    const credited = sums.get(`top_up ${trade_no}`) ?? 0
    const taken = -(sums.get(`refund ${trade_no}`) ?? 0)
    const due = status === 'success' ? credits : 0
    if (credited === due && taken === refunded_credits) return []
    return [`${trade_no}: ${credited} of ${due} credited, ${taken} of ${refunded_credits} taken`]
  })
  const paid = orders.filter(({ status }) => status === 'success').length
  if (topUps.length !== paid) problems.push(`${topUps.length} top-ups for ${paid} paid orders`)
  return problems
}

/** Each begins where the one before ended, its lines make the difference, and the last is today. */
function statementProblems(userId: number, parts: readonly Statement[], balance: number): string[] {
  const problems: string[] = []
  let last = 0
  for (const { opening, closing, entries, calls, unlisted } of parts) {
    const booked = entries.reduce((sum, { user_delta }) => sum + user_delta, 0)
    const called = calls.reduce((sum, { quota, covered }) => sum + quota - covered, 0)
    if (opening !== last) problems.push(`user ${userId}: ${opening} after ${last}`)
    if (opening + booked - called !== closing) {
      problems.push(`user ${userId}: ${opening} + ${booked} - ${called} is not ${closing}`)
    }
    if (unlisted !== 0) problems.push(`user ${userId}: ${unlisted} in no line`)
    last = closing
  }
  if (last !== balance) problems.push(`user ${userId}: ${last} in statements, ${balance} in all`)
  return problems
}
