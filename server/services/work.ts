import type { DurableTransaction } from '../../db/durable'
import { takeClaim } from './idempotency'
import type { Actor, ServiceDeps, Transaction } from './service-deps'

/** One use case under way: who asks for it, and the transaction in which all of it happens. */
export interface Work extends ServiceDeps {
  readonly trx: Transaction
  readonly actor: Actor
}

/** A use case that may book money coming in. */
export interface MoneyWork extends Work {
  readonly trx: DurableTransaction
}

/** All of `run` or nothing. Only queries of `work.trx` may be awaited inside. */
export async function transact<T>(
  deps: ServiceDeps,
  actor: Actor,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  return await deps.db.transaction((trx) => claimed({ ...deps, trx, actor }, run))
}

/** Likewise, and on disk before it resolves: what books money has no other way to. */
export async function transactDurably<T>(
  deps: ServiceDeps,
  actor: Actor,
  run: (work: MoneyWork) => Promise<T>,
): Promise<T> {
  return await deps.db.durably((trx) => claimed({ ...deps, trx, actor }, run))
}

/** With what keeps the request from being carried out twice; both are written or neither. */
async function claimed<W extends Work, T>(work: W, run: (work: W) => Promise<T>): Promise<T> {
  const { claim } = work.actor
  if (claim === undefined || claim.isTaken) return await run(work)
  await takeClaim(work, claim)
  try {
    claim.isTaken = true
    return await run(work)
  } catch (error) {
    claim.isTaken = false
    throw error
  }
}
