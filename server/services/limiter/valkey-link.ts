/**
 * Whether this process may count in Valkey now, by the rule of `db/postgres/valkey-permit.ts`. It
 * looks every second; no call ever waits for that.
 */
import type { Db } from '../../../db/db'
import {
  beginPermit,
  readPermit,
  renewPermit,
  type ValkeyPermit,
} from '../../../db/postgres/valkey-permit'
import { connectValkey, type ValkeyConnection } from '../../../db/valkey/connection'
import { markGeneration, renewMark } from '../../../db/valkey/event-counts'
import { ValkeyError } from '../../../db/valkey/valkey-error'
import type { Clock } from '../../clock'
import { monotonicMs } from '../../domain/time-source'
import type { Logger, Secret } from '../../log'
import { ALPHANUMERIC, type Random } from '../../random'

/**
 * A permit outlasts a restart of this process or of the database: what comes after it begins with
 * a window in which PostgreSQL alone counts.
 */
const TIMES = { turnMs: 1000, permitMs: 15_000 } as const
/** A server that fails again and again while it is asked delays calls each time. */
const LONGEST_REST_MS = 30_000
const STEADY_MS = 60_000
const ID_CHARACTERS = 16

export interface ValkeyLinkParts {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly address: Secret
  /** Shorter in tests. */
  readonly times?: { readonly turnMs: number; readonly permitMs: number }
}

interface Held {
  readonly connection: ValkeyConnection
  readonly generation: string
  /** By the monotonic clock, as are the others. */
  readonly endsMs: number
  readonly sinceMs: number
  /** Epoch ms by the clock of the database. */
  readonly sinceAt: number
  readonly beforeMs: number
}

/** What is asked of Valkey while it holds. */
export interface Permit {
  readonly connection: ValkeyConnection
  readonly generation: string
  /**
   * What PostgreSQL had counted of a key until then (epoch ms by its clock) has to be known there
   * first; `undefined` when it is past.
   */
  readonly seedUntil: number | undefined
}

export class ValkeyLink {
  readonly #parts: ValkeyLinkParts
  readonly #times: NonNullable<ValkeyLinkParts['times']>
  #connection: ValkeyConnection | undefined
  #held: Held | undefined
  #problem: ValkeyError | undefined = new ValkeyError('unasked')
  #wasTold = false
  #turn: Promise<void> | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  #steadySinceMs = 0
  #restMs = 0
  #restsUntilMs = 0

  constructor(parts: ValkeyLinkParts) {
    this.#parts = parts
    this.#times = parts.times ?? TIMES
  }

  /** Resolves after the first look, which takes a few seconds at most. */
  async open(): Promise<void> {
    await this.look()
    this.#timer = setInterval(() => void this.look(), this.#times.turnMs)
    this.#timer.unref()
  }

  /** Why limits are counted by PostgreSQL alone; `undefined` while Valkey counts, too. */
  problem(): ValkeyError | undefined {
    return this.#problem
  }

  /** `undefined` when this process may not count such windows there now. */
  permitFor(windowMs: number): Permit | undefined {
    const held = this.#held
    if (held === undefined || this.#nowMs() >= held.endsMs) return undefined
    if (this.#nowMs() - held.beforeMs < windowMs) return undefined
    const { connection, generation, sinceMs, sinceAt } = held
    const seedUntil = this.#nowMs() - sinceMs < windowMs ? sinceAt : undefined
    return { connection, generation, seedUntil }
  }

  /** Whether what was counted under it may still be passed. */
  holds({ generation, connection }: Permit): boolean {
    const held = this.#held
    if (held?.generation !== generation || held.connection !== connection) return false
    return this.#nowMs() < held.endsMs
  }

  /** Somebody has asked it and got no useful answer. */
  broke(permit: Permit, error: ValkeyError): void {
    if (permit.connection !== this.#connection) return
    const nowMs = this.#nowMs()
    const { turnMs } = this.#times
    const isNew = nowMs - this.#steadySinceMs >= STEADY_MS
    this.#restMs = isNew ? turnMs : Math.min(2 * this.#restMs || turnMs, LONGEST_REST_MS)
    this.#restsUntilMs = nowMs + this.#restMs
    this.#lost(error)
  }

  async look(): Promise<void> {
    this.#turn ??= this.#next().finally(() => {
      this.#turn = undefined
    })
    await this.#turn
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#turn
    this.#held = undefined
    this.#connection?.close()
  }

  #nowMs(): number {
    return monotonicMs(this.#parts.clock)
  }

  async #next(): Promise<void> {
    if (this.#nowMs() < this.#restsUntilMs) return
    const { address } = this.#parts
    try {
      this.#connection ??= await connectValkey(address.reveal())
      const connection = this.#connection
      const held = await this.#ask(connection)
      // Somebody may have found out meanwhile that it does not answer.
      if (held === undefined || connection !== this.#connection) return
      if (this.#problem !== undefined) this.#steadySinceMs = this.#nowMs()
      this.#held = held
      this.#tell(undefined)
    } catch (error) {
      // A database that does not answer says so elsewhere; the permit runs out.
      if (error instanceof ValkeyError) this.#lost(error)
    }
  }

  async #ask(connection: ValkeyConnection): Promise<Held | undefined> {
    const { db, random } = this.#parts
    const server = connection.serverId.slice(0, ID_CHARACTERS)
    const found = await readPermit(db)
    const isRunning = found !== undefined && found.until_at > found.now
    const generation = isRunning
      ? found.generation
      : `${server}-${random.text(ID_CHARACTERS, ALPHANUMERIC)}`
    if (!generation.startsWith(server)) {
      throw new ValkeyError('another')
    }
    const order = { generation, forMs: this.#times.permitMs }
    // First there: the mark is over before the permit is.
    if (isRunning) await renewMark(connection, order)
    else await markGeneration(connection, order)
    const sentMs = this.#nowMs()
    const row = await (isRunning ? renewPermit(db, order) : beginPermit(db, order))
    return row && this.#heldOf(connection, row, sentMs)
  }

  /** Ends as early, and began as late, as the times of the answer allow. */
  #heldOf(connection: ValkeyConnection, row: ValkeyPermit, sentMs: number): Held {
    const { generation, since_at, before_at, now } = row
    const heardMs = this.#nowMs()
    return {
      connection,
      generation,
      endsMs: sentMs + this.#times.permitMs,
      sinceMs: heardMs - (now - since_at),
      sinceAt: since_at,
      beforeMs: heardMs - (now - before_at),
    }
  }

  #lost(error: ValkeyError): void {
    this.#connection?.close()
    this.#connection = undefined
    this.#held = undefined
    this.#tell(error)
  }

  /** One line per change, however many calls notice it. */
  #tell(problem: ValkeyError | undefined): void {
    const isChange = !this.#wasTold || (problem === undefined) !== (this.#problem === undefined)
    this.#problem = problem
    if (!isChange) return
    this.#wasTold = true
    const { log } = this.#parts
    if (problem === undefined) log.info('Valkey counts rate limits')
    else {
      const reason = problem.message
      log.warn('Valkey is away: PostgreSQL alone counts rate limits', { reason })
    }
  }
}
