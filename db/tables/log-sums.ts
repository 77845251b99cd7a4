/** What the log adds up to: failures by the hour, and who spent what. */
import { sql } from 'kysely'
import { LOG_TYPE } from '../../server/domain/status'
import type { Lists } from '../lists'
import { type LogFilter, narrowed } from './log-filter'
import type { LogRow } from './logs'

const HOUR = 3600

export interface FailedHour {
  /** Epoch seconds at which the hour began. */
  readonly created_at: number
  readonly count: number
}

/** Hours without failures are left out. The index alone answers it. */
export async function failedHours(lists: Lists, filter: LogFilter): Promise<FailedHour[]> {
  const query = lists
    .selectFrom('logs')
    .select((e) => [
      e('created_at', '-', e('created_at', '%', HOUR)).as('hour'),
      e.fn.countAll<number>().as('count'),
    ])
  const rows = await narrowed(query, { ...filter, type: LOG_TYPE.error })
    .groupBy('hour')
    .orderBy('hour')
    .execute()
  return rows.map(({ hour, count }) => ({ created_at: Number(hour), count: Number(count) }))
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

/** What sums are added up by; rows without an id are distinguished by their names. */
const KINDS: Readonly<Record<Spender['kind'], Readonly<Record<'id' | 'name' | 'owner', string>>>> =
  {
    user: { id: 'user_id', name: 'username', owner: "''" },
    token: { id: 'token_id', name: 'token_name', owner: 'username' },
    model: { id: '0', name: 'model_name', owner: "''" },
  }

/** Whose calls of which model came to what. */
export type SpentRow = Pick<LogRow, SpentColumn> & {
  readonly quota: number
  readonly calls: number
}

type SpentColumn = 'user_id' | 'token_id' | 'model_name' | 'username' | 'token_name'

function spentIn(lists: Lists, filter: LogFilter) {
  const query = lists
    .selectFrom('logs')
    .select((e) => [
      ...(['user_id', 'token_id', 'model_name'] as const),
      e.fn.max('username').as('username'),
      e.fn.max('token_name').as('token_name'),
      e.fn.sum<number>('quota').as('quota'),
      e.fn.countAll<number>().as('calls'),
    ])
  const calls = narrowed(query, { ...filter, type: LOG_TYPE.consumption })
  return calls.groupBy(['user_id', 'token_id', 'model_name'])
}

/** All of it: there may be a hundred thousand. */
export async function spentRows(lists: Lists, filter: LogFilter): Promise<SpentRow[]> {
  const rows = await spentIn(lists, filter).execute()
  return rows.map((row) => ({ ...row, quota: Number(row.quota), calls: Number(row.calls) }))
}

/**
 * The `most` who spent most, of each kind, under the names that the rows were written with. Added
 * up where the rows are: there may be a hundred thousand sums of which thirty are requested.
 */
export async function largestSpenders(
  lists: Lists,
  filter: LogFilter,
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
    with spent as ${spentIn(lists, filter)} ${sql.join(largest, sql` union all `)}`.execute(lists)
  return rows.map(({ id, quota, calls, ...row }) => ({
    ...row,
    id: Number(id),
    quota: Number(quota),
    count: Number(calls),
  }))
}
