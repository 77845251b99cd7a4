import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Lists } from '../lists'
import type { AbilitiesTable, Schema } from '../schema'

export type AbilityRow = Selectable<AbilitiesTable>

/** SQLite binds a limited number of values per statement; 7 per row. */
const ROWS_PER_INSERT = 500

/** Replaces every routing row of one channel. */
export async function replaceAbilities(
  trx: Kysely<Schema>,
  channelId: number,
  rows: readonly Insertable<AbilitiesTable>[],
): Promise<void> {
  await removeAbilities(trx, channelId)
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const part = rows.slice(start, start + ROWS_PER_INSERT)
    await trx.insertInto('abilities').values(part).execute()
  }
}

export async function removeAbilities(trx: Kysely<Schema>, channelId: number): Promise<void> {
  await trx.deleteFrom('abilities').where('channel_id', '=', channelId).execute()
}

export async function abilitiesOf(
  reader: Kysely<Schema>,
  channelId: number,
): Promise<AbilityRow[]> {
  return await reader
    .selectFrom('abilities')
    .selectAll()
    .where('channel_id', '=', channelId)
    .execute()
}

export interface Route {
  readonly group: string
  readonly model: string
  /** Id of the channel type, and the text of model_mapping. */
  readonly type: number
  readonly model_mapping: string
  /** Fact of the type: which operations have a path, for some. */
  readonly other: string
  /** "" for the type's own; some types have none. */
  readonly base_url: string
  /** How many enabled channels alike in all of this offer it. */
  readonly channels: number
}

/**
 * What enabled channels offer, to the groups or to all. Whether the type of a channel can be
 * asked for the model at all is decided by more than SQL knows.
 */
export async function enabledRoutes(
  lists: Lists,
  groups: readonly string[] | 'all',
): Promise<Route[]> {
  if (groups.length === 0) return []
  let query = lists
    .selectFrom('abilities')
    .innerJoin('channels', 'channels.id', 'abilities.channel_id')
    .select((e) => [
      'abilities.group',
      'abilities.model',
      'channels.type',
      'channels.model_mapping',
      'channels.other',
      'channels.base_url',
      e.fn.countAll<number>().as('channels'),
    ])
    .where('abilities.enabled', '=', 1)
  if (groups !== 'all') query = query.where('abilities.group', 'in', groups)
  const rows = await query
    .groupBy([
      'abilities.group',
      'abilities.model',
      'channels.type',
      'channels.model_mapping',
      'channels.other',
      'channels.base_url',
    ])
    .orderBy('abilities.model')
    .execute()
  return rows.map((row) => ({ ...row, channels: Number(row.channels) }))
}

export interface ModelChannels {
  readonly model: string
  /** Channels that have it, whatever their state. */
  readonly channels: number
  /** Those among them that are enabled. */
  readonly enabled: number
}

/** How many channels have each model, by name. */
export async function channelsByModel(lists: Lists): Promise<ModelChannels[]> {
  const rows = await lists
    .selectFrom('abilities')
    .select((e) => [
      'model',
      e.fn.count<number>('channel_id').distinct().as('channels'),
      e.fn
        .count<number>(e.case().when('enabled', '=', 1).then(e.ref('channel_id')).end())
        .distinct()
        .as('enabled'),
    ])
    .groupBy('model')
    .orderBy('model')
    .execute()
  return rows.map(({ model, channels, enabled }) => ({
    model,
    channels: Number(channels),
    enabled: Number(enabled),
  }))
}

const MOST_MODELS = 500

/** Offered by channels of which none is enabled, by name. */
export async function modelsWithoutChannel(lists: Lists): Promise<string[]> {
  const rows = await lists
    .selectFrom('abilities')
    .select('model')
    .groupBy('model')
    .having((e) => e(e.fn.max('enabled'), '=', 0))
    .orderBy('model')
    .limit(MOST_MODELS)
    .execute()
  return rows.map(({ model }) => model)
}

/** Which channels have these models, enabled or not; each pair once. */
export async function channelsOfModels(
  lists: Lists,
  models: readonly string[],
): Promise<readonly { readonly model: string; readonly channel_id: number }[]> {
  if (models.length === 0) return []
  return await lists
    .selectFrom('abilities')
    .select(['model', 'channel_id'])
    .distinct()
    .where('model', 'in', models)
    .orderBy('channel_id')
    .execute()
}

/** What channels of the groups have, whether they are enabled or not. */
export async function modelsOffered(lists: Lists, groups: readonly string[]): Promise<string[]> {
  if (groups.length === 0) return []
  const rows = await lists
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('group', 'in', groups)
    .execute()
  return rows.map(({ model }) => model)
}
