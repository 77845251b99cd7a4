/** Invited users with their addresses, and daily check-ins. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { TOP_UP_STATUS } from '../../server/domain/status'
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

export async function countPaidOrders(trx: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('top_ups')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', TOP_UP_STATUS.success)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface Reward {
  /** Credits that were given at first. */
  readonly given: number
  /** Of them, what was not taken back. */
  readonly left: number
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
