/** Sums of money for the operator's books. */
import { sql } from 'kysely'
import { REDEMPTION_STATUS } from '../../server/domain/status'
import type { Lists } from '../lists'
import { IS_BOOKING } from './statement'

/** Epoch seconds: from the first to before the second. */
export interface FinanceSpan {
  readonly from: number
  readonly to: number
}

export interface BookedSum {
  readonly kind: string
  readonly count: number
  /** Credits that came in, and that were taken away. */
  readonly added: number
  readonly taken: number
}

/** What moved balances in a time and was no call. */
export async function bookedSums(lists: Lists, { from, to }: FinanceSpan): Promise<BookedSum[]> {
  const rows = await lists
    .selectFrom('ledger')
    .select((e) => [
      'kind',
      e.fn.countAll<number>().as('count'),
      sql<number>`sum(case when user_delta > 0 then user_delta else 0 end)`.as('added'),
      sql<number>`sum(case when user_delta < 0 then -user_delta else 0 end)`.as('taken'),
    ])
    .where(IS_BOOKING)
    .where('user_delta', '!=', 0)
    .where('created_at', '>=', from * 1000)
    .where('created_at', '<', to * 1000)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, count, added, taken }) => ({
    kind,
    count: Number(count),
    added: Number(added),
    taken: Number(taken),
  }))
}

export interface PaidOrders {
  readonly count: number
  readonly credits: number
  /** What stayed of it, of each currency (ISO 4217) by itself. */
  readonly money: readonly { readonly currency: string; readonly cents: number }[]
}

export async function paidOrders(lists: Lists, { from, to }: FinanceSpan): Promise<PaidOrders> {
  const rows = await lists
    .selectFrom('top_ups')
    .select((e) => [
      'currency',
      e.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(money_cents - refunded_cents), 0)`.as('cents'),
      sql<number>`coalesce(sum(credits - refunded_credits), 0)`.as('credits'),
    ])
    .where('status', '=', 'success')
    .where('complete_time', '>=', from)
    .where('complete_time', '<', to)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + Number(each), 0)
  return {
    count: sum(rows.map(({ count }) => count)),
    credits: sum(rows.map(({ credits }) => credits)),
    money: rows.map(({ currency, cents }) => ({ currency, cents: Number(cents) })),
  }
}

export interface Owed {
  /** Users with a balance above zero, and what they have. */
  readonly users: number
  readonly balances: number
  /** What balances are below zero together. */
  readonly debts: number
  /** Codes that nobody has redeemed. */
  readonly codes: number
  readonly code_credits: number
  /** Held for calls and jobs that run. */
  readonly held: number
}

/** As it is now, whatever the requested time. */
export async function owedNow(lists: Lists): Promise<Owed> {
  const users = await lists
    .selectFrom('users')
    .select([
      sql<number>`coalesce(sum(case when quota > 0 then 1 else 0 end), 0)`.as('users'),
      sql<number>`coalesce(sum(case when quota > 0 then quota else 0 end), 0)`.as('balances'),
      sql<number>`coalesce(sum(case when quota < 0 then -quota else 0 end), 0)`.as('debts'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const codes = await lists
    .selectFrom('redemptions')
    .select([
      sql<number>`count(*)`.as('codes'),
      sql<number>`coalesce(sum(quota), 0)`.as('code_credits'),
    ])
    .where('deleted_at', 'is', null)
    .where('status', '=', REDEMPTION_STATUS.unused)
    .executeTakeFirstOrThrow()
  const held = await lists
    .selectFrom('reservations')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('held'))
    .executeTakeFirstOrThrow()
  return {
    users: Number(users.users),
    balances: Number(users.balances),
    debts: Number(users.debts),
    codes: Number(codes.codes),
    code_credits: Number(codes.code_credits),
    held: Number(held.held),
  }
}
