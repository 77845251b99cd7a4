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

/** Models that some enabled channel offers, by name. */
export async function enabledModels(lists: Lists): Promise<string[]> {
  const rows = await lists
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('enabled', '=', 1)
    .orderBy('model')
    .execute()
  return rows.map(({ model }) => model)
}

/** Models that some enabled channel offers to one of the groups, by name. */
export async function modelsOfGroups(lists: Lists, groups: readonly string[]): Promise<string[]> {
  if (groups.length === 0) return []
  const rows = await lists
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('enabled', '=', 1)
    .where('group', 'in', groups)
    .orderBy('model')
    .execute()
  return rows.map(({ model }) => model)
}

export interface Route {
  readonly model: string
  /** How many enabled channels offer it. */
  readonly channels: number
}

/** What calls of a group can be sent to, by name of the model. */
export async function routesOf(lists: Lists, group: string): Promise<Route[]> {
  const rows = await lists
    .selectFrom('abilities')
    .select((e) => ['model', e.fn.countAll<number>().as('channels')])
    .where('enabled', '=', 1)
    .where('group', '=', group)
    .groupBy('model')
    .orderBy('model')
    .execute()
  return rows.map(({ model, channels }) => ({ model, channels: Number(channels) }))
}

/** Which of the groups have which model from some enabled channel, each pair once. */
export async function enabledAbilities(
  lists: Lists,
  groups: readonly string[],
): Promise<Pick<AbilityRow, 'group' | 'model'>[]> {
  if (groups.length === 0) return []
  return await lists
    .selectFrom('abilities')
    .select(['group', 'model'])
    .distinct()
    .where('enabled', '=', 1)
    .where('group', 'in', groups)
    .execute()
}
