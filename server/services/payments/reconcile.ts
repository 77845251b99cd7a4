/** Compares orders with what their payment services say. */
import { listOrders, type OrderRow, updateOrder } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { DAY } from '../../domain/logs/rollups'
import { moneyText } from '../../domain/money/top-up'
import { TOP_UP_STATUS } from '../../domain/status'
import { optionValues } from '../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { openAccount } from './accounts'
import { openCase } from './cases'
import type { PaymentAccount, PaymentState } from './services/service'

/** `paid_there`, `paid_here`, `amount`, `refunded`; `no_answer` where nothing can be said. */
export const DIFFERENCES = ['paid_there', 'paid_here', 'amount', 'refunded', 'no_answer'] as const
type DifferenceKind = (typeof DIFFERENCES)[number]

export interface OrderDifference {
  readonly trade_no: string
  readonly service: string
  readonly user_id: number
  readonly kind: DifferenceKind
  /** As it stands here, e.g. "success 73.00 CNY". */
  readonly here: string
  /** As the service has it, or why it did not answer. */
  readonly there: string
}

export interface Reconciliation {
  /** Orders that were compared. */
  readonly compared: number
  /** Of services that cannot be queried. */
  readonly skipped: number
  readonly differences: readonly OrderDifference[]
}

export interface ReconcileInput {
  /** Orders that were made so many days ago, or since. */
  readonly days?: number | undefined
}

const DEFAULT_DAYS = 7
const MOST_DAYS = 366
const PAGE = 200
const MOST_ORDERS = 5000
/** A service that is down is not queried about every order. */
const MOST_FAILURES = 3

/** Changes nothing. The newest orders come first. */
export async function reconcileOrders(
  deps: ServiceDeps,
  { days = DEFAULT_DAYS }: ReconcileInput = {},
): Promise<Reconciliation> {
  if (!Number.isSafeInteger(days) || days < 1 || days > MOST_DAYS) {
    throw new GatewayError('value.out_of_range', { field: 'days', min: 1, max: MOST_DAYS })
  }
  const from = nowSeconds(deps.clock) - days * DAY
  const askers = new Map<string, Asker>()
  const differences: OrderDifference[] = []
  let compared = 0
  let skipped = 0
  for (let offset = 0; offset < MOST_ORDERS; offset += PAGE) {
    const orders = await listOrders(deps.db.lists, { from }, { offset, limit: PAGE })
    for (const order of orders) {
      const asker = await askerOf(deps, askers, order.service)
      if (asker.ask === undefined) {
        skipped += 1
        continue
      }
      compared += 1
      const difference = await compare(asker, order)
      if (difference !== undefined) differences.push(difference)
    }
    if (orders.length < PAGE) break
  }
  return { compared, skipped, differences }
}

interface Asker {
  readonly ask: PaymentAccount['ask']
  failures: number
}

async function askerOf(
  deps: ServiceDeps,
  askers: Map<string, Asker>,
  service: string,
): Promise<Asker> {
  const known = askers.get(service)
  if (known !== undefined) return known
  const options = await optionValues(deps.db.reader)
  const account = await openAccount(deps, service, options).catch((error: unknown) => {
    if (error instanceof GatewayError) return undefined
    throw error
  })
  const asker = { ask: account?.ask, failures: 0 }
  askers.set(service, asker)
  return asker
}

async function compare(asker: Asker, order: OrderRow): Promise<OrderDifference | undefined> {
  const { trade_no, service, user_id } = order
  const facts = { trade_no, service, user_id, here: hereOf(order) }
  if (asker.failures >= MOST_FAILURES) {
    return { ...facts, kind: 'no_answer', there: 'not asked' }
  }
  try {
    const state = await asker.ask?.(order)
    asker.failures = 0
    if (state === undefined) return undefined
    const kind = differenceOf(order, state)
    return kind && { ...facts, kind, there: thereOf(state) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    asker.failures += 1
    return { ...facts, kind: 'no_answer', there: messageOf(error, 'en') }
  }
}

function differenceOf(order: OrderRow, state: PaymentState): DifferenceKind | undefined {
  const isPaidHere = order.status === TOP_UP_STATUS.success
  if (state.state !== 'paid') return isPaidHere ? 'paid_here' : undefined
  const { money, refundedCents } = state
  if (money.cents !== order.money_cents || money.currency !== order.currency) return 'amount'
  if (!isPaidHere) return 'paid_there'
  const isRefundKnown = refundedCents !== undefined && refundedCents !== order.refunded_cents
  const isRefundMissing = state.isRefundUnclear === true && order.refunded_cents === 0
  return isRefundKnown || isRefundMissing ? 'refunded' : undefined
}

function hereOf({ status, money_cents, currency, refunded_cents }: OrderRow): string {
  return stateText(status, { cents: money_cents, currency, refunded: refunded_cents })
}

function thereOf({ state, money, refundedCents }: PaymentState): string {
  return stateText(state, { ...money, refunded: refundedCents ?? 0 })
}

interface StateMoney {
  readonly cents: number | undefined
  readonly currency: string
  readonly refunded: number
}

function stateText(state: string, { cents, currency, refunded }: StateMoney): string {
  const money = cents === undefined ? '' : ` ${moneyText(cents)} ${currency}`
  return refunded > 0 ? `${state}${money}, refunded ${moneyText(refunded)}` : `${state}${money}`
}

/** Long enough for most refunds and disputes whose notice is lost. */
const WATCHED_DAYS = 30

/**
 * What differs is asked about again at once, which books what can be booked; of the rest a person
 * is notified. Returns how many differ.
 */
export async function openDifferences(deps: ServiceDeps): Promise<number> {
  const { differences } = await reconcileOrders(deps, { days: WATCHED_DAYS })
  const known = differences.filter(({ kind }) => kind !== 'no_answer')
  for (const { trade_no, service, kind, there } of known) {
    await transact(deps, SYSTEM_ACTOR, async (work) => {
      if (kind === 'paid_there' || kind === 'refunded') {
        await updateOrder(work.trx, trade_no, { ask_time: nowSeconds(work.clock) })
      } else {
        const money = { money_cents: 0, currency: '', payment: '' }
        await openCase(work, { service, trade_no, reason: 'differs', told: there, ...money })
      }
    })
  }
  return known.length
}
