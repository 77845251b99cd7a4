/** Limits of tokens, users, groups and channels. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import { LIMIT_KINDS } from '../../server/domain/limits/kinds'
import type { Limit, LimitSubject } from '../../server/domain/limits/limit'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { LimitsTable } from '../schema/limits'

const COLUMNS = [
  'id',
  'subject',
  'key',
  'kind',
  'window',
  'amount',
  'zone',
  'start_hour',
  'set_by',
] as const

type LimitRow = Pick<Selectable<LimitsTable>, (typeof COLUMNS)[number]>

/** A newer gateway on the same database may have set kinds that this one knows nothing of. */
function selectLimits(reader: Lists | Kysely<Schema>) {
  return reader.selectFrom('limits').select(COLUMNS).where('kind', 'in', LIMIT_KINDS)
}

function limitOf({ start_hour: startHour, set_by: setBy, ...row }: LimitRow): Limit {
  return { ...row, startHour, setBy }
}

/** In the order of their ids. */
export async function limitsAfter(
  reader: Kysely<Schema>,
  afterId: number,
  most: number,
): Promise<readonly Limit[]> {
  const rows = await selectLimits(reader)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(limitOf)
}

export async function limitsById(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly Limit[]> {
  if (ids.length === 0) return []
  const rows = await selectLimits(reader).where('id', 'in', ids).execute()
  return rows.map(limitOf)
}

export async function findLimit(reader: Kysely<Schema>, id: number): Promise<Limit | undefined> {
  return (await limitsById(reader, [id]))[0]
}

export interface SubjectKeys {
  readonly subject: LimitSubject
  /** Every one of the kind when absent. */
  readonly keys?: readonly string[] | undefined
}

/** Below every engine's limit of parameters. */
const KEYS_PER_QUERY = 500

/** By subject, kind and id, as forms show them. */
export async function limitsOf(
  lists: Lists | Kysely<Schema>,
  { subject, keys }: SubjectKeys,
): Promise<readonly Limit[]> {
  const select = () => selectLimits(lists).where('subject', '=', subject).orderBy('id')
  if (keys === undefined) return (await select().execute()).map(limitOf)
  const found: Limit[] = []
  for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) {
    const some = keys.slice(at, at + KEYS_PER_QUERY)
    found.push(...(await select().where('key', 'in', some).execute()).map(limitOf))
  }
  return found
}

/** What is used already counts on: a limit that exists keeps its id. Returns the id. */
export async function putLimit(
  trx: Transaction<Schema>,
  { startHour, setBy, ...limit }: Omit<Limit, 'id'>,
  nowMs: number,
): Promise<number> {
  const row = { ...limit, start_hour: startHour, set_by: setBy }
  const { id } = await trx
    .insertInto('limits')
    .values({ ...row, created_at: nowMs, updated_at: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'key', 'kind', 'window', 'set_by']).doUpdateSet((eb) => ({
        amount: eb.ref('excluded.amount'),
        zone: eb.ref('excluded.zone'),
        start_hour: eb.ref('excluded.start_hour'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** With what is used of it. */
export async function deleteLimit(trx: Transaction<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('limit_counters').where('limit_id', '=', id).execute()
  await trx.deleteFrom('limits').where('id', '=', id).execute()
}

/** With what is used of them; in the transaction that ends their subjects. */
export async function deleteLimitsOf(
  trx: Kysely<Schema>,
  subject: LimitSubject,
  keys: readonly (string | number)[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) {
    const some = keys.slice(at, at + KEYS_PER_QUERY).map(String)
    const rows = await trx
      .deleteFrom('limits')
      .where('subject', '=', subject)
      .where('key', 'in', some)
      .returning('id')
      .execute()
    await deleteCounters(trx, rows)
  }
}

/** The same for all of a subject but these; few have limits, so what goes is looked for here. */
export async function keepLimitsOf(
  trx: Kysely<Schema>,
  subject: LimitSubject,
  keys: ReadonlySet<string>,
): Promise<void> {
  const limits = await limitsOf(trx, { subject })
  const gone = limits.filter(({ key }) => !keys.has(key)).map(({ key }) => key)
  await deleteLimitsOf(trx, subject, [...new Set(gone)])
}

async function deleteCounters(
  trx: Kysely<Schema>,
  rows: readonly { readonly id: number }[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += KEYS_PER_QUERY) {
    const ids = rows.slice(at, at + KEYS_PER_QUERY).map(({ id }) => id)
    await trx.deleteFrom('limit_counters').where('limit_id', 'in', ids).execute()
  }
}
