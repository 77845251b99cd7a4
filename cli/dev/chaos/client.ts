/** A client of the rehearsal: asks for a plan and notes what it saw of the answer. */
import { PLANS } from './faults/plans'

export interface Call {
  readonly plan: string
  /** Full key of a token. */
  readonly key: string
  /** Every call of this model costs `price`, whatever it uses. */
  readonly model?: { readonly name: string; readonly price: number }
  /** Hangs up after so many events of a stream. */
  readonly leaveAfter?: number
}

export interface Seen {
  readonly plan: string
  /** Credits that a complete answer costs; `undefined` where the gateway counts by itself. */
  readonly price: number | undefined
  /** The gateway's own id of the call; "" when not even a head arrived. */
  callId: string
  /** 0 when no head arrived. */
  status: number
  /** Events of a stream. */
  events: number
  isComplete: boolean
  /** Hung up on purpose. */
  hasLeft: boolean
  /** Text of the error in the body or in the last frame. */
  error: string | undefined
  /** The connection broke or the answer made no sense. */
  failure: string | undefined
}

const PATH = '/v1/chat/completions'
export const CALL_ID_HEADER = 'x-oneapi-request-id'
/** Longer than any limit of the gateway that a scenario sets. */
const LONGEST_MS = 60_000
/** What a body may be cut to in a report. */
const SHOWN = 200

let made = 0

export interface RunningCall {
  /** As far as the answer has come. */
  readonly seen: Seen
  readonly done: Promise<Seen>
}

export async function call(url: string, options: Call): Promise<Seen> {
  return await beginCall(url, options).done
}

/** For who looks at an answer while it is written. */
export function beginCall(url: string, options: Call): RunningCall {
  const { plan, model } = options
  const seen: Seen = {
    plan,
    price: model?.price ?? PLANS[plan]?.charge,
    callId: '',
    status: 0,
    events: 0,
    isComplete: false,
    hasLeft: false,
    error: undefined,
    failure: undefined,
  }
  return { seen, done: ask(url, options, seen) }
}

async function ask(url: string, options: Call, seen: Seen): Promise<Seen> {
  const { plan, key, model } = options
  const stream = PLANS[plan]?.stream === true
  made += 1
  const leave = new AbortController()
  try {
    const response = await fetch(url + PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: model?.name ?? 'chaos',
        messages: [{ role: 'user', content: `plan=${plan} call=c${made}` }],
        ...(stream && { stream, stream_options: { include_usage: true } }),
      }),
      signal: AbortSignal.any([leave.signal, AbortSignal.timeout(LONGEST_MS)]),
    })
    seen.callId = response.headers.get(CALL_ID_HEADER) ?? ''
    seen.status = response.status
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await readStream(response, seen, { ...options, leave })
    else readBody(await response.text(), seen)
  } catch (error) {
    if (!seen.hasLeft) seen.failure = String(error)
  }
  return seen
}

function readBody(text: string, seen: Seen): void {
  const error = errorIn(text)
  seen.error = error
  if (seen.status !== 200 || error !== undefined) return
  const body: unknown = JSON.parse(text)
  seen.isComplete = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!seen.isComplete) seen.failure = `no answer: ${text.slice(0, SHOWN)}`
}

async function readStream(
  response: Response,
  seen: Seen,
  options: Call & { readonly leave: AbortController },
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true })
    const frames = rest.split(/\r?\n\r?\n/)
    rest = frames.pop() ?? ''
    for (const frame of frames) readFrame(frame, seen)
    if (options.leaveAfter !== undefined && seen.events >= options.leaveAfter) {
      seen.hasLeft = true
      options.leave.abort()
      return
    }
  }
}

function readFrame(frame: string, seen: Seen): void {
  const text = frame.replace(/^data: ?/, '')
  if (text === frame) return
  seen.events += 1
  if (text === '[DONE]') seen.isComplete = true
  seen.error ??= errorIn(text)
}

/** The message of `{"error":{"message":…}}`. */
function errorIn(text: string): string | undefined {
  if (!text.includes('"error"')) return undefined
  try {
    const { error } = JSON.parse(text)
    return typeof error?.message === 'string' ? error.message : undefined
  } catch {
    return undefined
  }
}
