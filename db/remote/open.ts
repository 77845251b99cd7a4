/** The database as a worker process knows it: it reads by itself, and the writer writes. */
import { Kysely } from 'kysely'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { LocalBus } from '../changes/local-bus'
import type { Db, OpenOptions } from '../db'
import { openDatabase } from '../open'
import type { Schema } from '../schema'
import { RemoteDialect } from './dialect'
import { RemoteLedger } from './ledger'
import type { Writer } from './writer'

export interface RemoteOpening extends OpenOptions {
  readonly writer: Writer
  /** Name of this process among those of the gateway. */
  readonly node: string
}

/**
 * On PostgreSQL only the ledger is the writer's, so that the batches of all workers are one; for
 * everything else the database serves many processes by itself.
 */
export async function openThroughWriter(
  url: string,
  { writer, node, ...options }: RemoteOpening,
): Promise<Db> {
  const isPostgres = /^postgres(ql)?:/.test(url)
  const own = await openDatabase(url, { ...options, node, readonly: !isPostgres, isWorker: true })
  const ledger = new RemoteLedger(writer)
  const close = async () => {
    await ledger.idle()
    await own.close()
  }
  if (own.kind === 'postgres') return { ...own, ledger, close }
  const kysely = new Kysely<Schema>({ dialect: new RemoteDialect(writer) })
  const bus = new LocalBus('sqlite')
  shareChanges(bus, writer)
  const transaction: Db['transaction'] = async (run) => {
    if (own.place() !== 'there') throw new GatewayError('db.unavailable')
    return await bus.transact(kysely, run)
  }
  return {
    ...own,
    node,
    kysely,
    bus,
    transaction,
    async durably() {
      throw new Error('only the writer takes in money')
    },
    // The writer announces what others have committed.
    dataVersion: () => 0,
    ledger,
    close,
  }
}

/** Changes made here are sent to the writer, and what it announces is not sent back. */
function shareChanges(bus: LocalBus, writer: Writer): void {
  let isAnnounced = false
  bus.subscribe((changes) => {
    if (!isAnnounced) writer.changed(changes)
  })
  writer.onChanges((changes) => {
    isAnnounced = true
    try {
      bus.publish(changes)
    } finally {
      isAnnounced = false
    }
  })
}
