/** The PostgreSQL engine; several gateways may share the database. */
import type { SQL } from 'bun'
import { Kysely, sql } from 'kysely'
import { decodeChanges, encodeChanges } from './changes/collector'
import { LocalBus } from './changes/local-bus'
import type { Db, OpenOptions } from './db'
import type { DurableTransaction } from './durable'
import { GroupedLedger } from './hot-ledger'
import { ListReader } from './lists'
import { ChangeWatch } from './postgres/change-watch'
import { BunPostgresDialect } from './postgres/dialect'
import { PostgresLedgerStore } from './postgres/hot-ledger'
import { crampedNote, openPools, type Pools, type PoolsOf } from './postgres/pools'
import type { Schema } from './schema'

/** Sent to every gateway on the database when one of them has changed something. */
const CHANGE_CHANNEL = 'gw_changed'
/** What a process sends to itself, to see whether notices arrive. */
const GREETING = 'hello '
/** A server delivers to its listeners within milliseconds. */
const ECHO_MS = 1000

export async function openPostgres(url: string, options: OpenOptions): Promise<Db> {
  const of = options.isWorker === true ? 'worker' : 'whole'
  const pools = await openPools(url, { of, isReadonly: options.readonly === true })
  const kysely = new Kysely<Schema>({ dialect: new BunPostgresDialect(pools.control) })
  const instance = options.node ?? crypto.randomUUID()
  const bus = new LocalBus('postgres')
  const watch = new ChangeWatch(pools.control)
  const isServer = options.readerThreads !== undefined
  const listening = listenOn({ pools, of, bus, watch, instance, isServer })
  const { unlisten, warnings } = await listening.catch(async (cause: unknown) => {
    await watch.stop()
    await pools.close()
    throw new Error(`${placeOf(url)}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  })
  const money = new Kysely<Schema>({ dialect: new BunPostgresDialect(pools.money) })
  const ledger = new GroupedLedger(new PostgresLedgerStore(money, instance))
  const transaction: Db['transaction'] = async (run) => {
    let made: number | undefined
    // Delivered by the server when, and only when, this commits. Transactions with a notice wait
    // for each other, so most have none.
    const done = await bus.transact(kysely, run, async (trx, changes) => {
      made = await countChange(trx)
      const notice = encodeChanges(changes, { from: instance, count: made })
      await sql`select pg_notify(${CHANGE_CHANNEL}, ${notice})`.execute(trx)
    })
    if (made !== undefined) watch.seen(made)
    return done
  }
  return {
    kind: 'postgres',
    file: undefined,
    node: instance,
    kysely,
    reader: kysely,
    // The database works by itself, and the loop goes on meanwhile.
    lists: new ListReader({ dialect: new BunPostgresDialect(pools.lists) }),
    months: undefined,
    logStore: options.logStore,
    transaction,
    durably: (run) =>
      transaction(async (trx) => {
        // What the server does by default, unless somebody has configured it otherwise.
        await sql`set local synchronous_commit = on`.execute(trx)
        return await run(trx as DurableTransaction)
      }),
    bus,
    dataVersion: () => watch.unknown,
    place: () => 'there',
    warnings,
    ledger,
    async close() {
      await ledger.idle()
      await watch.stop()
      await unlisten()
      await pools.close()
    },
  }
}

/** `undefined` while the database is older than the count. */
async function countChange(trx: Kysely<Schema>): Promise<number | undefined> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('change_count') is not null as is_there`.execute(trx)
  if (rows[0]?.is_there !== true) return undefined
  const row = await trx
    .updateTable('change_count')
    .set(({ eb }) => ({ count: eb('count', '+', 1) }))
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

interface Listening {
  readonly pools: Pools
  readonly of: PoolsOf
  readonly bus: LocalBus
  readonly watch: ChangeWatch
  readonly instance: string
  /** A command is over before anybody could do something about a warning. */
  readonly isServer: boolean
}

async function listenOn({ pools, of, bus, watch, instance, isServer }: Listening) {
  const { control } = pools
  const echo = Promise.withResolvers<true>()
  const subscription = await control.listen(
    CHANGE_CHANNEL,
    (text) => {
      if (text === `${GREETING}${instance}`) echo.resolve(true)
      if (text.startsWith(GREETING)) return
      const notice = decodeChanges(text)
      if (notice === undefined) return watch.missed()
      if (notice.count !== undefined) watch.seen(notice.count)
      if (notice.from !== instance) bus.publish(notice.changes)
    },
    // Also after a lost connection: what happened meanwhile is unknown, so assume a change.
    () => watch.missed(),
  )
  const greeting = { text: `${GREETING}${instance}`, echo: echo.promise }
  // What is read from here on is compared with the count as it is now.
  if (isServer) await watch.polled()
  const notes = isServer ? [await crampedNote(control, of), await deafNote(control, greeting)] : []
  return {
    unlisten: () => subscription.unlisten(),
    warnings: notes.filter((note) => note !== undefined),
  }
}

interface Greeting {
  readonly text: string
  readonly echo: Promise<true>
}

/** Why nothing that is sent to the channel comes back; `undefined` where it does. */
async function deafNote(pool: SQL, { text, echo }: Greeting): Promise<string | undefined> {
  await pool`select pg_notify(${CHANGE_CHANNEL}, ${text})`
  const hears = await Promise.race([echo, Bun.sleep(ECHO_MS)])
  if (hears === true) return undefined
  return (
    'PostgreSQL does not deliver notices here, which a pooler in transaction mode keeps it ' +
    'from: changes of other nodes are noticed by a count that is read every 300 ms'
  )
}

/** Where the database was looked for, without the password. */
function placeOf(url: string): string {
  const host = URL.parse(url)?.host || 'the default host'
  return `PostgreSQL at ${host}`
}
