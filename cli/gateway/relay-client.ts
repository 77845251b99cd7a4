/** A small client of our own relay, for commands that talk to it like any other client. */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { ServerAnswer, ServerHealth } from '../../server/services/doctor/surroundings'
import { CommandFailure } from '../exit'
import { words } from '../words'
import type { Caller } from './caller'

export interface ChatTurn {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface ChatOrder extends Caller {
  readonly model: string
  readonly messages: readonly ChatTurn[]
}

export interface ChatUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
}

export interface ChatResult {
  readonly text: string
  readonly usage: ChatUsage | undefined
  readonly requestId: string
}

/** Streams one answer; `onText` gets each piece as it comes. Throws `CommandFailure`. */
export async function chat(order: ChatOrder, onText: (piece: string) => void): Promise<ChatResult> {
  const { model, messages } = order
  const options = { stream: true, stream_options: { include_usage: true } }
  const response = await callRelay(order, '/v1/chat/completions', { model, messages, ...options })
  let text = ''
  let usage: ChatUsage | undefined
  for await (const data of eventTexts(response.body ?? NOTHING)) {
    if (data === '[DONE]') break
    const chunk = JSON.parse(data) as ChatChunk
    if (chunk.error !== undefined) throw new CommandFailure('relay', chunk.error.message)
    usage = chunk.usage ?? usage
    const piece = chunk.choices?.[0]?.delta?.content ?? ''
    text += piece
    if (piece !== '') onText(piece)
  }
  return { text, usage, requestId: requestIdOf(response) }
}

interface ChatChunk {
  readonly error?: { readonly message: string }
  readonly usage?: ChatUsage | null
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[]
}

const NOTHING = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })

/** A form travels as it is, anything else as JSON. Throws `CommandFailure`. */
export async function callRelay(
  { url, key, language, signal }: Caller,
  path: string,
  body: FormData | object,
): Promise<Response> {
  const isForm = body instanceof FormData
  const headers = {
    'accept-language': language,
    authorization: `Bearer ${key}`,
    ...(!isForm && { 'content-type': 'application/json' }),
  }
  const sent = isForm ? body : JSON.stringify(body)
  let response: Response
  try {
    response = await fetch(url + path, { method: 'POST', signal, headers, body: sent })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new GatewayError('server.unreachable', { url }, { cause })
  }
  if (!response.ok) throw await refusal(response)
  return response
}

export function requestIdOf(response: Response): string {
  return response.headers.get('x-oneapi-request-id') ?? ''
}

/** Throws `CommandFailure` for an answer that is no JSON object. */
export async function objectFrom(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // Said below.
  }
  throw new CommandFailure('relay', text.slice(0, 500))
}

async function refusal(response: Response): Promise<CommandFailure> {
  const body = await response.text()
  let message = body.slice(0, 500)
  try {
    const parsed = JSON.parse(body) as { error?: { message?: string } }
    message = parsed.error?.message ?? message
  } catch {
    // Not our gateway, or a proxy in front of it: its text is the best there is.
  }
  return new CommandFailure('relay', words`${response.status} ${message}`)
}

export async function* eventTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const bytes of body) {
    pending += decoder.decode(bytes, { stream: true })
    const blocks = pending.split(/\r?\n\r?\n/)
    pending = blocks.pop() ?? ''
    for (const block of blocks) {
      for (const line of block.split('\n')) {
        if (line.startsWith('data:')) yield line.slice(5).trim()
      }
    }
  }
}

const SERVER_WAIT_MS = 5000
const STATES: readonly unknown[] = ['ok', 'unwritable', 'gone', 'replaced']

/** The public status of a gateway. Throws when nothing answers, or some other program does. */
export async function readServer(url: string): Promise<ServerAnswer> {
  const response = await fetch(`${url}/api/status`, { signal: AbortSignal.timeout(SERVER_WAIT_MS) })
  const body = (await response.json()) as { data?: { version?: unknown } }
  const version = body.data?.version
  if (typeof version !== 'string') {
    throw new GatewayError('server.unreachable', { url })
  }
  const dateMs = Date.parse(response.headers.get('date') ?? '')
  const health = await readHealth(url)
  return { version, dateMs: Number.isNaN(dateMs) ? undefined : dateMs, health }
}

/** A server that is not in order says so with 503; older ones lack these fields. */
async function readHealth(url: string): Promise<ServerHealth | undefined> {
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(SERVER_WAIT_MS) })
  const body: unknown = await response.json().catch(() => undefined)
  const { database, settlements_waiting, proxy_unbelieved } = Object(body)
  const isKnown = STATES.includes(database) && Number.isSafeInteger(settlements_waiting)
  if (!isKnown) return undefined
  return { database, settlements_waiting, proxy_unbelieved: proxy_unbelieved === true }
}

export interface HealthAnswer {
  readonly healthy: boolean
  /** State of the database; "" where the server does not say. */
  readonly database: string
}

/** What `/healthz` answers. Throws `server.unreachable` when nothing does. */
export async function askHealth(url: string): Promise<HealthAnswer> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(SERVER_WAIT_MS) })
    const body: unknown = await response.json()
    const { ok, database } = Object(body)
    return { healthy: response.ok && ok === true, database: String(database ?? '') }
  } catch (cause) {
    throw new GatewayError('server.unreachable', { url }, { cause })
  }
}
