/** Authenticator apps, passkeys and recovery codes of users. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Schema, SecondFactorsTable } from '../schema'

export type SecondFactorRow = Selectable<SecondFactorsTable>

/** SQL: how many second factors the user of a row has. */
export function factorsOf(user: 'sessions.user_id' | 'access_tokens.user_id') {
  return sql<number>`(select count(*) from second_factors
    where second_factors.user_id = ${sql.ref(user)} and second_factors.active = 1)`
}

export async function insertSecondFactor(
  trx: Kysely<Schema>,
  factor: Omit<Insertable<SecondFactorsTable>, 'id'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('second_factors')
    .values(factor)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** In the order they were made, with what was begun and not confirmed. */
export async function secondFactorsOf(
  reader: Kysely<Schema>,
  userId: number,
): Promise<SecondFactorRow[]> {
  return await reader
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function findPasskey(
  reader: Kysely<Schema>,
  credentialId: string,
): Promise<SecondFactorRow | undefined> {
  return await reader
    .selectFrom('second_factors')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Takes a code of an app; false when one of that time or later was taken already. */
export async function takeTotpStep(
  trx: Kysely<Schema>,
  id: number,
  { step, nowMs }: { readonly step: number; readonly nowMs: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: nowMs, active: 1 })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function notePasskeyUse(
  trx: Kysely<Schema>,
  id: number,
  { signCount, nowMs }: { readonly signCount: number; readonly nowMs: number },
): Promise<void> {
  await trx
    .updateTable('second_factors')
    .set({ sign_count: signCount, last_used_at: nowMs })
    .where('id', '=', id)
    .execute()
}

/** False when the user has no such passkey. */
export async function renamePasskey(
  trx: Kysely<Schema>,
  { id, userId, name }: { readonly id: number; readonly userId: number; readonly name: string },
): Promise<boolean> {
  const row = await trx
    .updateTable('second_factors')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface FactorChoice {
  readonly userId: number
  /** All kinds without it. */
  readonly kind?: 'totp' | 'passkey' | undefined
  /** One of them. */
  readonly id?: number | undefined
  /** Only what was begun and not confirmed. */
  readonly isActive?: boolean
}

/** Returns how many there were. */
export async function deleteSecondFactors(
  trx: Kysely<Schema>,
  { userId, kind, id, isActive }: FactorChoice,
): Promise<number> {
  let query = trx.deleteFrom('second_factors').where('user_id', '=', userId)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (id !== undefined) query = query.where('id', '=', id)
  if (isActive !== undefined) query = query.where('active', '=', isActive ? 1 : 0)
  const rows = await query.returning('id').execute()
  return rows.length
}

/** In the place of all former ones; none takes them away. */
export async function replaceRecoveryCodes(
  trx: Kysely<Schema>,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null }))
  await trx.insertInto('recovery_codes').values(rows).execute()
}

export async function recoveryCodesLeft(reader: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Of parallel callers one gets true. */
export async function takeRecoveryCode(
  trx: Kysely<Schema>,
  {
    userId,
    hashes,
    nowMs,
  }: { readonly userId: number; readonly hashes: readonly string[]; readonly nowMs: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('recovery_codes')
    .set({ used_at: nowMs })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface FactorCounts {
  readonly users: number
  readonly withFactor: number
  readonly withPasskey: number
}

/** Of living users. */
export async function countFactors(reader: Kysely<Schema>): Promise<FactorCounts> {
  const having = (kind?: 'passkey') =>
    reader
      .selectFrom('users')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .where('id', 'in', (e) => {
        const active = e.selectFrom('second_factors').select('user_id').where('active', '=', 1)
        return kind === undefined ? active : active.where('kind', '=', kind)
      })
      .executeTakeFirstOrThrow()
  const all = reader
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const [users, factor, passkey] = await Promise.all([all, having(), having('passkey')])
  return {
    users: Number(users.count),
    withFactor: Number(factor.count),
    withPasskey: Number(passkey.count),
  }
}
