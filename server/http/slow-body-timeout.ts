/** Reads what a client sends, and gives up on one that sends too slowly. */
import { GatewayError } from '../domain/errors/gateway-error'
import { SharedTimer } from '../services/shared-timer'
import { createPace } from './pace'

/** What has to come within each period of waiting, unless the body ends. */
const LEAST_BYTES = 16 * 1024
/** A complete body may take so many periods. */
const MOST_PERIODS = 10

/** Bodies up to this length are read in one piece, and have one period for it. */
export const ONE_PIECE_BYTES = 64 * 1024

/** Long bodies side by side take turns: copying a part of each in one turn holds up everybody. */
const largeParts = createPace(1)

/** One for each period that is configured: one in a program, a few in a test run. */
const timers = new Map<number, SharedTimer>()

function timerOf(periodMs: number): SharedTimer {
  const seen = timers.get(periodMs)
  if (seen !== undefined) return seen
  const made = new SharedTimer(periodMs)
  timers.set(periodMs, made)
  return made
}

/** Throws `request.too_slow`. */
export async function readOnePiece(request: Request, periodMs: number): Promise<Uint8Array> {
  const read = Promise.withResolvers<Uint8Array>()
  const timer = timerOf(periodMs)
  const untilLate = timer.begin(() => read.reject(tooSlow(periodMs)))
  request.bytes().then(read.resolve, read.reject)
  try {
    return await read.promise
  } finally {
    timer.clear(untilLate)
  }
}

export interface PacedReading {
  readonly periodMs: number
  /** What it throws ends the reading; the rest of the body can still be read by another. */
  readonly take: (part: Uint8Array) => void
}

/** Throws `request.too_slow` when too little comes for a period, or it all takes too long. */
export async function readPaced(
  body: ReadableStream<Uint8Array>,
  { periodMs, take }: PacedReading,
): Promise<void> {
  const reader = body.getReader()
  let isLate = false
  const giveUp = () => {
    isLate = true
    // Ends the read that is waiting.
    void reader.cancel().catch(() => undefined)
  }
  const period = setTimeout(giveUp, periodMs)
  const total = setTimeout(giveUp, periodMs * MOST_PERIODS)
  let fresh = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw tooSlow(periodMs)
      if (done) return
      await largeParts.begin()
      take(value)
      fresh += value.byteLength
      if (fresh < LEAST_BYTES) continue
      fresh = 0
      period.refresh()
    }
  } finally {
    clearTimeout(period)
    clearTimeout(total)
    reader.releaseLock()
  }
}

/**
 * The body for somebody who takes it piece by piece; only the client's own silence counts. Fails
 * with `request.too_slow`, or `request.aborted` when the client leaves.
 */
export function pacedStream(
  body: ReadableStream<Uint8Array>,
  periodMs: number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const late = setTimeout(() => controller.error(tooSlow(periodMs)), periodMs)
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (cause) {
          controller.error(new GatewayError('request.aborted', {}, { cause }))
        } finally {
          clearTimeout(late)
        }
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  )
}

function tooSlow(periodMs: number): GatewayError {
  return new GatewayError('request.too_slow', { seconds: periodMs / 1000 })
}

/** How often a reader looks whether its client has gone silent, in each period. */
const LOOKS = 10

/**
 * Reads a body at the pace of whoever takes it: only the time in which the client is waited for
 * counts against the client.
 */
export class PacedReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #periodMs: number
  readonly #timer: ReturnType<typeof setInterval>
  #isWaiting = false
  #isLate = false
  #isClosed = false
  #fresh = 0
  /** Looks in which the client was waited for: since enough came, and in all. */
  #silent = 0
  #total = 0

  constructor(body: ReadableStream<Uint8Array>, periodMs: number) {
    this.#reader = body.getReader()
    this.#periodMs = periodMs
    this.#timer = setInterval(() => this.#look(), periodMs / LOOKS)
  }

  /** `undefined` at the end. Throws `request.too_slow`. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#isClosed) return undefined
    this.#isWaiting = true
    const { done, value } = await this.#reader.read()
    this.#isWaiting = false
    if (this.#isLate) throw tooSlow(this.#periodMs)
    if (done) {
      this.close()
      return undefined
    }
    this.#fresh += value.byteLength
    if (this.#fresh >= LEAST_BYTES) {
      this.#fresh = 0
      this.#silent = 0
    }
    return value
  }

  /** Others may read the rest. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#timer)
    // Releasing the lock would reject the read under way, which nothing awaits any more.
    if (this.#isWaiting) void this.#reader.cancel().catch(() => undefined)
    else this.#reader.releaseLock()
  }

  #look(): void {
    if (!this.#isWaiting) return
    this.#silent += 1
    this.#total += 1
    if (this.#silent <= LOOKS && this.#total <= LOOKS * MOST_PERIODS) return
    this.#isLate = true
    clearInterval(this.#timer)
    // Ends the read that is waiting.
    void this.#reader.cancel().catch(() => undefined)
  }
}
