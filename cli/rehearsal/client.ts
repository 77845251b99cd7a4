/** One client of a rehearsal: sends, reads to the end, and records what it saw. */
import { monotonicMs, type TimeSource } from '../../server/domain/time-source'

export interface Asked {
  /** Of the gateway, without a slash at the end. */
  readonly url: string
  readonly key: string
  readonly model: string
  readonly text: string
  readonly isStream: boolean
  readonly signal: AbortSignal
  readonly clock: TimeSource
}

export interface Seen {
  /** The gateway's id of the call; "" when not even a head arrived. */
  readonly requestId: string
  /** 0 when no head arrived. */
  readonly status: number
  /** Of the error in the body or in the last frame; "" for a complete answer. */
  readonly code: string
  /** Milliseconds to the first text; absent where the answer was not streamed or had none. */
  readonly firstMs: number | undefined
}

const PATH = '/v1/chat/completions'
/** Longer than any limit of the gateway. */
const LONGEST_MS = 300_000
const FRAME_END = /\r?\n\r?\n/

export async function ask(request: Asked): Promise<Seen> {
  const { url, key, model, text, isStream, signal, clock } = request
  const began = monotonicMs(clock)
  let head = { requestId: '', status: 0 }
  try {
    const response = await fetch(url + PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        messages: [{ role: 'user', content: text }],
        ...(isStream && { stream: true, stream_options: { include_usage: true } }),
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    })
    const requestId = response.headers.get('x-oneapi-request-id') ?? ''
    head = { requestId, status: response.status }
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isEvents !== true) {
      return { ...head, code: bodyCode(await response.text(), response.ok), firstMs: undefined }
    }
    return { ...head, ...(await readStream(response, () => monotonicMs(clock) - began)) }
  } catch {
    return { ...head, code: 'connection', firstMs: undefined }
  }
}

function bodyCode(text: string, isOk: boolean): string {
  const code = errorCode(text)
  if (code !== undefined) return code
  if (!isOk) return 'unclear'
  return text.includes('"choices"') ? '' : 'unclear'
}

async function readStream(response: Response, sinceMs: () => number) {
  const decoder = new TextDecoder()
  let rest = ''
  let firstMs: number | undefined
  let code = 'torn'
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true })
    const frames = rest.split(FRAME_END)
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (firstMs === undefined && frame.includes('"content":"')) firstMs = sinceMs()
      if (frame === 'data: [DONE]' && code === 'torn') code = ''
      code = errorCode(frame.replace(/^data: ?/, '')) ?? code
    }
  }
  return { code, firstMs }
}

/** `undefined` where the text holds no error. */
function errorCode(text: string): string | undefined {
  if (!text.includes('"error"')) return undefined
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; type?: unknown } | null }
    if (error === undefined || error === null) return undefined
    return String(error.code ?? error.type ?? 'error')
  } catch {
    return 'unclear'
  }
}
