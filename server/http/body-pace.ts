/** Reads what a client sends, and gives up on one that sends too slowly. */
import { GatewayError } from '../domain/errors/gateway-error'

/** What has to come within each period of waiting, unless the body ends. */
const LEAST_BYTES = 16 * 1024
/** A whole body may take so many periods. */
const MOST_PERIODS = 10

/** Bodies up to this length are read in one piece, and have one period for it. */
export const ONE_PIECE_BYTES = 64 * 1024

/** Throws `request.too_slow`. */
export async function readOnePiece(request: Request, periodMs: number): Promise<Uint8Array> {
  const read = Promise.withResolvers<Uint8Array>()
  const timer = setTimeout(() => read.reject(tooSlow(periodMs)), periodMs)
  request.bytes().then(read.resolve, read.reject)
  try {
    return await read.promise
  } finally {
    clearTimeout(timer)
  }
}

export interface PacedReading {
  readonly periodMs: number
  /** What it throws ends the reading; the rest of the body can still be read by another. */
  readonly take: (part: Uint8Array) => void
}

/** Throws `request.too_slow` when too little comes for a period, or the whole takes too long. */
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
  const whole = setTimeout(giveUp, periodMs * MOST_PERIODS)
  let fresh = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw tooSlow(periodMs)
      if (done) return
      take(value)
      fresh += value.byteLength
      if (fresh < LEAST_BYTES) continue
      fresh = 0
      period.refresh()
    }
  } finally {
    clearTimeout(period)
    clearTimeout(whole)
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
