/**
 * Events within sliding windows, counted by all nodes of a PostgreSQL database together and by its
 * clock. A window is counted in sixty parts: an event may count a sixtieth of it too long, never
 * too short.
 */
import { sql } from 'kysely'
import type { Db } from '../db'
import { anyOf, rowsAs } from './sets'
import { PERMIT_LOCK } from './valkey-permit'

const PARTS = 60

export interface EventQuestion {
  readonly key: string
  /** Events that want to be counted. */
  readonly wanted: number
  /** At most so many within the window. */
  readonly most: number
  /** Of these, what Valkey may count while it has the permit: they are not counted here then. */
  readonly lent: number
  readonly windowMs: number
}

export interface EventAnswer {
  readonly key: string
  /** How many of them were counted. */
  readonly counted: number
  /** Where, for giving one back. */
  readonly begins_at: number
  /** Until the oldest part leaves the window. */
  readonly retry_ms: number
}

const QUESTION = {
  key: 'text',
  wanted: 'bigint',
  most: 'bigint',
  lent: 'bigint',
  window_ms: 'bigint',
} as const

/** Each key once. All of them in one turn, whoever else asks meanwhile. */
export async function countEvents(
  db: Db,
  questions: readonly EventQuestion[],
): Promise<readonly EventAnswer[]> {
  const rows = questions.map(({ windowMs, ...each }) => ({ ...each, window_ms: windowMs }))
  const asked = rowsAs(rows, QUESTION)
  return await db.kysely.transaction().execute(async (trx) => {
    // Seen by the next statement: what this one has waited for.
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(PERMIT_LOCK)}),
        pg_advisory_xact_lock(hashtextextended(key, 0))
      from (select d.key from ${asked} order by d.key) as k`.execute(trx)
    const answer = await sql<EventAnswer>`
      with moment as (
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms,
          -- Not later than what this statement sees of the permit.
          (extract(epoch from statement_timestamp()) * 1000)::bigint as began_ms
      ), used as (
        select d.key, d.wanted, d.window_ms, m.ms,
          d.most - case when p.until_at + d.window_ms > m.began_ms then d.lent else 0 end as most,
          greatest(1, d.window_ms / ${sql.lit(PARTS)}) as part,
          coalesce(sum(c.used), 0)::bigint as used,
          coalesce(min(c.until_at) - m.ms, d.window_ms) as retry_ms
        from ${asked} cross join moment m
          left join valkey_permit p on p.id = 1
          left join event_counts c on c.key = d.key and c.until_at > m.ms and c.used > 0
        group by d.key, d.wanted, d.most, d.lent, d.window_ms, p.until_at, m.ms, m.began_ms
      ), counted as (
        select key, least(wanted, greatest(0, most - used)) as n, ms - ms % part as begins_at,
          ms - ms % part + part + window_ms as until_at, retry_ms
        from used
      ), written as (
        insert into event_counts (key, begins_at, until_at, used)
          select key, begins_at, until_at, n from counted where n > 0
          on conflict (key, begins_at) do update set used = event_counts.used + excluded.used
      )
      select key, n as counted, begins_at, retry_ms from counted`.execute(trx)
    return answer.rows
  })
}

/**
 * How many events of each key were counted until then (epoch ms) and are within their windows, a
 * part that had begun then with all that it has; keys without any are left out.
 */
export async function countedEvents(
  db: Db,
  { keys, until }: { readonly keys: readonly string[]; readonly until: number },
): Promise<ReadonlyMap<string, number>> {
  const counted = await sql<{ key: string; used: number }>`
    select key, sum(used)::bigint as used from event_counts
    where key = ${anyOf(keys, 'text')} and begins_at <= ${until}::bigint
      and until_at > (extract(epoch from clock_timestamp()) * 1000)::bigint
    group by key`.execute(db.kysely)
  return new Map(counted.rows.map(({ key, used }) => [key, Number(used)]))
}

/** Undoes one event. */
export async function giveEventBack(db: Db, key: string, beginsAt: number): Promise<void> {
  await sql`update event_counts set used = greatest(0, used - 1)
    where key = ${key} and begins_at = ${beginsAt}`.execute(db.kysely)
}

/** Undoes the newest events, whoever counted them. */
export async function releaseEvents(db: Db, key: string, count: number): Promise<void> {
  await sql`with newer as (
      select begins_at, used, sum(used) over (order by begins_at desc) - used as before
      from event_counts where key = ${key}
    )
    update event_counts c set used = greatest(0, c.used - greatest(0, ${count} - n.before))
      from newer n where c.key = ${key} and c.begins_at = n.begins_at`.execute(db.kysely)
}

/** Deletes parts that lie outside of every window. */
export async function purgeEvents(db: Db): Promise<void> {
  if (db.kind !== 'postgres') return
  await sql`delete from event_counts
    where until_at < (extract(epoch from clock_timestamp()) * 1000)::bigint`.execute(db.kysely)
}
