/** A relay and a model that does as it is told, behind one address, with a clock of its own. */
import type { Upstream, UpstreamRequest, UpstreamSink } from '../../server/relay/net/upstream'

/** What a stand-in does to the calls that it pretends to pass on; with none it is honest. */
export interface Vice {
  /** The model that really answers. */
  readonly model?: string
  /** Waits until the answer is whole, and then sends it in pieces. */
  readonly recites?: boolean
  readonly factor?: number
  /** Tokens that are added to every prompt. */
  readonly adds?: number
  /** Words of a conversation that reach the model: the last ones. */
  readonly reads?: number
  readonly drops?: readonly string[]
  readonly keepsDiscount?: boolean
  /** Fails from this question on. */
  readonly refusesFrom?: number
}

interface Asked {
  readonly stream?: boolean
  readonly stop?: readonly string[] | string
  readonly seed?: number
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

interface Answer {
  readonly text: string
  readonly tool: string | undefined
}

const MS_PER_WORD = 20
const MS_BEFORE = 300
const LONG_PROMPT = 1000

export class StandIn {
  asked = 0
  readonly #model: string
  readonly #vice: Vice
  readonly #seen = new Set<string>()
  #nowMs = 0
  #row = 0

  constructor(model: string, vice: Vice) {
    this.#model = vice.model ?? model
    this.#vice = vice
  }

  readonly clock = { nowMs: () => this.#nowMs }

  readonly upstream: Upstream = {
    close: async () => {},
    connections: () => ({ busy: 0, idle: 0 }),
    socket: () => {
      throw new Error('nobody asks for a socket')
    },
    send: (request, sink) => {
      this.asked += 1
      if (this.asked >= (this.#vice.refusesFrom ?? Number.POSITIVE_INFINITY)) {
        sent(sink, 401, { error: { message: 'who are you' } })
      } else this.#answer(request, sink)
      return { abort() {}, pause() {}, resume() {} }
    },
  }

  #answer(request: UpstreamRequest, sink: UpstreamSink): void {
    const body: Asked = JSON.parse(String(request.body))
    const answer = this.#answerTo(body)
    const usage = this.#usageOf(body, answer.text)
    const head = { id: 'x', object: 'chat.completion', created: 1, model: this.#model }
    if (body.stream === true) this.#stream(answer.text, { head, usage, sink })
    else {
      this.#nowMs += MS_BEFORE
      sent(sink, 200, { ...head, choices: [choiceOf(answer)], usage })
    }
  }

  #stream(
    text: string,
    {
      head,
      usage,
      sink,
    }: { readonly head: object; readonly usage: object; readonly sink: UpstreamSink },
  ): void {
    const words = wordsIn(text)
    const frame = (part: object) =>
      sink.onBytes(Buffer.from(`data: ${JSON.stringify({ ...head, ...part })}\n\n`))
    const recites = this.#vice.recites === true
    sink.onHead(200, { 'content-type': 'text/event-stream' })
    this.#nowMs += MS_BEFORE + (recites ? words.length * MS_PER_WORD : 0)
    for (const word of words) {
      this.#nowMs += recites ? 0.1 : MS_PER_WORD
      frame({ choices: [{ index: 0, delta: { content: `${word} ` } }] })
    }
    frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    frame({ choices: [], usage })
    sink.onBytes(Buffer.from('data: [DONE]\n\n'))
    sink.onEnd()
  }

  #answerTo(body: Asked): Answer {
    const dropped = (name: string) => this.#vice.drops?.includes(name) === true
    const said = (role: string) =>
      body.messages.filter((one) => one.role === role).map(({ content }) => textOf(content))
    const [tool] = dropped('tools') ? [] : (body.tools ?? [])
    if (tool !== undefined) return { text: '', tool: tool.function.name }
    const rule = /the single word (\w+)/.exec(said('system').join(' '))?.[1]
    if (rule !== undefined && !dropped('system')) return { text: rule, tool: undefined }
    const whole = wordsIn(said('user').join(' '))
    const read = whole.slice(-(this.#vice.reads ?? whole.length)).join(' ')
    const text = this.#modelSays(read, dropped('seed') ? undefined : body.seed)
    const stops = dropped('stop') ? [] : [body.stop ?? []].flat()
    const end = stops.map((stop) => text.indexOf(stop)).find((at) => at >= 0)
    return { text: text.slice(0, end).trim(), tool: undefined }
  }

  #modelSays(prompt: string, seed: number | undefined): string {
    const echo = /nothing else: ([a-z ]+)$/.exec(prompt)?.[1]
    if (echo !== undefined) return echo
    if (prompt.includes('Write these letters')) return 'A B C D E F G'
    if (prompt.includes('Which company made you')) return 'OpenAI'
    if (prompt.includes('random lower-case letters')) {
      this.#row += 1
      return `row ${seed ?? this.#row}`
    }
    const secrets = [...prompt.matchAll(/secret word is (\w+)/g)].map(([, word]) => word)
    return secrets.length > 0 ? secrets.join(', ') : 'Paris'
  }

  #usageOf(body: Asked, text: string) {
    const { factor = 1, adds = 0, keepsDiscount = false } = this.#vice
    const prompt = JSON.stringify(body.messages)
    const words = wordsIn(prompt).length
    const isCached = this.#seen.has(prompt) && words > LONG_PROMPT && !keepsDiscount
    this.#seen.add(prompt)
    const prompt_tokens = Math.round((words + adds) * factor)
    const completion_tokens = Math.round(wordsIn(text).length * factor)
    return {
      prompt_tokens,
      completion_tokens,
      total_tokens: prompt_tokens + completion_tokens,
      prompt_tokens_details: { cached_tokens: isCached ? prompt_tokens - 50 : 0 },
    }
  }
}

function sent(sink: UpstreamSink, status: number, answer: object): void {
  sink.onHead(status, { 'content-type': 'application/json' })
  sink.onBytes(Buffer.from(JSON.stringify(answer)))
  sink.onEnd()
}

function choiceOf({ text, tool }: Answer) {
  const tool_calls = tool && [
    { id: 't', type: 'function', function: { name: tool, arguments: '{}' } },
  ]
  const message = { role: 'assistant', content: text, ...(tool_calls && { tool_calls }) }
  return { index: 0, message, finish_reason: tool === undefined ? 'stop' : 'tool_calls' }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : []
  return parts.map((part) => String(Object(part).text ?? '')).join('')
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
