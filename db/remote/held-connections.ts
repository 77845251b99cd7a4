/** The write connection in the hands of another process: for one transaction, and not for long. */
import { CompiledQuery, type Kysely } from 'kysely'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { Db } from '../db'
import type { Schema } from '../schema'
import type { HeldQuery, QueryAnswer } from './writer'

/** A transaction takes less than 50 ms; whoever takes so long was paused, or hangs. */
const LONGEST_HOLD_MS = 5_000

interface Held {
  readonly connection: Kysely<Schema>
  readonly release: () => void
}

export class HeldConnections {
  readonly #db: Db
  readonly #held = new Map<number, Held>()
  #lastId = 0
  #isGone = false

  constructor(db: Db) {
    this.#db = db
  }

  /** Resolves with its number when the connection is free. */
  async hold(): Promise<number> {
    this.#lastId += 1
    const id = this.#lastId
    const taken = Promise.withResolvers<number>()
    const done = Promise.withResolvers<void>()
    const use = this.#db.kysely.connection().execute(async (connection) => {
      if (this.#isGone) return
      const timer = setTimeout(() => this.#end(id), LONGEST_HOLD_MS)
      this.#held.set(id, { connection, release: done.resolve })
      taken.resolve(id)
      await done.promise
      clearTimeout(timer)
    })
    use.catch(taken.reject)
    return await taken.promise
  }

  /** Throws `db.unavailable` for one that was held for too long. */
  async query({ hold, sql, parameters }: HeldQuery): Promise<QueryAnswer> {
    const held = this.#held.get(hold)
    if (held === undefined) throw new GatewayError('db.unavailable')
    const query = CompiledQuery.raw(sql, [...parameters])
    const { rows, numAffectedRows, insertId } = await held.connection.executeQuery(query)
    return {
      rows,
      ...(numAffectedRows !== undefined && { changes: Number(numAffectedRows) }),
      ...(insertId !== undefined && { insertId: Number(insertId) }),
    }
  }

  release(id: number): null {
    this.#end(id)
    return null
  }

  /** Their process is gone; the database undoes what it has not committed. */
  releaseAll(): void {
    this.#isGone = true
    for (const id of [...this.#held.keys()]) this.#end(id)
  }

  #end(id: number): void {
    const held = this.#held.get(id)
    this.#held.delete(id)
    held?.release()
  }
}
