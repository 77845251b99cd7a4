/**
 * Responses stored here, behind the relay's port. They are written behind the client's back,
 * and found meanwhile by everybody who asks this process.
 */
import type { Db } from '../../../db/db'
import {
  deleteStoredResponse,
  findStoredResponse,
  insertStoredResponses,
  type LineBounds,
  lineOfStored,
} from '../../../db/tables/stored-responses'
import type { Clock } from '../../clock'
import type { Logger } from '../../log'
import type { StoredResponse, StoredResponses } from '../../relay/ports/stored'
import type { Sealer } from '../seal'
import { rowOf, storedOf } from './response-row'
import { WritesBehind } from './writes-behind'

export interface ResponseStoreParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly sealer: Sealer
  readonly bounds?: LineBounds
}

/** No model reads more, and the whole line is in memory at once. */
const BOUNDS: LineBounds = { turns: 1_000, characters: 64 * 1024 * 1024 }

export class ResponseStore implements StoredResponses {
  readonly #parts: ResponseStoreParts
  readonly #behind: WritesBehind

  constructor(parts: ResponseStoreParts) {
    this.#parts = parts
    this.#behind = new WritesBehind(parts)
  }

  async line(userId: number, id: string): Promise<readonly StoredResponse[]> {
    const { db, clock, sealer, bounds = BOUNDS } = this.#parts
    await this.#behind.written()
    const rows = await lineOfStored(db.lists, { userId, id, nowMs: clock.nowMs(), bounds })
    // A line with a gap in it is none.
    const isWhole = rows.at(-1)?.previous_id === ''
    return isWhole ? rows.reverse().map((row) => storedOf(sealer, row)) : []
  }

  async find(userId: number, id: string): Promise<StoredResponse | undefined> {
    const { db, clock, sealer } = this.#parts
    await this.#behind.written()
    const row = await findStoredResponse(db.reader, { userId, id, nowMs: clock.nowMs() })
    return row && storedOf(sealer, row)
  }

  keep(answer: StoredResponse): void {
    const row = rowOf(this.#parts.sealer, answer)
    this.#behind.add(row, (trx) => insertStoredResponses(trx, [row]))
  }

  async forget(userId: number, id: string): Promise<void> {
    await this.#behind.written()
    await this.#parts.db.transaction((trx) => deleteStoredResponse(trx, userId, id))
  }

  async close(): Promise<void> {
    await this.#behind.written()
  }
}
