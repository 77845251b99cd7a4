/** The bytes that a plan puts on the wire. */

export const PROMPT_TOKENS = 10
const COMPLETION_TOKENS = 20
/** Credits of an answer with usage, at one credit per token. */
export const CHARGE = PROMPT_TOKENS + COMPLETION_TOKENS

const USAGE = {
  prompt_tokens: PROMPT_TOKENS,
  completion_tokens: COMPLETION_TOKENS,
  total_tokens: CHARGE,
}
const MODEL = 'chaos'

/** A complete chat completion; `usage: undefined` leaves the usage out. */
export function completion(change: { readonly usage?: unknown; readonly text?: string } = {}) {
  const { text = 'lorem ipsum dolor sit amet' } = change
  return JSON.stringify({
    id: 'chatcmpl-chaos',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: 'usage' in change ? change.usage : USAGE,
  })
}

interface HeadOptions {
  readonly status?: number
  readonly type?: string
  /** Further lines. */
  readonly lines?: readonly string[]
}

/** A status line and its headers, with the blank line. */
export function head({ status = 200, type = 'application/json', lines = [] }: HeadOptions = {}) {
  const all = [`HTTP/1.1 ${status} Scripted`, `content-type: ${type}`, ...lines]
  return `${all.join('\r\n')}\r\n\r\n`
}

/** A complete answer with its length. */
export function fullResponse(body: string | Uint8Array, options: HeadOptions = {}): Buffer {
  const bytes = Buffer.from(body)
  const lines = [`content-length: ${bytes.length}`, ...(options.lines ?? [])]
  return Buffer.concat([Buffer.from(head({ ...options, lines })), bytes])
}

/** A refusal as providers write it. */
export function refusal(status: number, lines: readonly string[] = []): Buffer {
  const error = { message: `scripted ${status}`, type: 'scripted', code: String(status) }
  return fullResponse(JSON.stringify({ error }), { status, lines })
}

export const STREAM_HEAD = head({
  type: 'text/event-stream',
  lines: ['transfer-encoding: chunked'],
})

export function chunk(text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text)
  const size = Buffer.from(`${bytes.length.toString(16)}\r\n`)
  return Buffer.concat([size, bytes, Buffer.from('\r\n')])
}

export const LAST_CHUNK = '0\r\n\r\n'

export function frame(body: unknown): string {
  return `data: ${typeof body === 'string' ? body : JSON.stringify(body)}\n\n`
}

function delta(change: object, finish: string | null = null): string {
  return frame({
    id: 'chatcmpl-chaos',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: MODEL,
    choices: [{ index: 0, delta: change, finish_reason: finish }],
  })
}

export function word(text: string): string {
  return delta({ content: text })
}

export const FINISH = delta({}, 'stop')

export function usageFrame(usage: unknown = USAGE): string {
  return frame({
    id: 'chatcmpl-chaos',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: MODEL,
    choices: [],
    usage,
  })
}

export const DONE = frame('[DONE]')

export function words(count: number): string[] {
  return Array.from({ length: count }, (_, index) => word(`word${index} `))
}
