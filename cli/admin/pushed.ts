/** A stream of the management API that goes on until its reader leaves. */
import { type ReadEvent, readEvents } from '../../server/domain/api-calls/read-events'
import type { Order, Transport } from './gateway-transport'

/** A gateway that streams sends something at least every ten seconds. */
const SILENCE_MS = 25_000

export interface Pushed {
  readonly order: Omit<Order, 'signal'>
  /** Throws for an answer that is a refusal. */
  readonly opened: (response: Response) => Promise<void>
  readonly take: (event: ReadEvent) => Promise<void>
  /** Ends it. */
  readonly signal: AbortSignal
}

/** Throws when the connection breaks or goes silent. */
export async function readPushed(
  { send }: Transport,
  { order, opened, take, signal }: Pushed,
): Promise<void> {
  const silence = new AbortController()
  const response = await send({ ...order, signal: AbortSignal.any([signal, silence.signal]) })
  await opened(response)
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    for await (const event of readEvents(response)) {
      if (signal.aborted) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      await take(event)
    }
  } finally {
    clearTimeout(timer)
  }
}
