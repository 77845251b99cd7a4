/**
 * Answers that are kept here, behind the relay's port. They are written behind the client's back,
 * and found meanwhile by everybody who asks this process.
 */
import type { Db } from '../../../db/open'
import {
  deleteStoredResponse,
  findStoredResponse,
  insertStoredResponses,
  type LineBounds,
  lineOfStored,
  type StoredResponseRow,
} from '../../../db/tables/stored-responses'
import type { Clock } from '../../clock'
import type { Logger } from '../../log'
import type { StoredResponse, StoredResponses } from '../../relay/stored/port'

export interface ResponseStoreParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly bounds?: LineBounds
}

/** No model reads more, and the whole line is in memory at once. */
const BOUNDS: LineBounds = { turns: 1_000, characters: 64 * 1024 * 1024 }

/** Characters of texts that wait for the database; what comes beyond them is not kept. */
const MOST_WAITING = 64 * 1024 * 1024

export class ResponseStore implements StoredResponses {
  readonly #parts: ResponseStoreParts
  readonly #writing = new Set<Promise<void>>()
  #waiting = 0

  constructor(parts: ResponseStoreParts) {
    this.#parts = parts
  }

  async line(userId: number, id: string): Promise<readonly StoredResponse[]> {
    const { db, clock, bounds = BOUNDS } = this.#parts
    await this.#written()
    const rows = await lineOfStored(db.lists, { userId, id, nowMs: clock.nowMs(), bounds })
    // A line with a gap in it is none.
    const isWhole = rows.at(-1)?.previous_id === ''
    return isWhole ? rows.reverse().map(storedOf) : []
  }

  async find(userId: number, id: string): Promise<StoredResponse | undefined> {
    const { db, clock } = this.#parts
    await this.#written()
    const row = await findStoredResponse(db.reader, { userId, id, nowMs: clock.nowMs() })
    return row && storedOf(row)
  }

  keep(answer: StoredResponse): void {
    const row = rowOf(answer)
    if (this.#waiting + row.characters > MOST_WAITING) {
      this.#parts.log.error('an answer is not kept: too many wait for the database', { id: row.id })
      return
    }
    this.#waiting += row.characters
    const writing = this.#write(row).finally(() => {
      this.#waiting -= row.characters
      this.#writing.delete(writing)
    })
    this.#writing.add(writing)
  }

  async forget(userId: number, id: string): Promise<void> {
    await this.#written()
    await this.#parts.db.transaction((trx) => deleteStoredResponse(trx, userId, id))
  }

  async close(): Promise<void> {
    await this.#written()
  }

  async #written(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #write(row: StoredResponseRow): Promise<void> {
    try {
      await this.#parts.db.transaction((trx) => insertStoredResponses(trx, [row]))
    } catch (error) {
      this.#parts.log.error('an answer could not be kept', { id: row.id, error })
    }
  }
}

function rowOf(answer: StoredResponse): StoredResponseRow {
  const { userId, id, tokenId, previousId, input, response, createdAtMs, expiresAtMs } = answer
  return {
    user_id: userId,
    id,
    token_id: tokenId ?? 0,
    previous_id: previousId ?? '',
    input,
    response,
    characters: input.length + response.length,
    created_at: createdAtMs,
    expires_at: expiresAtMs,
  }
}

function storedOf(row: StoredResponseRow): StoredResponse {
  return {
    userId: row.user_id,
    id: row.id,
    tokenId: row.token_id === 0 ? undefined : row.token_id,
    previousId: row.previous_id === '' ? undefined : row.previous_id,
    input: row.input,
    response: row.response,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
  }
}
