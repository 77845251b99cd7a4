/** What a rehearsal does to the copy of a database, and what it reads of it afterwards. */
import type { Kysely } from 'kysely'
import { readKeys, writeKeys } from '../../server/domain/channels/keys'
import { LOG_TYPE } from '../../server/domain/status'
import type { Db } from '../db'
import type { Schema } from '../schema'

export interface Harmless {
  /** Where every channel leads now. */
  readonly address: string
  /** Id of the type that every channel has now. */
  readonly type: number
  /** The made keys, sealed for the copy. */
  readonly key: (name: string) => { readonly sealed: string; readonly hash: string }
  /** Of a channel's settings, what may stay. */
  readonly setting: (text: string) => string
  /** Options that stay; all others have their defaults. */
  readonly options: readonly string[]
}

/**
 * Afterwards nothing in the copy leads out of the machine or opens anything elsewhere. Balances
 * and the ledger stay as they are.
 */
export async function makeHarmless(db: Db, terms: Harmless): Promise<void> {
  await db.transaction(async (trx) => {
    for (const table of EMPTIED) await trx.deleteFrom(table).execute()
    await trx.deleteFrom('options').where('key', 'not in', terms.options).execute()
    await quietPeople(trx)
    await quietJobs(trx)
    await leadChannels(trx, terms)
  })
}

/** Ways in, ways out, what was learned of real upstreams, and limits made for real customers. */
const EMPTIED = [
  'access_tokens',
  'sessions',
  'idempotency_keys',
  'verification_codes',
  'outbox',
  'notices',
  'owned',
  'stored_responses',
  'response_runs',
  'conversations',
  'conversation_items',
  'cooldowns',
  'limit_counters',
  'limits',
  'leases',
] as const satisfies readonly (keyof Schema)[]

async function quietPeople(trx: Kysely<Schema>): Promise<void> {
  const nobody = { github_id: '', oidc_id: '', wechat_id: '', telegram_id: '', linux_do_id: '' }
  await trx
    .updateTable('users')
    .set({ ...nobody, password_hash: '', email: '', setting: '' })
    .execute()
  await trx
    .updateTable('tokens')
    .set(({ eb, cast, ref }) => ({
      key_hash: eb(eb.val('rehearsed '), '||', cast<string>(ref('id'), 'text')),
      key_sealed: '',
    }))
    .execute()
}

async function quietJobs(trx: Kysely<Schema>): Promise<void> {
  await trx.updateTable('jobs').set({ poll_at: 0, notify_at: 0, notify: '', hook: '' }).execute()
}

async function leadChannels(trx: Kysely<Schema>, terms: Harmless): Promise<void> {
  const channels = await trx.selectFrom('channels').select(['id', 'keys', 'setting']).execute()
  for (const { id, keys, setting } of channels) {
    const several = readKeys(keys).map((row) => ({ ...row, ...terms.key(`${id}-${row.id}`) }))
    const [{ sealed, hash } = terms.key(String(id))] = several
    await trx
      .updateTable('channels')
      .set({
        type: terms.type,
        base_url: terms.address,
        key_sealed: sealed,
        key_hash: hash,
        keys: several.length === 0 ? '' : writeKeys(several),
        setting: terms.setting(setting),
        proxy_sealed: '',
        param_override: '',
        openai_organization: '',
        other: '',
        allow_private: 1,
      })
      .where('id', '=', id)
      .execute()
  }
}

/** How far the accounts were before the first call. */
export interface Bookmark {
  readonly logId: number
  readonly ledgerId: number
  /** Credits that all users have used. */
  readonly used: number
  /** Calls that hold something. */
  readonly holds: readonly string[]
}

export async function bookmark(db: Db): Promise<Bookmark> {
  const { kysely } = db
  const newest = async (table: 'logs' | 'ledger') => {
    const row = await kysely
      .selectFrom(table)
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    return Number(row?.id ?? 0)
  }
  const holds = await kysely.selectFrom('reservations').select('call_id').execute()
  const used = await kysely
    .selectFrom('users')
    .select(({ fn }) => fn.sum('used_quota').as('sum'))
    .executeTakeFirst()
  return {
    logId: await newest('logs'),
    ledgerId: await newest('ledger'),
    used: Number(used?.sum ?? 0),
    holds: holds.map(({ call_id }) => call_id),
  }
}

/** Credits that the ledger has charged since. */
export async function chargedSince(db: Db, { ledgerId }: Bookmark): Promise<number> {
  const row = await db.kysely
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum('charge').as('sum'))
    .where('id', '>', ledgerId)
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** Log rows of calls since, finished ones and refused ones. */
export async function callsSince(db: Db, { logId }: Bookmark) {
  return await db.kysely
    .selectFrom('logs')
    .selectAll()
    .where('id', '>', logId)
    .where('type', 'in', [LOG_TYPE.consumption, LOG_TYPE.error])
    .orderBy('id')
    .execute()
}
