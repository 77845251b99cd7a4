/** The bus within one process: listeners learn of a commit before whoever made it goes on. */
import type { Kysely, Transaction } from 'kysely'
import type { Bus, ChangeListener, Changes } from '../../server/domain/changes'
import { requireHeldLease } from '../held-lease'
import type { Schema } from '../schema'
import { ChangeCollector } from './collector'

export type Transact<T> = (trx: Transaction<Schema>) => Promise<T>

/** Last in the transaction, so that what is said there is undone with the rest. */
export type BeforeCommit = (trx: Transaction<Schema>, changes: Changes) => Promise<unknown>

export class LocalBus implements Bus {
  readonly #listeners: ChangeListener[] = []
  readonly #engine: 'sqlite' | 'postgres'

  constructor(engine: 'sqlite' | 'postgres') {
    this.#engine = engine
  }

  subscribe(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  publish(changes: Changes): void {
    for (const listener of this.#listeners) listener(changes)
  }

  /** A transaction that is reported once it is committed, if anybody must know of its rows. */
  async transact<T>(on: Kysely<Schema>, run: Transact<T>, beforeCommit?: BeforeCommit): Promise<T> {
    const collector = new ChangeCollector()
    const { changes } = collector
    const result = await on.transaction().execute(async (trx) => {
      await requireHeldLease(trx, this.#engine)
      const done = await run(trx.withPlugin(collector))
      if (changes.size > 0) await beforeCommit?.(trx, changes)
      return done
    })
    if (changes.size > 0) this.publish(changes)
    return result
  }
}
