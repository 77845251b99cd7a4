/** What upstreams listed last, and what of it differs from what their channels serve. */
import type { Insertable, Kysely, Selectable, SelectQueryBuilder, Updateable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { ModelFindingsTable, UpstreamModelTables } from '../schema/upstream-models'

export type ModelListRow = Selectable<UpstreamModelTables['model_lists']>
export type ModelFindingRow = Selectable<ModelFindingsTable>

export async function findModelList(
  reader: Kysely<Schema>,
  channelId: number,
): Promise<ModelListRow | undefined> {
  return await reader
    .selectFrom('model_lists')
    .selectAll()
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
}

export type ModelListState = Omit<ModelListRow, 'listed'> & { readonly channel_name: string }

/** Without what is listed, by name of the channel. */
export async function modelListStates(lists: Lists): Promise<ModelListState[]> {
  return await lists
    .selectFrom('model_lists')
    .innerJoin('channels', 'channels.id', 'model_lists.channel_id')
    .select(['channel_id', 'failure', 'walked_at', 'tried_at', 'failures'])
    .select('channels.name as channel_name')
    .orderBy('channels.name')
    .orderBy('channel_id')
    .execute()
}

export async function putModelList(trx: Kysely<Schema>, row: ModelListRow): Promise<void> {
  const { channel_id, ...change } = row
  await trx
    .insertInto('model_lists')
    .values(row)
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(change))
    .execute()
}

export async function findingsOfChannel(
  reader: Kysely<Schema>,
  channelId: number,
): Promise<ModelFindingRow[]> {
  return await reader
    .selectFrom('model_findings')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute()
}

/** Parameters of one statement are bounded in both databases. */
const ROWS_AT_ONCE = 500

function* slices<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE)
}

export async function findingsByIds(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ModelFindingRow[]> {
  const found: ModelFindingRow[] = []
  for (const some of slices(ids)) {
    const query = reader.selectFrom('model_findings').selectAll().where('id', 'in', some)
    found.push(...(await query.orderBy('id').execute()))
  }
  return found
}

export async function insertFindings(
  trx: Kysely<Schema>,
  rows: readonly Insertable<ModelFindingsTable>[],
): Promise<void> {
  for (const some of slices(rows)) await trx.insertInto('model_findings').values(some).execute()
}

export async function setFindings(
  trx: Kysely<Schema>,
  ids: readonly number[],
  change: Updateable<ModelFindingsTable> | 'delete',
): Promise<void> {
  for (const some of slices(ids)) {
    if (change === 'delete') {
      await trx.deleteFrom('model_findings').where('id', 'in', some).execute()
    } else await trx.updateTable('model_findings').set(change).where('id', 'in', some).execute()
  }
}

export interface FindingFilter {
  readonly channelId?: number | undefined
  readonly kind?: ModelFindingRow['kind'] | undefined
  /** Those that wait when absent; `watched` ones are reported to nobody. */
  readonly state?: ModelFindingRow['state'] | undefined
}

export type ListedFinding = ModelFindingRow & { readonly channel_name: string }

const JOINED = ['model_findings', 'channels'] as const
type FindingQuery<O> = SelectQueryBuilder<Schema, (typeof JOINED)[number], O>

function narrowed<O>(query: FindingQuery<O>, filter: FindingFilter): FindingQuery<O> {
  const { channelId, kind, state = 'waiting' } = filter
  let narrow = query.where('model_findings.state', '=', state)
  if (channelId !== undefined) narrow = narrow.where('channel_id', '=', channelId)
  return kind === undefined ? narrow : narrow.where('kind', '=', kind)
}

/** By channel, then by kind and name. */
export async function listFindings(
  lists: Lists,
  filter: FindingFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ListedFinding[]> {
  const all = lists
    .selectFrom('model_findings')
    .innerJoin('channels', 'channels.id', 'model_findings.channel_id')
    .selectAll('model_findings')
    .select('channels.name as channel_name')
  return await narrowed(all, filter)
    .orderBy('channels.name')
    .orderBy('channel_id')
    .orderBy('kind')
    .orderBy('model')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countFindings(lists: Lists, filter: FindingFilter): Promise<number> {
  const all = lists
    .selectFrom('model_findings')
    .innerJoin('channels', 'channels.id', 'model_findings.channel_id')
    .select((e) => e.fn.countAll<number>().as('total'))
  return Number((await narrowed(all, filter).executeTakeFirstOrThrow()).total)
}

export interface FindingCount {
  readonly channel_id: number
  readonly kind: ModelFindingRow['kind']
  readonly state: ModelFindingRow['state']
  readonly count: number
}

export async function findingCounts(lists: Lists): Promise<FindingCount[]> {
  const rows = await lists
    .selectFrom('model_findings')
    .select(['channel_id', 'kind', 'state'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .groupBy(['channel_id', 'kind', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Channels with findings that wait, the most first; `at` is epoch seconds of the newest. */
export async function channelsWithFindings(lists: Lists) {
  const rows = await lists
    .selectFrom('model_findings')
    .innerJoin('channels', 'channels.id', 'model_findings.channel_id')
    .where('state', '=', 'waiting')
    .select(['channels.id', 'channels.name'])
    .select((e) => e.fn.countAll<number>().as('models'))
    .select((e) => e.fn.max('model_findings.created_at').as('at'))
    .groupBy(['channels.id', 'channels.name'])
    .execute()
  return rows
    .map(({ models, at, ...row }) => {
      return { ...row, models: Number(models), at: Math.floor(Number(at) / 1000) }
    })
    .sort((a, b) => b.models - a.models || a.id - b.id)
}

/** Of channels that are removed. */
export async function forgetUpstreamModels(
  trx: Kysely<Schema>,
  channelIds: readonly number[],
): Promise<void> {
  if (channelIds.length === 0) return
  await trx.deleteFrom('model_findings').where('channel_id', 'in', channelIds).execute()
  await trx.deleteFrom('model_lists').where('channel_id', 'in', channelIds).execute()
}
