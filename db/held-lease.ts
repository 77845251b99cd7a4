/**
 * Work under a lease writes nothing once somebody else has the lease: a process that was paused
 * for longer than it lasts goes on where it stood, and may not.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import { GatewayError } from '../server/domain/errors/gateway-error'
import type { Schema } from './schema'

interface HeldLease {
  readonly name: string
  /** Drawn anew each time that the lease is taken. */
  readonly holder: string
}

const held = new AsyncLocalStorage<HeldLease>()

/** Every transaction that `run` begins makes sure of the lease first. */
export function underLease<T>(lease: HeldLease, run: () => Promise<T>): Promise<T> {
  return held.run(lease, run)
}

/** First in a transaction. Throws `lease.lost`; until the commit nobody else can take it. */
export async function requireHeldLease(
  trx: Kysely<Schema>,
  engine: 'sqlite' | 'postgres',
): Promise<void> {
  const lease = held.getStore()
  if (lease === undefined) return
  const query = trx
    .selectFrom('leases')
    .select('name')
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
  // SQLite has one writer at a time.
  const locked = engine === 'postgres' ? query.forShare() : query
  if ((await locked.executeTakeFirst()) === undefined) {
    throw new GatewayError('lease.lost', { lease: lease.name })
  }
}
