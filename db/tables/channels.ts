import {
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely'
import { channelFields } from '../../server/domain/nouns/channel'
import type { SortName } from '../../server/domain/nouns/noun'
import type { Filter } from '../../server/domain/nouns/noun-stored'
import { CHANNEL_STATUS } from '../../server/domain/status'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { ChannelsTable } from '../schema/routing'
import { deleteLimitsOf } from './limits'
import { fieldsAre } from './noun-filter'
import type { RowOrder } from './row-order'
import { containsText, listHasEntry } from './text-match'
import { forgetUpstreamModels } from './upstream-models'

export type ChannelRow = Selectable<ChannelsTable>
export type ChannelChange = Omit<Updateable<ChannelsTable>, 'id' | 'used_quota' | 'created_time'>

/** With what the ledger of PostgreSQL has noted and nobody has added yet. */
const USED_NOW = sql<number>`cast(channels.used_quota + coalesce((select sum(noted.used)
  from channel_usage noted where noted.channel_id = channels.id), 0) as bigint)`.as('used_quota')

export async function insertChannel(
  trx: Kysely<Schema>,
  channel: Omit<Insertable<ChannelsTable>, 'id'>,
): Promise<ChannelRow> {
  return await trx.insertInto('channels').values(channel).returningAll().executeTakeFirstOrThrow()
}

export async function findChannel(
  reader: Kysely<Schema>,
  id: number,
): Promise<ChannelRow | undefined> {
  return await reader
    .selectFrom('channels')
    .selectAll()
    .select(USED_NOW)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Names are not unique; two rows are enough to know that a name is ambiguous. */
export async function channelsNamed(lists: Lists, name: string): Promise<ChannelRow[]> {
  return await lists
    .selectFrom('channels')
    .selectAll()
    .select(USED_NOW)
    .where('name', '=', name)
    .orderBy('id')
    .limit(2)
    .execute()
}

export async function updateChannel(
  trx: Kysely<Schema>,
  id: number,
  change: ChannelChange,
): Promise<ChannelRow | undefined> {
  return await trx
    .updateTable('channels')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function removeChannel(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('channels').where('id', '=', id).execute()
  await deleteLimitsOf(trx, 'channel', [id])
  await forgetUpstreamModels(trx, [id])
}

/** Final for all of them; what they were is returned. Routing rows and limits go with them. */
export async function removeChannels(
  trx: Kysely<Schema>,
  ids: readonly number[],
): Promise<ChannelRow[]> {
  await deleteLimitsOf(trx, 'channel', ids)
  await forgetUpstreamModels(trx, ids)
  return await trx.deleteFrom('channels').where('id', 'in', ids).returningAll().execute()
}

export async function channelNames(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function channelsByIds(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ChannelRow[]> {
  return await reader
    .selectFrom('channels')
    .selectAll()
    .select(USED_NOW)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

export async function channelsTagged(lists: Lists, tag: string): Promise<ChannelRow[]> {
  return await lists
    .selectFrom('channels')
    .selectAll()
    .select(USED_NOW)
    .where('tag', '=', tag)
    .orderBy('id')
    .execute()
}

export async function channelIdsOfStatus(
  lists: Lists,
  statuses: readonly number[],
): Promise<number[]> {
  const rows = await lists
    .selectFrom('channels')
    .select('id')
    .where('status', 'in', statuses)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What a walk over the lists of upstreams has to know of those in use. */
export async function enabledChannelSettings(
  lists: Lists,
): Promise<readonly Pick<ChannelRow, 'id' | 'type' | 'other' | 'setting'>[]> {
  return await lists
    .selectFrom('channels')
    .select(['id', 'type', 'other', 'setting'])
    .where('status', '=', CHANNEL_STATUS.enabled)
    .orderBy('id')
    .execute()
}

/** Ids of those whose freezing is over. */
export async function frozenChannelsDue(lists: Lists, seconds: number): Promise<readonly number[]> {
  const rows = await lists
    .selectFrom('channels')
    .select('id')
    .where('frozen_until', '>', 0)
    .where('frozen_until', '<=', seconds)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface ChannelFilter extends Filter<typeof channelFields> {
  /** Part of the name; all digits match the id as well. */
  readonly keyword?: string | undefined
  /** Keyed hash of the full key typed into the search box. */
  readonly keyHash?: string | undefined
  /** Part of a model name. */
  readonly model?: string | undefined
  /** Exact group. */
  readonly group?: string | undefined
  readonly type?: number | undefined
  readonly status?: number | undefined
  /** `null` for those without one. */
  readonly tag?: string | null | undefined
}

type ChannelQuery<O> = SelectQueryBuilder<Schema, 'channels', O>

function narrowed<O>(query: ChannelQuery<O>, filter: ChannelFilter): ChannelQuery<O> {
  let narrow = query
  for (const condition of fieldsAre(channelFields, filter)) narrow = narrow.where(condition)
  const keyword = filter.keyword?.trim() ?? ''
  if (keyword !== '') {
    narrow = narrow.where((e) =>
      e.or([
        containsText(e.ref('name'), keyword),
        ...(/^\d{1,15}$/.test(keyword) ? [e('id', '=', Number(keyword))] : []),
        ...(filter.keyHash === undefined ? [] : [e('key_hash', '=', filter.keyHash)]),
      ]),
    )
  }
  const { model, group } = filter
  if (model !== undefined && model !== '') {
    narrow = narrow.where((e) => containsText(e.ref('models'), model))
  }
  if (group !== undefined && group !== '') {
    narrow = narrow.where((e) => listHasEntry(e.ref('group'), group))
  }
  if (filter.type !== undefined) {
    narrow = narrow.where('type', '=', filter.type)
  }
  const { tag } = filter
  if (tag !== undefined) {
    narrow = tag === null ? narrow.where('tag', 'is', null) : narrow.where('tag', '=', tag)
  }
  return filter.status === undefined ? narrow : narrow.where('status', '=', filter.status)
}

export type ChannelOrder = 'priority' | 'id'

type Sorted = SortName<typeof channelFields>
export type ChannelSort = RowOrder<Sorted>

interface ChannelWindow {
  readonly limit: number
  readonly offset: number
  readonly order: ChannelOrder
  /** Wins over `order`. */
  readonly sort?: ChannelSort | undefined
}

/** Highest priority first, newest first, or as sorted; ties by newest. */
export async function listChannels(
  lists: Lists,
  filter: ChannelFilter,
  page: ChannelWindow,
): Promise<ChannelRow[]> {
  let query = narrowed(lists.selectFrom('channels').selectAll().select(USED_NOW), filter)
  if (page.sort !== undefined) {
    query = query.orderBy(sql.ref(`channels.${page.sort.column}`), page.sort.direction)
  } else if (page.order === 'priority') {
    query = query.orderBy('priority', 'desc')
  }
  return await query.orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute()
}

export async function countChannels(lists: Lists, filter: ChannelFilter): Promise<number> {
  const query = lists.selectFrom('channels').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Tags of the channels that the filter finds, by name. */
export async function listTags(
  lists: Lists,
  filter: ChannelFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const query = narrowed(lists.selectFrom('channels').select('tag').distinct(), filter)
  const rows = await query
    .where('tag', 'is not', null)
    .orderBy('tag')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.flatMap(({ tag }) => (tag === null ? [] : [tag]))
}

export async function countTags(lists: Lists, filter: ChannelFilter): Promise<number> {
  const query = lists
    .selectFrom('channels')
    .select((e) => e.fn.count<number>('tag').distinct().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Every channel of these tags, in the order of the list they are shown in. */
export async function channelsOfTags(
  lists: Lists,
  tags: readonly string[],
  order: ChannelOrder,
): Promise<ChannelRow[]> {
  if (tags.length === 0) return []
  let query = lists.selectFrom('channels').selectAll().select(USED_NOW).where('tag', 'in', tags)
  if (order === 'priority') {
    query = query.orderBy('priority', 'desc')
  }
  return await query.orderBy('id', 'desc').execute()
}

/** What routes and makes a call; nothing that changes with every call or test. */
const RELAY_COLUMNS = [
  ...(['id', 'type', 'name', 'status', 'key_sealed', 'base_url', 'openai_organization'] as const),
  ...(['other', 'weight', 'priority', 'auto_ban', 'model_mapping', 'status_code_mapping'] as const),
  ...(['param_override', 'setting', 'proxy_sealed', 'allow_private', 'group', 'models'] as const),
  ...(['keys', 'key_mode', 'revived_at', 'created_time'] as const),
] as const

export type RelayChannelRow = Pick<ChannelRow, (typeof RELAY_COLUMNS)[number]>

/** In the order of ids, disabled ones included: a pinned call must learn which it is. */
export async function relayChannelsAfter(
  reader: Kysely<Schema>,
  afterId: number,
  limit: number,
): Promise<RelayChannelRow[]> {
  return await reader
    .selectFrom('channels')
    .select(RELAY_COLUMNS)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function relayChannelsById(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<RelayChannelRow[]> {
  return await reader.selectFrom('channels').select(RELAY_COLUMNS).where('id', 'in', ids).execute()
}

/** Every channel there is, with all that is known of it. */
export async function allChannels(reader: Kysely<Schema>): Promise<ChannelRow[]> {
  return await reader.selectFrom('channels').selectAll().select(USED_NOW).orderBy('id').execute()
}

export interface OpenProxy {
  readonly id: number
  readonly setting: string
}

/** Of older releases: `setting` may have a password in the address of a proxy. */
export async function channelsWithOpenProxies(reader: Kysely<Schema>): Promise<OpenProxy[]> {
  return await reader
    .selectFrom('channels')
    .select(['id', 'setting'])
    .where('setting', 'like', '%@%')
    .where('proxy_sealed', '=', '')
    .execute()
}

/** Leaves a channel alone that somebody has changed since it was read. */
export async function putSealedProxy(
  trx: Kysely<Schema>,
  {
    id,
    before,
    setting,
    proxy_sealed,
  }: OpenProxy & { readonly before: string; readonly proxy_sealed: string },
): Promise<void> {
  await trx
    .updateTable('channels')
    .set({ setting, proxy_sealed })
    .where('id', '=', id)
    .where('setting', '=', before)
    .execute()
}

/** Types and models, with commas between them, of channels that are in use. */
export async function enabledChannelModels(
  reader: Kysely<Schema>,
): Promise<readonly { readonly type: number; readonly models: string }[]> {
  return await reader
    .selectFrom('channels')
    .select(['type', 'models'])
    .where('status', '=', CHANNEL_STATUS.enabled)
    .execute()
}
