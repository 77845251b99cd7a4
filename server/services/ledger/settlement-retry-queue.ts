/**
 * The relay's ledger, which drops no settlement. What the database would not take is queued and
 * tried again until it does, written to a file meanwhile, and read from there by the next start
 * if this process ends before. A call id is settled once, however often that is tried.
 */

import type { Db } from '../../../db/db'
import type { FilePlace } from '../../../db/file-place'
import { takeLease } from '../../../db/tables/leases'
import type { Clock } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import type {
  ExtendOrder,
  ExtendOutcome,
  MoveOrder,
  MoveOutcome,
  ReserveOrder,
  ReserveOutcome,
  SettleOrder,
} from '../../domain/ledger/orders'
import type { Logger } from '../../log'
import type { Ledger } from '../../relay/ports/ports'
import { SharedTimer } from '../shared-timer'
import { markLate, slim } from './late-settlement'
import { OpenCalls } from './open-calls'
import { readUnsettled, UnsettledFile } from './unsettled-file'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000
/** Settled in one attempt; half of what one commit takes. */
const ROUND = 256
/** A row that is written to find out whether rows can be written. */
const PROBE_LEASE = 'write probe'

export interface RetryQueueParts {
  readonly db: Db
  /** Of the file for what this process cannot write before it ends. */
  readonly path: string
  readonly log: Logger
  readonly clock: Clock
  /** Of the database file; a call that would be held in a file without a name is refused. */
  readonly place: () => FilePlace
  /** How long a finished call waits for its commit before its end is sent all the same. */
  readonly waitMs: number
}

export interface LedgerHealth {
  /** False from a commit that failed to the next that did not. */
  readonly writes: boolean
  /** Settlements that are queued for later. */
  readonly waiting: number
}

export class SettlementRetryQueue implements Ledger {
  readonly #parts: RetryQueueParts
  readonly #file: UnsettledFile
  readonly #waiting = new Map<string, SettleOrder>()
  /** Of those that wait: what stands in the file. */
  readonly #written = new Set<string>()
  /** Calls that this process reserved and has not settled. */
  readonly #open = new OpenCalls()
  #isFailing = false
  #isClosed = false
  #pauseMs = FIRST_PAUSE_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempt: Promise<void> | undefined
  readonly #waitLimit: SharedTimer

  constructor(parts: RetryQueueParts) {
    this.#parts = parts
    this.#waitLimit = new SharedTimer(parts.waitMs)
    this.#file = new UnsettledFile(parts.path)
  }

  async reserve(order: ReserveOrder): Promise<ReserveOutcome> {
    const { db, place } = this.#parts
    if (place() !== 'there') throw new GatewayError('db.unavailable')
    try {
      const outcome = await db.ledger.reserve(order)
      // A job is settled by whoever follows it to its end.
      if (outcome.kind === 'reserved' && order.terms.kind !== 'job') this.#open.add(order.callId)
      this.#wrote()
      return outcome
    } catch (error) {
      this.#noteFailure(error)
      throw error
    }
  }

  async extend(order: ExtendOrder): Promise<ExtendOutcome> {
    try {
      const outcome = await this.#parts.db.ledger.extend(order)
      this.#wrote()
      return outcome
    } catch (error) {
      this.#noteFailure(error)
      throw error
    }
  }

  async move(order: MoveOrder): Promise<MoveOutcome> {
    try {
      const outcome = await this.#parts.db.ledger.move(order)
      this.#wrote()
      return outcome
    } catch (error) {
      this.#noteFailure(error)
      throw error
    }
  }

  /** Resolves when the settlement is written, or is queued and will be. It never rejects. */
  settle(order: SettleOrder): Promise<void> {
    // Whoever asks a database that just failed waits for nothing; the retries ask it.
    if (this.#isFailing) {
      this.#keep(order, undefined)
      return Promise.resolve()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const limit = this.#waitLimit.begin(resolve)
    void this.#settleOrKeep(order, () => {
      this.#waitLimit.clear(limit)
      resolve()
    })
    return promise
  }

  async #settleOrKeep(order: SettleOrder, ended: () => void): Promise<void> {
    try {
      await this.#parts.db.ledger.settle(order)
      this.#open.delete(order.reservation.callId)
      this.#wrote()
    } catch (error) {
      this.#noteFailure(error)
      this.#keep(order, error)
    }
    ended()
  }

  /** Whether the call runs here, or its settlement waits: nobody else may end it. */
  isOpen(callId: string): boolean {
    return this.#open.has(callId) || this.#waiting.has(callId)
  }

  /** Calls that hold something here. */
  openCalls(): readonly string[] {
    return [...this.#open.list(), ...this.#waiting.keys()]
  }

  health(): LedgerHealth {
    return { writes: !this.#isFailing, waiting: this.#waiting.size }
  }

  /** Settles what the last run left in the file. Before the holds of its calls are resolved. */
  async recover(): Promise<void> {
    const { path, log } = this.#parts
    const { orders, unreadable } = readUnsettled(path)
    // Its only trace, and there is no secret in it.
    for (const line of unreadable) {
      log.error('a settlement of the last run cannot be read', { path, line: line.slice(0, 500) })
    }
    for (const order of orders) {
      this.#waiting.set(order.reservation.callId, order)
      this.#written.add(order.reservation.callId)
    }
    for (let done = 0; done < orders.length; done += ROUND) await this.#settleSome()
    if (orders.length > 0) {
      const [read, left] = [orders.length, this.#waiting.size]
      log.warn('settlements that the last run could not write are written', { read, left })
    }
    if (this.#waiting.size > 0) this.#plan()
  }

  /** Makes the file while there is room for it. A disk without any is logged. */
  async prepare(): Promise<void> {
    try {
      if (this.#waiting.size === 0) await this.#forgetFile()
      await this.#file.prepare()
    } catch (error) {
      this.#parts.log.warn('no room could be kept for settlements', { error })
    }
  }

  /** Tries once more, and leaves to the next start what still cannot be written. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#attempt
    await this.#parts.db.ledger.idle()
    if (this.#waiting.size > 0) await this.#settleSome()
    if (this.#waiting.size > 0) {
      await this.#writeDown()
      const { log, path } = this.#parts
      log.error('settlements wait for the next start', { waiting: this.#waiting.size, path })
    } else await this.#forgetFile()
    await this.#file.close().catch((error: unknown) => {
      this.#parts.log.warn('the file of settlements could not be closed', { error })
    })
  }

  #keep(order: SettleOrder, error: unknown): void {
    const { callId } = order.reservation
    this.#parts.log.error('a call could not be settled; it is tried again', {
      request_id: callId,
      error,
    })
    this.#waiting.set(callId, slim(order))
    // Nobody comes back to it any more.
    if (this.#isClosed) void this.#writeDown()
    else this.#plan()
  }

  #plan(): void {
    if (this.#isClosed || this.#timer !== undefined || this.#attempt !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#attempt = this.#tryAgain().finally(() => {
        this.#attempt = undefined
        if (this.#waiting.size > 0 || this.#isFailing) this.#plan()
      })
    }, this.#pauseMs)
    this.#timer.unref()
  }

  async #tryAgain(): Promise<void> {
    const isBetter = this.#waiting.size === 0 ? await this.#probe() : await this.#settleSome()
    if (!isBetter) {
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
      await this.#writeDown()
      return
    }
    this.#pauseMs = FIRST_PAUSE_MS
    if (this.#waiting.size === 0) await this.#forgetFile()
  }

  /** True when at least one was settled. */
  async #settleSome(): Promise<boolean> {
    const { db, clock } = this.#parts
    const round = [...this.#waiting.values()].slice(0, ROUND)
    const results = await Promise.allSettled(
      round.map((order) => db.ledger.settle(markLate(order, clock.nowMs()))),
    )
    let settled = 0
    for (const [index, result] of results.entries()) {
      const order = round[index]
      if (order === undefined) continue
      const { callId } = order.reservation
      this.#waiting.delete(callId)
      if (result.status === 'fulfilled') {
        settled += 1
        this.#written.delete(callId)
        this.#open.delete(callId)
      } else {
        // To the end, so that one that never can be does not stand in front of the others.
        this.#waiting.set(callId, order)
        this.#noteFailure(result.reason)
      }
    }
    if (settled > 0) this.#wrote()
    return settled > 0
  }

  async #probe(): Promise<boolean> {
    const { db, clock } = this.#parts
    const nowMs = clock.nowMs()
    const wish = { name: PROBE_LEASE, holder: '', nowMs, untilMs: nowMs, everyMs: 0 }
    try {
      await db.transaction((trx) => takeLease(trx, wish))
    } catch {
      return false
    }
    this.#wrote()
    return true
  }

  #noteFailure(error: unknown): void {
    const isOutage = error instanceof GatewayError && error.id === 'db.unavailable'
    if (!isOutage || this.#isFailing) return
    this.#isFailing = true
    this.#parts.log.error('the database cannot be written', { error })
    this.#plan()
  }

  #wrote(): void {
    if (!this.#isFailing) return
    this.#isFailing = false
    this.#pauseMs = FIRST_PAUSE_MS
    this.#parts.log.warn('the database can be written again', { waiting: this.#waiting.size })
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#plan()
  }

  /** So that a kill or a crash loses as few as possible. */
  async #writeDown(): Promise<void> {
    const { log } = this.#parts
    const fresh = [...this.#waiting].filter(([callId]) => !this.#written.has(callId))
    if (fresh.length === 0) return
    try {
      await this.#file.append(fresh.map(([, order]) => order))
      for (const [callId] of fresh) this.#written.add(callId)
    } catch (error) {
      log.error('settlements could not be written to the file', { waiting: fresh.length, error })
      if (!this.#isClosed) return
      // The last that can be done: whoever reads the log can book them by hand.
      for (const [, { reservation, charge }] of fresh) {
        const { callId, userId, tokenId } = reservation
        log.error('a settlement is lost', {
          request_id: callId,
          user_id: userId,
          ...(tokenId !== undefined && { token_id: tokenId }),
          charge,
        })
      }
    }
  }

  async #forgetFile(): Promise<void> {
    this.#written.clear()
    try {
      await this.#file.clear()
    } catch (error) {
      // What it names is settled, and is left alone when it is read again.
      this.#parts.log.warn('the file of settlements could not be emptied', { error })
    }
  }
}
