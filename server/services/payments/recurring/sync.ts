/**
 * Keeps what a payment service charges for, and what is held here for it, in step: every payment
 * there is an order here, and whoever wants no further period is not charged for one.
 */
import { findOrder, insertOrderOnce } from '../../../../db/tables/orders'
import { findPlan } from '../../../../db/tables/plans'
import {
  findRecurring,
  type RecurringRow,
  takeRecurring,
  updateRecurring,
} from '../../../../db/tables/recurring-payments'
import {
  findSubscription,
  type HeldSubscription,
  lockHolder,
  updateSubscription,
} from '../../../../db/tables/subscriptions'
import { findUser } from '../../../../db/tables/users'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { messageOf } from '../../../domain/errors/message'
import { nextRecurringAskAt, retryRecurringAt } from '../../../domain/payments/ask-times'
import { TOP_UP_STATUS } from '../../../domain/status'
import { recordAudit } from '../../audit/record'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../../service-deps'
import { transact, type Work } from '../../work'
import { openAccount } from '../accounts'
import { askOrder } from '../ask'
import type { RecurringAccount, RecurringStanding } from '../services/service'

/** What others apply meanwhile makes an answer worthless, but not for ever. */
const MOST_TRIES = 5

/**
 * Asks how it stands, books what was paid, and sends the service what is wanted here. Throws
 * `payment.closed`, `payment.cannot_ask` and `payment.service_failed`.
 */
export async function syncRecurring(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const known = await findRecurring(deps.db.reader, id)
    if (known === undefined) return
    const named = known.reference === '' ? await firstAsked(deps, actor, known) : known
    if (named === undefined || (await syncOnce(deps, actor, named))) return
  }
}

/** `undefined` while nothing was paid: then there is nothing that is charged for. */
async function firstAsked(
  deps: ServiceDeps,
  actor: Actor,
  { id, trade_no }: RecurringRow,
): Promise<RecurringRow | undefined> {
  await askOrder(deps, actor, trade_no)
  const row = await findRecurring(deps.db.reader, id)
  return row?.reference === '' ? undefined : row
}

/** False when something newer was applied since. */
async function syncOnce(deps: ServiceDeps, actor: Actor, known: RecurringRow): Promise<boolean> {
  try {
    const account = await accountOf(deps, known.service)
    const standing = await account.ask(known.reference)
    await bookPayments(deps, actor, { known, standing })
    const instruction = await transact(deps, actor, (work) => apply(work, known, standing))
    if (instruction === 'stale') return false
    await carryOut(deps, account, { known, instruction })
    return true
  } catch (error) {
    await postpone(deps, known, error)
    throw error
  }
}

async function accountOf(deps: ServiceDeps, service: string): Promise<RecurringAccount> {
  const { recurring } = await openAccount(deps, service)
  if (recurring === undefined) throw new GatewayError('payment.cannot_ask')
  return recurring
}

interface Standing {
  readonly known: RecurringRow
  readonly standing: RecurringStanding
}

/** Each payment once: by its number at the service, whoever hears of it first. */
async function bookPayments(
  deps: ServiceDeps,
  actor: Actor,
  { known, standing }: Standing,
): Promise<void> {
  const first = await findOrder(deps.db.reader, known.trade_no)
  if (first === undefined) return
  if (first.status !== TOP_UP_STATUS.success) await askOrder(deps, actor, first.trade_no)
  for (const { id, startMs, endMs } of standing.later) {
    const tradeNo = `USR${known.user_id}NO${id}`
    if ((await findOrder(deps.db.reader, tradeNo)) !== undefined) continue
    const now = nowSeconds(deps.clock)
    const { user_id, amount, credits, money_cents, currency, payment_method, plan, plan_id } = first
    await transact(deps, actor, async (work) => {
      const made = await insertOrderOnce(work.trx, {
        ...{ user_id, amount, credits, money_cents, currency, payment_method, plan, plan_id },
        ...{ trade_no: tradeNo, status: TOP_UP_STATUS.pending, service: known.service },
        ...{ create_time: now, complete_time: 0, ask_time: now, checkout_id: id },
        ...{ recurring_id: known.id, period_start: startMs, period_end: endMs },
      })
      if (made === undefined) return
      const after = { user_id, credits, money_cents, renews: first.trade_no }
      await recordAudit(work, { action: 'order.create', target: `order:${tradeNo}`, after })
    })
    await askOrder(deps, actor, tradeNo)
  }
}

/** What is sent to the service: that it charges nothing any more, or whether it goes on. */
type Instruction =
  | { readonly kind: 'end' }
  | { readonly kind: 'renewal'; readonly renews: boolean }
  | undefined

async function apply(
  work: Work,
  { id, user_id, revision }: RecurringRow,
  standing: RecurringStanding,
): Promise<Instruction | 'stale'> {
  const { trx, clock } = work
  await lockHolder(trx, user_id)
  const row = await takeRecurring(trx, { id, revision })
  if (row === undefined) return 'stale'
  const nowMs = clock.nowMs()
  const held = await findSubscription(trx, row.subscription_id)
  const theirs: 0 | 1 = standing.renews ? 1 : 0
  // While an instruction is on its way, what is wanted here counts.
  const isChangedThere = theirs !== row.service_renews && (row.is_sending === 0 || standing.isOver)
  const now = isChangedThere ? await followRenewal(work, held, theirs) : held
  const instruction = standing.isOver
    ? undefined
    : await wanted(work, { ...row, service_renews: theirs }, now)
  await updateRecurring(trx, id, {
    service_renews: theirs,
    is_sending: instruction === undefined ? 0 : 1,
    answered_at: nowMs,
    ask_problem: '',
    ...(standing.isOver
      ? { state: 'ended', ask_at: 0 }
      : { ask_at: nextRecurringAskAt({ periodEndMs: row.period_end, nowMs }) }),
  })
  return instruction
}

/** Somebody has canceled it at the service, or taken that back. */
async function followRenewal(
  work: Work,
  held: HeldSubscription | undefined,
  renews: 0 | 1,
): Promise<HeldSubscription | undefined> {
  if (held === undefined || held.state === 'ended' || held.renews === renews) return held
  await updateSubscription(work.trx, held, { renews })
  await recordAudit(work, {
    action: renews === 1 ? 'subscription.resume' : 'subscription.cancel',
    target: `subscription:${held.id}`,
    after: { plan: held.name, user_id: held.user_id },
  })
  return { ...held, renews }
}

/** `undefined` when the service does what is wanted. */
async function wanted(
  { trx }: Work,
  { user_id, state, service_renews }: RecurringRow,
  held: HeldSubscription | undefined,
): Promise<Instruction> {
  const user = await findUser(trx, user_id)
  const isGone = user === undefined || user.deleted_at !== null
  const isHeld = held !== undefined && held.state !== 'ended'
  if (isGone || (state === 'running' && !isHeld)) return { kind: 'end' }
  if (!isHeld) return undefined
  const plan = await findPlan(trx, held.plan_id)
  const renews = held.renews === 1 && plan?.enabled === 1
  return renews === (service_renews === 1) ? undefined : { kind: 'renewal', renews }
}

interface Outstanding {
  readonly known: RecurringRow
  readonly instruction: Instruction
}

async function carryOut(
  deps: ServiceDeps,
  account: RecurringAccount,
  { known: { id, reference }, instruction }: Outstanding,
): Promise<void> {
  if (instruction === undefined) return
  if (instruction.kind === 'end') await account.end(reference)
  else await account.setRenewal(reference, instruction.renews)
  await transact(deps, SYSTEM_ACTOR, async ({ trx }) => {
    await takeRecurring(trx, { id })
    await updateRecurring(trx, id, {
      is_sending: 0,
      ...(instruction.kind === 'end'
        ? { state: 'ended', service_renews: 0, ask_at: 0 }
        : { service_renews: instruction.renews ? 1 : 0 }),
    })
  })
}

async function postpone(
  deps: ServiceDeps,
  { id, answered_at, created_at }: RecurringRow,
  error: unknown,
): Promise<void> {
  const ask_problem = error instanceof GatewayError ? messageOf(error, 'en') : 'internal error'
  const nowMs = deps.clock.nowMs()
  const answeredMs = Math.max(answered_at, created_at)
  await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    updateRecurring(trx, id, { ask_problem, ask_at: retryRecurringAt({ answeredMs, nowMs }) }),
  )
}
