import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { ROLE } from '../../server/domain/accounts/roles'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { ChartsTable } from '../schema/usage'

export type ChartRow = Selectable<ChartsTable>

export interface NamedChart extends ChartRow {
  /** Name of its owner. */
  readonly username: string
}

/** The own ones in the order they were made, then what administrators share. */
export async function chartsFor(
  lists: Lists,
  userId: number,
  seesShared: boolean,
): Promise<NamedChart[]> {
  const rows = await lists
    .selectFrom('charts')
    .innerJoin('users', 'users.id', 'charts.user_id')
    .selectAll('charts')
    .select('users.username')
    .where((e) =>
      e.or([
        e('charts.user_id', '=', userId),
        ...(seesShared
          ? [
              e.and([
                e('charts.shared', '=', 1),
                e('users.role', '>=', ROLE.admin),
                e('users.deleted_at', 'is', null),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('charts.id')
    .execute()
  return [
    ...rows.filter((row) => row.user_id === userId),
    ...rows.filter((row) => row.user_id !== userId),
  ]
}

export async function countChartsOf(reader: Kysely<Schema>, userId: number): Promise<number> {
  const row = await reader
    .selectFrom('charts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertChart(
  trx: Kysely<Schema>,
  chart: Omit<Insertable<ChartsTable>, 'id'>,
): Promise<ChartRow> {
  return await trx.insertInto('charts').values(chart).returningAll().executeTakeFirstOrThrow()
}

/** `undefined` for one that is not there, or is somebody else's. */
export async function updateChart(
  trx: Kysely<Schema>,
  { id, userId }: { readonly id: number; readonly userId: number },
  change: Updateable<ChartsTable>,
): Promise<ChartRow | undefined> {
  return await trx
    .updateTable('charts')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** Whether there was one of this user. */
export async function deleteChart(
  trx: Kysely<Schema>,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<boolean> {
  const rows = await trx
    .deleteFrom('charts')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.length > 0
}
