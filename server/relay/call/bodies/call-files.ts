/**
 * The files that a call points at, fetched within what one call and its user may have at once.
 * A request of a kilobyte can name hundreds of megabytes, so they count from the first byte on.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { FetchMedia } from '../../net/media'
import { tooLarge } from '../../net/pinned-request'
import type { MemoryHold } from '../../wire/memory-budget'
import { UserTurns } from '../../wire/user-turns'
import type { Media, WantedFile } from './inline-files'

/** Of all files of a call together, as often as each is used. */
const MAX_CALL_BYTES = 32 * 1024 * 1024
/** Fetched side by side for one user. */
const MOST_AT_ONCE = 2

export interface FileCall {
  readonly userId: number
  readonly hold: MemoryHold
  /** Aborts when the client leaves. */
  readonly signal?: AbortSignal
}

export class CallFiles {
  readonly #fetchMedia: FetchMedia
  readonly #turns = new UserTurns(MOST_AT_ONCE)

  constructor(fetchMedia: FetchMedia) {
    this.#fetchMedia = fetchMedia
  }

  /**
   * Throws `media.*` when one cannot be had, `limit.body_bytes` or `overloaded` when there is no
   * room, and `request.aborted` when the client leaves. The hold keeps what has been fetched.
   */
  async collect(wanted: readonly WantedFile[], { userId, hold, signal }: FileCall): Promise<Media> {
    const stop = new AbortController()
    const leave = () => stop.abort(new GatewayError('request.aborted'))
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    // An earlier try had them, and its body is gone.
    hold.resize('files', 0)
    let size = 0
    const take = (bytes: number) => {
      if (size + bytes > MAX_CALL_BYTES) throw tooLarge(MAX_CALL_BYTES)
      hold.resize('files', base64Bytes(size + bytes))
      size += bytes
    }
    const running: Promise<unknown>[] = []
    const fetchOne = async ({ url, uses }: WantedFile) => {
      stop.signal.throwIfAborted()
      const bounds = { take: (bytes: number) => take(bytes * uses), signal: stop.signal }
      const fetched = this.#fetchMedia(url, bounds)
      running.push(fetched)
      return [url, await fetched] as const
    }
    const fetches = wanted.map((file) => this.#turns.run(userId, () => fetchOne(file)))
    try {
      // Who leaves does not wait for the turns of others.
      return new Map(await Promise.race([Promise.all(fetches), aborted(stop.signal)]))
    } catch (cause) {
      const error = stop.signal.aborted ? stop.signal.reason : cause
      stop.abort(error)
      await Promise.allSettled(running)
      hold.resize('files', 0)
      throw error
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}

/** Rejects once the signal aborts, and never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal.aborted) reject(signal.reason)
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

function base64Bytes(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}
