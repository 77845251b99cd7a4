/**
 * Whose it is what upstreams keep, behind the relay's port. Rows that come together are written
 * together; what the database does not take is queued here and tried again, and is found meanwhile
 * by everybody who asks this process.
 */
import type { Db } from '../../../db/db'
import {
  claimDueJobs,
  deleteOwned,
  endOwnedJob,
  findOwned,
  holdForJobs,
  insertOwned,
  nextPollMs,
  type OwnedTableRow,
  pageOfOwned,
} from '../../../db/tables/owned'
import type { Clock } from '../../clock'
import type { OwnedJob } from '../../domain/objects/job'
import type { Logger } from '../../log'
import type { Owned, OwnedRow } from '../../relay/ports/ports'
import { SharedTimer } from '../shared-timer'

/** A statement of a few milliseconds, which the loop waits for. */
const ROWS_PER_COMMIT = 64
/** Beyond so many that wait for a database that is gone, the newest are given up. */
const MOST_WAITING = 50_000
const RETRY_MS = 1_000
/** Claimed at once; the rest in the next turn. */
const MOST_CLAIMED = 32
const FIRST_POLL_MS = 1_000
const LONGEST_POLL_MS = 5 * 60_000

export interface OwnedStoreParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** How long an answer waits for its row before its end is sent all the same. */
  readonly waitMs: number
}

export class OwnedStore implements Owned {
  readonly #parts: OwnedStoreParts
  readonly #waiting = new Map<string, OwnedRow>()
  #written: (() => void)[] = []
  readonly #listeners: (() => void)[] = []
  readonly #waitLimit: SharedTimer
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(parts: OwnedStoreParts) {
    this.#parts = parts
    this.#waitLimit = new SharedTimer(parts.waitMs)
  }

  async find(userId: number, ids: readonly string[]): Promise<readonly OwnedRow[]> {
    const found = new Map<string, OwnedRow>()
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return []
    const nowMs = this.#parts.clock.nowMs()
    for (const row of await findOwned(this.#parts.db.reader, userId, wanted)) {
      const known = rowOf(row)
      const isPast = known.expiresAtMs > 0 && known.expiresAtMs <= nowMs
      if (!isPast || known.job !== undefined) found.set(known.id, known)
    }
    for (const id of wanted) {
      const row = this.#waiting.get(keyOf({ userId, id }))
      if (row !== undefined) found.set(id, row)
    }
    return [...found.values()]
  }

  async page({ userId, kind, after, limit, order }: Parameters<Owned['page']>[0]) {
    const { db, clock } = this.#parts
    await this.#running
    const cursor = after === undefined ? undefined : await findOwned(db.reader, userId, [after])
    const rows = await pageOfOwned(db.reader, {
      userId,
      kind,
      after: cursor?.[0],
      limit,
      order,
      nowMs: clock.nowMs(),
    })
    return rows.map(rowOf)
  }

  keep(rows: readonly OwnedRow[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve()
    for (const row of rows) {
      if (this.#waiting.size >= MOST_WAITING) break
      this.#waiting.set(keyOf(row), row)
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const limit = this.#waitLimit.begin(resolve)
    this.#written.push(() => {
      this.#waitLimit.clear(limit)
      resolve()
    })
    // Whoever asks a database that just failed waits for nothing; the retry asks it.
    if (this.#timer !== undefined) this.#tell()
    else this.#run()
    return promise
  }

  async forget({ userId, id }: Pick<OwnedRow, 'userId' | 'id'>): Promise<void> {
    await this.#running
    this.#waiting.delete(keyOf({ userId, id }))
    await this.#parts.db.transaction((trx) => deleteOwned(trx, userId, id))
  }

  async jobEnded({ userId, id }: Pick<OwnedRow, 'userId' | 'id'>): Promise<void> {
    await this.#running
    const key = keyOf({ userId, id })
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) this.#waiting.set(key, { ...waiting, job: undefined })
    await this.#parts.db.transaction((trx) => endOwnedJob(trx, userId, id))
  }

  async claimDue(): Promise<readonly OwnedRow[]> {
    const { db, clock } = this.#parts
    const nowMs = clock.nowMs()
    const next = await nextPollMs(db.reader)
    // Most questions end here, without a turn on the write connection.
    if (next === undefined || next > nowMs) return []
    const claim = {
      nowMs,
      limit: MOST_CLAIMED,
      firstPauseMs: FIRST_POLL_MS,
      longestPauseMs: LONGEST_POLL_MS,
    }
    return (await db.transaction((trx) => claimDueJobs(trx, claim))).map(rowOf)
  }

  onJob(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async nextDueMs(): Promise<number | undefined> {
    return await nextPollMs(this.#parts.db.reader)
  }

  /** Writes what waits, if it can be written. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#run()
    await this.#running
    if (this.#waiting.size === 0) return
    this.#parts.log.error('what upstreams keep for users could not be written', {
      lost: this.#waiting.size,
    })
  }

  #run(): void {
    this.#running ??= this.#writeAll().finally(() => {
      this.#running = undefined
      // Came when the last commit had just been reported.
      if (this.#waiting.size > 0 && this.#timer === undefined && !this.#isClosed) this.#run()
    })
  }

  async #writeAll(): Promise<void> {
    // A turn of the loop gathers company.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting].slice(0, ROWS_PER_COMMIT)
      try {
        await this.#write(some.map(([, row]) => row))
      } catch (error) {
        this.#failed(error)
        return
      }
      // A later row of the same name waits for its own commit.
      for (const [key, row] of some) {
        if (this.#waiting.get(key) === row) this.#waiting.delete(key)
      }
    }
    this.#tell()
  }

  async #write(rows: readonly OwnedRow[]): Promise<void> {
    const holds = rows.flatMap(({ id, job }) =>
      job === undefined ? [] : [{ callId: job.callId, jobId: id, deadlineMs: job.deadlineMs }],
    )
    await this.#parts.db.transaction(async (trx) => {
      await insertOwned(trx, rows.map(tableRowOf))
      await holdForJobs(trx, holds)
    })
    if (holds.length > 0) for (const tell of this.#listeners) tell()
  }

  #failed(error: unknown): void {
    this.#parts.log.error('what upstreams keep for users could not be written; it is tried again', {
      waiting: this.#waiting.size,
      error,
    })
    this.#tell()
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#run()
    }, RETRY_MS)
    this.#timer.unref()
  }

  #tell(): void {
    const waiting = this.#written
    this.#written = []
    for (const resolve of waiting) resolve()
  }
}

function keyOf({ userId, id }: Pick<OwnedRow, 'userId' | 'id'>): string {
  return `${userId} ${id}`
}

function rowOf(row: OwnedTableRow): OwnedRow {
  return {
    userId: row.user_id,
    id: row.id,
    kind: row.kind,
    tokenId: row.token_id === 0 ? undefined : row.token_id,
    channelId: row.channel_id,
    keyHash: row.key_hash,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    job: jobOf(row.job),
    ...(row.model !== '' && { model: row.model }),
  }
}

function jobOf(text: string): OwnedJob | undefined {
  if (text === '') return undefined
  const job: OwnedJob = JSON.parse(text)
  return job
}

function tableRowOf(row: OwnedRow): OwnedTableRow {
  const { job } = row
  return {
    user_id: row.userId,
    id: row.id,
    kind: row.kind,
    token_id: row.tokenId ?? 0,
    channel_id: row.channelId,
    key_hash: row.keyHash,
    created_at: row.createdAtMs,
    expires_at: row.expiresAtMs,
    job: job === undefined ? '' : JSON.stringify(job),
    poll_at: job === undefined ? 0 : row.createdAtMs + FIRST_POLL_MS,
    polls: 0,
    model: row.model ?? '',
  }
}
