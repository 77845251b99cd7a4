/**
 * Connections by what they are for, so that ten slow pages stop neither the ledger nor a
 * change of prices.
 */
import { SQL } from 'bun'
import { connectionOptions } from './connection'

/** Of one process, and one more that listens. A worker's money is its writer's. */
const POOLS = {
  whole: { money: 3, control: 4, lists: 3 },
  worker: { money: 0, control: 2, lists: 1 },
} as const
export type PoolsOf = keyof typeof POOLS
const LISTENERS = 1

const CONNECT_TIMEOUT_SECONDS = 10
/** What a page waits for; longer questions are exports, which read in slices. */
const LIST_TIMEOUT_MS = 30_000

/** A process that was stopped within a transaction holds its rows no longer than this. */
const PAUSED_MS = 60_000

export interface Pools {
  /** Holds and settlements. */
  readonly money: SQL
  /** Transactions of people and jobs, rows by their key, and the listener. */
  readonly control: SQL
  /** Lists, searches, sums; nothing is written there, and nothing takes for ever. */
  readonly lists: SQL
  readonly close: () => Promise<void>
}

export async function openPools(
  url: string,
  { of, isReadonly }: { readonly of: PoolsOf; readonly isReadonly: boolean },
): Promise<Pools> {
  const sizes = POOLS[of]
  const found = await connectionOptions(url, process.env)
  const open = (max: number, connection: Readonly<Record<string, string>>) =>
    new SQL(url, { ...found, max, connectionTimeout: CONNECT_TIMEOUT_SECONDS, connection })
  const reading = { default_transaction_read_only: 'on' }
  const patient = { idle_in_transaction_session_timeout: String(PAUSED_MS) }
  const writing = isReadonly ? { ...patient, ...reading } : patient
  const pools = {
    // Opened by its first query.
    money: open(Math.max(1, sizes.money), writing),
    control: open(sizes.control, writing),
    lists: open(sizes.lists, { ...reading, statement_timeout: String(LIST_TIMEOUT_MS) }),
  }
  return {
    ...pools,
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

/** Why another process of ours may find no connection; `undefined` while there is room. */
export async function crampedNote(pool: SQL, of: PoolsOf): Promise<string | undefined> {
  const wanted = Object.values(POOLS[of]).reduce<number>((sum, size) => sum + size, LISTENERS)
  const [row] = await pool`
    select current_setting('max_connections')::int - reserved.slots as most,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as taken
    from (select current_setting('superuser_reserved_connections')::int as slots) reserved`
  const [most, taken] = [Number(row?.most), Number(row?.taken)]
  if (!(most - taken < wanted)) return undefined
  return (
    `PostgreSQL takes ${most} connections and has ${taken}; this process may need ` +
    `${wanted}: raise max_connections or run fewer nodes`
  )
}
