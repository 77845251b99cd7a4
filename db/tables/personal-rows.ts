/** What the database holds of one person: all of it for an export, and none after an erasure. */
import { type Kysely, sql } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'

/** Tables with rows of users, and columns that are secrets or the operator's own. */
export const PERSONAL_TABLES = {
  tokens: ['key_hash', 'key_sealed'],
  access_tokens: ['token_hash'],
  second_factors: ['secret_sealed', 'credential_id', 'public_key'],
  members: [],
  charts: [],
  top_ups: ['instrument'],
  payment_customers: [],
  recurring_payments: [],
  promo_uses: [],
  terms_acceptances: [],
  invoices: [],
  billing_details: [],
  ledger: [],
  midjourneys: ['channel_id'],
  tasks: ['channel_id'],
  logs: ['channel_id', 'other'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

export type PersonalTable = keyof typeof PERSONAL_TABLES
export type PersonalRow = Readonly<Record<string, unknown>> & { readonly id: number }

export interface PersonalWindow {
  readonly userId: number
  readonly afterId: number
  readonly most: number
}

/** Oldest first, without what is not for their owner. */
export async function personalRows(
  lists: Lists | Kysely<Schema>,
  table: PersonalTable,
  { userId, afterId, most }: PersonalWindow,
): Promise<PersonalRow[]> {
  const query = sql<PersonalRow>`select * from ${sql.table(table)}
    where user_id = ${userId} and id > ${afterId} order by id limit ${most}`
  const { rows } = await query.execute(lists)
  return rows.map((row) => shownToPerson(table, row))
}

export function shownToPerson(table: PersonalTable, row: PersonalRow): PersonalRow {
  const hidden: readonly string[] = PERSONAL_TABLES[table]
  const shown = Object.entries(row).filter(([name]) => !hidden.includes(name))
  return { ...Object.fromEntries(shown), id: Number(row.id) }
}

/** Rows of nothing but the person. */
const OF_PERSON = [
  ...(['access_tokens', 'sessions', 'second_factors', 'recovery_codes', 'charts'] as const),
  ...(['midjourneys', 'tasks', 'call_sessions', 'usage_tags', 'notices', 'outbox'] as const),
  ...(['idempotency_keys', 'identities', 'scim_members', 'scim_users'] as const),
  ...(['invited', 'invite_shares', 'check_ins', 'reward_marks', 'billing_details'] as const),
  ...(['terms_acceptances', 'payment_customers'] as const),
]

export interface Erasure {
  readonly userId: number
  readonly email: string
  /** In the place of the name. */
  readonly pseudonym: string
  readonly nowMs: number
}

/** Everything but rows of the log and of hourly usage, which `eraseNames` takes in parts. */
export async function erasePerson(
  trx: Kysely<Schema>,
  { userId, email, pseudonym, nowMs }: Erasure,
): Promise<void> {
  for (const table of OF_PERSON) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx)
  }
  if (email !== '') {
    await trx.deleteFrom('invitations').where('email', '=', email).execute()
    await trx.deleteFrom('verification_codes').where('subject', '=', email.toLowerCase()).execute()
  }
  await trx.updateTable('top_ups').set({ instrument: '' }).where('user_id', '=', userId).execute()
  await trx
    .updateTable('tokens')
    .set({ name: '', allow_ips: '', tags: '' })
    .where('user_id', '=', userId)
    .execute()
  await trx
    .updateTable('users')
    .set({
      ...{ username: pseudonym, display_name: '', email: '', password_hash: '', setting: '' },
      ...{ github_id: '', oidc_id: '', wechat_id: '', telegram_id: '', linux_do_id: '' },
      ...{ aff_code: '', updated_at: nowMs },
    })
    .where('id', '=', userId)
    .execute()
}

/** Returns how many rows had a name or an address left; none when it is done. */
export async function eraseNames(
  trx: Kysely<Schema>,
  { userId, pseudonym }: Pick<Erasure, 'userId' | 'pseudonym'>,
  most: number,
): Promise<number> {
  const hours = await trx
    .updateTable('quota_data')
    .set({ username: pseudonym })
    .where('user_id', '=', userId)
    .where('username', '<>', pseudonym)
    .executeTakeFirst()
  const rows = await trx
    .selectFrom('logs')
    .select('id')
    .where('user_id', '=', userId)
    .where('username', '<>', pseudonym)
    .limit(most)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await trx
      .updateTable('logs')
      .set({ username: pseudonym, token_name: '', ip: '', session: '', tags: '' })
      .where('id', 'in', ids)
      .execute()
  }
  return ids.length + Number(hours.numUpdatedRows)
}
