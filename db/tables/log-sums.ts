/** What the log adds up to: failures by the hour, and who spent what. */
import { sql } from 'kysely'
import { LOG_TYPE } from '../../server/domain/status'
import type { Lists } from '../lists'
import type { HourRange } from './usage-hours'

const HOUR = 3600

export interface FailedHour {
  /** Epoch seconds at which the hour began. */
  readonly created_at: number
  readonly count: number
}

/** Hours without failures are left out. The index alone answers it. */
export async function failedHours(lists: Lists, { from, to }: HourRange): Promise<FailedHour[]> {
  const rows = await lists
    .selectFrom('logs')
    .select((e) => [
      e('created_at', '-', e('created_at', '%', HOUR)).as('hour'),
      e.fn.countAll<number>().as('count'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where('type', '=', LOG_TYPE.error)
    .groupBy('hour')
    .orderBy('hour')
    .execute()
  return rows.map(({ hour, count }) => ({ created_at: Number(hour), count: Number(count) }))
}

/** Where the newest rows of a time begin that may be looked through, so that there are no more. */
export async function boundedStart(
  lists: Lists,
  { from, to }: HourRange,
  most: number,
): Promise<number> {
  const oldest = await lists
    .selectFrom('logs')
    .select('created_at')
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst()
  // Rows of the oldest second itself are left out, so that the bound is one.
  return oldest === undefined ? from : oldest.created_at + 1
}

export interface Spender {
  readonly kind: 'user' | 'token' | 'model'
  /** Of the user or token; 0 for models. */
  readonly id: number
  readonly name: string
  /** Of a token: whose it is. */
  readonly owner: string
  readonly quota: number
  readonly count: number
}

/** What sums are added up by; rows without an id are told apart by their names. */
const KINDS: Readonly<Record<Spender['kind'], Readonly<Record<'id' | 'name' | 'owner', string>>>> =
  {
    user: { id: 'user_id', name: 'username', owner: "''" },
    token: { id: 'token_id', name: 'token_name', owner: 'username' },
    model: { id: '0', name: 'model_name', owner: "''" },
  }

/**
 * The `most` who spent most, of each kind, under the names that the rows were written with. Added
 * up where the rows are: there may be a hundred thousand sums of which thirty are asked for.
 */
export async function largestSpenders(
  lists: Lists,
  { from, to }: HourRange,
  most: number,
): Promise<Spender[]> {
  const largest = Object.entries(KINDS).map(([kind, { id, name, owner }]) => {
    const [idOf, nameOf, ownerOf] = [sql.raw(id), sql.raw(name), sql.raw(owner)]
    return sql`select * from (
      select ${sql.lit(kind)} as kind, max(${idOf}) as id, max(${nameOf}) as name,
        max(${ownerOf}) as owner, sum(quota) as quota, sum(calls) as calls
      from spent group by ${idOf} + 0, case when ${idOf} = 0 then ${nameOf} else '' end
      order by sum(quota) desc, sum(calls) desc limit ${sql.lit(most)}
    ) as ${sql.ref(`${kind}s`)}`
  })
  const { rows } = await sql<Omit<Spender, 'count'> & { readonly calls: number }>`
    with spent as (
      select user_id, token_id, model_name, max(username) as username,
        max(token_name) as token_name, sum(quota) as quota, count(*) as calls
      from logs
      where created_at >= ${from} and created_at <= ${to} and type = ${LOG_TYPE.consumption}
      group by user_id, token_id, model_name
    ) ${sql.join(largest, sql` union all `)}`.execute(lists)
  return rows.map(({ id, quota, calls, ...row }) => ({
    ...row,
    id: Number(id),
    quota: Number(quota),
    count: Number(calls),
  }))
}
