/**
 * Answers that come before the request is complete. A connection is not kept for a body that nobody
 * wants; and it is not cut at once either, because a client that is still sending would lose the
 * answer with it.
 */
import { ONE_PIECE_BYTES, readOnePiece, readPaced } from './slow-body-timeout'

/** How long such a client may be silent, or wait for its turn, before it is hung up on. */
const LINGER_MS = 5000

/**
 * So many are read at once; the others wait, and their clients with them, since nothing takes
 * what they send. Reading them all costs every call that is wanted its turns of the loop.
 */
const READ_AT_ONCE = 2
let reading = 0
const waiting = new Set<(isTurn: boolean) => void>()
const partlyRead = new WeakSet<Request>()

/** Somebody read the body's beginning and wants no more of it. */
export function leaveUnread(request: Request): void {
  partlyRead.add(request)
}

/** What is answered, and on which terms the connection goes on. */
export function finish(
  request: Request,
  response: Response,
  bodyTimeoutMs: number,
): Response | Promise<Response> {
  const isGivenUp = response.headers.get('connection') === 'close'
  const isRead = request.bodyUsed && !partlyRead.has(request)
  if (!isGivenUp && (isRead || !announcesBody(request))) return response
  return leave(request, response, Math.min(LINGER_MS, bodyTimeoutMs))
}

function announcesBody({ headers }: Request): boolean {
  const length = headers.get('content-length')
  return length === null ? headers.has('transfer-encoding') : length !== '0'
}

async function leave(request: Request, response: Response, periodMs: number): Promise<Response> {
  const { body } = request
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (body !== null && !request.bodyUsed && length <= ONE_PIECE_BYTES) {
    // Usually it is here already, and the connection is good for more.
    const rest = await readOnePiece(request, periodMs).catch(() => undefined)
    if (rest !== undefined) return response
  }
  response.headers.set('connection', 'close')
  if (body === null || body.locked || response.body === null) return response
  return lingering(response, body, periodMs)
}

/** The answer at once, its end when the client has sent all it wants to send. */
function lingering(
  response: Response,
  rest: ReadableStream<Uint8Array>,
  periodMs: number,
): Response {
  const { body } = response
  const lingered = new ReadableStream<Uint8Array>({
    async start(client) {
      for await (const part of body ?? []) client.enqueue(part)
      if (await turn(periodMs)) {
        await readPaced(rest, { periodMs, take: () => {} }).catch(() => undefined)
        pass()
      }
      client.close()
    },
  })
  return new Response(lingered, response)
}

/** Resolves with false when the turn does not come in time. */
function turn(waitMs: number): Promise<boolean> {
  if (reading < READ_AT_ONCE) {
    reading += 1
    return Promise.resolve(true)
  }
  return new Promise((resolve) => {
    const end = (isTurn: boolean) => {
      clearTimeout(timer)
      waiting.delete(end)
      resolve(isTurn)
    }
    const timer = setTimeout(() => end(false), waitMs)
    waiting.add(end)
  })
}

/** To whoever has waited longest. */
function pass(): void {
  const [next] = waiting
  if (next === undefined) reading -= 1
  else next(true)
}
