/** The PostgreSQL engine: one pool for everything; several gateways may share the database. */
import { SQL } from 'bun'
import { Kysely, sql } from 'kysely'
import { decodeChanges, encodeChanges } from './changes/collector'
import { type BeforeCommit, LocalBus } from './changes/local-bus'
import type { Db, OpenOptions } from './db'
import type { DurableTransaction } from './durable'
import { GroupedLedger } from './hot-ledger'
import { ListReader } from './lists'
import { BunPostgresDialect } from './postgres/dialect'
import { PostgresLedgerStore } from './postgres/hot-ledger'
import type { Schema } from './schema'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_SECONDS = 10
/** Told to every gateway on the database when one of them has changed something. */
const CHANGE_CHANNEL = 'gw_changed'

export async function openPostgres(url: string, options: OpenOptions): Promise<Db> {
  const pool = new SQL(url, {
    max: POOL_SIZE,
    connectionTimeout: CONNECT_TIMEOUT_SECONDS,
    connection: options.readonly ? { default_transaction_read_only: 'on' } : {},
  })
  const dialect = new BunPostgresDialect(pool)
  const kysely = new Kysely<Schema>({ dialect })
  const instance = crypto.randomUUID()
  const bus = new LocalBus()
  let version = 0
  const subscription = await pool
    .listen(
      CHANGE_CHANNEL,
      (text) => {
        const notice = decodeChanges(text)
        if (notice === undefined) version += 1
        else if (notice.from !== instance) bus.publish(notice.changes)
      },
      // Also after a lost connection: what happened meanwhile is unknown, so assume a change.
      () => {
        version += 1
      },
    )
    .catch(async (cause: unknown) => {
      await pool.close()
      throw new Error(`${placeOf(url)}: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      })
    })
  const ledger = new GroupedLedger(new PostgresLedgerStore(kysely, instance))
  // Delivered by the server when, and only when, this commits. Transactions with a notice wait
  // for each other, so most have none.
  const notify: BeforeCommit = (trx, changes) =>
    sql`select pg_notify(${CHANGE_CHANNEL}, ${encodeChanges(changes, instance)})`.execute(trx)
  const transaction: Db['transaction'] = (run) => bus.transact(kysely, run, notify)
  return {
    kind: 'postgres',
    file: undefined,
    node: instance,
    kysely,
    reader: kysely,
    // The database works by itself, and the loop goes on meanwhile.
    lists: new ListReader({ dialect }),
    transaction,
    durably: (run) =>
      transaction(async (trx) => {
        // What the server does by default, unless somebody has told it otherwise.
        await sql`set local synchronous_commit = on`.execute(trx)
        return await run(trx as DurableTransaction)
      }),
    bus,
    dataVersion: () => version,
    place: () => 'there',
    ledger,
    async close() {
      await ledger.idle()
      await subscription.unlisten()
      await pool.close()
    },
  }
}

/** Where the database was looked for, without the password. */
function placeOf(url: string): string {
  const host = URL.parse(url)?.host || 'the default host'
  return `PostgreSQL at ${host}`
}
