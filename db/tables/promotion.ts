/** Invited users with their addresses, and daily check-ins. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { TOP_UP_STATUS } from '../../server/domain/status'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { CheckInsTable, InvitedTable } from '../schema/promotion'

type InvitedRow = Selectable<InvitedTable>

export async function insertInvited(trx: Kysely<Schema>, row: InvitedRow): Promise<void> {
  await trx.insertInto('invited').values(row).execute()
}

export async function findInvited(
  trx: Kysely<Schema>,
  userId: number,
): Promise<InvitedRow | undefined> {
  return await trx
    .selectFrom('invited')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** How many were invited before by the same inviter from the same address. */
export async function countInvitedBefore(
  trx: Kysely<Schema>,
  { user_id, inviter_id, address }: InvitedRow,
): Promise<number> {
  const { count } = await trx
    .selectFrom('invited')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('inviter_id', '=', inviter_id)
    .where('address', '=', address)
    .where('user_id', '<', user_id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a user is signed in from an address. */
export async function isSignedInFrom(
  trx: Kysely<Schema>,
  { userId, address }: { readonly userId: number; readonly address: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ip', '=', address)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Orders that a code has made free are not counted. */
export async function countPaidOrders(trx: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('top_ups')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', TOP_UP_STATUS.success)
    .where('money_cents', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface Reward {
  /** Credits that were given at first. */
  readonly given: number
  /** Of them, what was not taken back. */
  readonly left: number
}

/** By which card or account a user has paid last, as a hash; "" where nobody knows. */
export async function lastInstrument(trx: Kysely<Schema>, userId: number): Promise<string> {
  const row = await trx
    .selectFrom('top_ups')
    .select('instrument')
    .where('user_id', '=', userId)
    .where('status', '=', TOP_UP_STATUS.success)
    .where('instrument', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.instrument ?? ''
}

/** What an inviter got for an order. */
export async function rewardOf(
  trx: Kysely<Schema>,
  { userId, reference }: { readonly userId: number; readonly reference: string },
): Promise<Reward> {
  const rows = await trx
    .selectFrom('ledger')
    .select('user_delta')
    .where('user_id', '=', userId)
    // Literals, because the partial index is found only when the condition is spelt like it.
    .where(sql<boolean>`kind not in ('reserve', 'settle', 'release')`)
    .where('kind', '=', 'reward')
    .where('reference', '=', reference)
    .orderBy('id')
    .execute()
  const left = rows.reduce((sum, row) => sum + row.user_delta, 0)
  return { given: rows[0]?.user_delta ?? 0, left }
}

interface Invitation {
  readonly inviterId: number
  readonly userId: number
}

/** What a share of a user's use is booked under. */
export function shareReference(userId: number): string {
  return `invited:${userId}`
}

/** Credits that an inviter has got by one user, less what was taken back. */
export async function earnedBy(
  trx: Kysely<Schema>,
  { inviterId, userId }: Invitation,
): Promise<number> {
  const { sum } = await trx
    .selectFrom('ledger')
    .select((e) => e.fn.sum<number | null>('user_delta').as('sum'))
    .where('user_id', '=', inviterId)
    .where(sql<boolean>`kind not in ('reserve', 'settle', 'release')`)
    .where('kind', '=', 'reward')
    .where((e) =>
      e.or([
        e('reference', '=', shareReference(userId)),
        e(
          'reference',
          'in',
          e.selectFrom('top_ups').select('trade_no').where('user_id', '=', userId),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

export interface InviteSums {
  /** Invited users who have paid. */
  readonly paying: number
  /** Credits that their payments and use have earned, less what was taken back. */
  readonly rewards: number
}

export async function sumsOfInviter(lists: Lists, inviterId: number): Promise<InviteSums> {
  const { count } = await lists
    .selectFrom('top_ups')
    .innerJoin('users', 'users.id', 'top_ups.user_id')
    .select((e) => e.fn.count<number>('top_ups.user_id').distinct().as('count'))
    .where('users.inviter_id', '=', inviterId)
    .where('top_ups.status', '=', TOP_UP_STATUS.success)
    .where('top_ups.money_cents', '>', 0)
    .executeTakeFirstOrThrow()
  const { sum } = await lists
    .selectFrom('ledger')
    .select((e) => e.fn.sum<number | null>('user_delta').as('sum'))
    .where('user_id', '=', inviterId)
    .where(sql<boolean>`kind not in ('reserve', 'settle', 'release')`)
    .where('kind', '=', 'reward')
    .executeTakeFirstOrThrow()
  return { paying: Number(count), rewards: Number(sum ?? 0) }
}

type CheckInRow = Selectable<CheckInsTable>

/** False for whoever comes second on a day; a day before the last one is none either. */
export async function claimDay(trx: Kysely<Schema>, row: CheckInRow): Promise<boolean> {
  const claimed = await trx
    .insertInto('check_ins')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((e) => ({
          day: e.ref('excluded.day'),
          created_at: e.ref('excluded.created_at'),
        }))
        .whereRef('check_ins.day', '<', 'excluded.day'),
    )
    .returning('user_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function lastCheckIn(
  reader: Kysely<Schema>,
  userId: number,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('check_ins')
    .select('day')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.day
}
