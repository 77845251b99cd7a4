/** One question to one channel, in the channel's own wire format, and how its answer came. */
import { apiVariantsOf } from '../../../../domain/channels/api-variants'
import { GatewayError, UpstreamError } from '../../../../domain/errors/gateway-error'
import type { Usage } from '../../../../domain/money/usage'
import { monotonicMs } from '../../../../domain/time-source'
import type { Piece } from '../../../../domain/verify/observed'
import { acceptingFirst, dialectOf } from '../../../call/channel/channel-api'
import { placedModel, placedUrl } from '../../../call/channel/place'
import { authorized } from '../../../call/channel/vendor'
import { dressed } from '../../../call/encode/encode-body'
import { parseAnswer } from '../../../call/stream/answer'
import type {
  ChatCodec,
  Dialect,
  UpstreamCall,
  UpstreamTarget,
} from '../../../formats/dialects/dialect'
import { SseFraming } from '../../../formats/framings/sse'
import { connectionTo } from '../../../net/connection-to'
import type { Exchange, UpstreamHeaders, UpstreamRequest } from '../../../net/upstream'
import type { Clock, RelayChannel } from '../../../ports/ports'
import type { ChatAnswer, ChatEvent, ChatRequest, Loss } from '../../../wire/chat'
import type { ProbeParts } from '../probe'

const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const EVENT_STREAM = 'text/event-stream'

export interface AskParts extends ProbeParts {
  readonly clock: Clock
}

export interface Reply {
  readonly text: string
  /** As the answer names it; "" when it does not. */
  readonly model: string
  readonly usage: Usage | undefined
  /** Tools that it calls. */
  readonly tools: readonly string[]
  /** What of the question the upstream's format has no place for. */
  readonly losses: readonly Loss[]
  /** Of a streamed answer. */
  readonly pieces: readonly Piece[]
}

interface Way {
  readonly dialect: Dialect
  readonly codec: ChatCodec
  readonly call: UpstreamCall
  readonly target: UpstreamTarget
}

/** Throws what a client would have read, or `channel.test_unsupported`. */
export async function ask(
  parts: AskParts,
  channel: RelayChannel,
  request: ChatRequest,
): Promise<Reply> {
  const way = wayTo(parts, channel, request)
  const { dialect, codec, call } = way
  const { body: encoded, losses } = codec.encode(request, call)
  const asksUsage = request.stream && call.channel.type.streamUsage
  const whole = { ...encoded, ...(asksUsage ? dialect.askStreamUsage : {}) }
  const body = JSON.stringify(dressed(dialect.prepareNative(whole, call, new Set()), call))
  const sent = await signed(parts, way, body)
  return { ...(await replyTo(parts, way, sent)), losses }
}

/** The upstream's own name of the model, as it is sent. */
export function upstreamNameOf(channel: RelayChannel, model: string): string {
  const upstreamModel = channel.mapModel(model) ?? model
  return placedModel(channel, { requestedModel: model, upstreamModel })
}

function wayTo({ settings }: AskParts, channel: RelayChannel, request: ChatRequest): Way {
  const { model, stream } = request
  const mapped = channel.mapModel(model) ?? model
  const reached = { model: mapped, baseUrl: channel.baseUrl }
  const offersTools = request.tools.length > 0
  const chat = { requestedModel: model, upstreamModel: mapped, offersTools }
  for (const type of acceptingFirst(apiVariantsOf(channel.type, reached), chat)) {
    const variant = { ...channel, type }
    const dialect = dialectOf(variant)
    const call: UpstreamCall = {
      channel: variant,
      operation: 'chat',
      stream,
      requestedModel: model,
      upstreamModel: upstreamNameOf(channel, model),
      settings,
      clientHeaders: {},
      owner: 'gw',
    }
    const target = dialect?.target(call)
    if (dialect?.chat === undefined || target === undefined) continue
    return { dialect, codec: dialect.chat, call, target }
  }
  throw new GatewayError('channel.test_unsupported', { type: channel.type.name })
}

async function signed(
  { vendorOf }: AskParts,
  { call, target }: Way,
  body: string,
): Promise<UpstreamRequest> {
  const { channel } = call
  const accept = call.stream ? EVENT_STREAM : 'application/json'
  const plain = {
    'content-type': 'application/json',
    accept,
    'user-agent': 'gw',
    ...target.headers,
  }
  const bare = { ...target, url: placedUrl(target.url, call), headers: plain, body, channel }
  const own = await authorized(vendorOf, bare)
  return { ...bare, ...own, ...connectionTo(channel) }
}

function isRefusal(status: number): boolean {
  return status < 200 || status >= 300
}

function refusal(
  { dialect }: Way,
  answer: { readonly status: number; readonly text: string; readonly headers: UpstreamHeaders },
): UpstreamError {
  const facts = dialect.readError(answer.status, answer.text, answer.headers)
  return new UpstreamError({ ...facts, status: answer.status })
}

type Whole = Omit<Reply, 'losses'>

function wholeOf({ model, choices, usage }: ChatAnswer): Whole {
  const parts = choices.flatMap((choice) => choice.parts)
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    model,
    usage,
    tools: parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    pieces: [],
  }
}

/**
 * Some upstreams know no answer but a stream, others none at all: how it came is in its head.
 * An answer that is no stream although one was requested came in a single piece.
 */
function replyTo(parts: AskParts, way: Way, sent: UpstreamRequest): Promise<Whole> {
  const { upstream, clock } = parts
  const { promise, resolve, reject } = Promise.withResolvers<Whole>()
  const beganMs = monotonicMs(clock)
  const framing = way.dialect.stream?.framing() ?? new SseFraming()
  const reader = way.codec.streamReader()
  const sum = new StreamSum()
  const bytes: Buffer[] = []
  let running: Exchange | undefined
  let size = 0
  let head = { status: 0, headers: {} as UpstreamHeaders }
  const read = (frames: ReturnType<typeof framing.push>) => {
    const atMs = monotonicMs(clock) - beganMs
    for (const { name, data } of frames) sum.take(reader.read(name, data), atMs)
  }
  const orFail = (step: () => void) => {
    try {
      step()
    } catch (cause) {
      running?.abort()
      reject(cause)
    }
  }
  running = upstream.send(sent, {
    onHead: (status, headers) => {
      head = { status, headers }
    },
    onBytes: (piece) => {
      size += piece.length
      if (size > MAX_ANSWER_BYTES) {
        running?.abort()
        reject(new GatewayError('upstream.too_large', { limitMb: 4 }))
      } else if (isRefusal(head.status) || !isStream(way, head.headers)) bytes.push(piece)
      else orFail(() => read(framing.push(piece)))
    },
    onEnd: () =>
      orFail(() => {
        const text = Buffer.concat(bytes).toString()
        if (isRefusal(head.status)) throw refusal(way, { ...head, text })
        if (isStream(way, head.headers)) {
          read(framing.rest())
          resolve(sum.whole())
          return
        }
        const whole = wholeOf(way.codec.readAnswer(parseAnswer(text)))
        const atMs = monotonicMs(clock) - beganMs
        resolve({ ...whole, pieces: [{ atMs, characters: whole.text.length }] })
      }),
    onFailure: reject,
  })
  return promise
}

function isStream({ dialect }: Way, headers: UpstreamHeaders): boolean {
  return String(headers['content-type']).includes(dialect.stream?.contentType ?? EVENT_STREAM)
}

/** What the events of a stream come to. */
class StreamSum {
  readonly #pieces: Piece[] = []
  readonly #texts: string[] = []
  readonly #tools: string[] = []
  #model = ''
  #usage: Usage | undefined

  /** Throws the failure that the stream reports. */
  take(events: readonly ChatEvent[], atMs: number): void {
    for (const event of events) {
      if (event.type === 'start') this.#model ||= event.model
      else if (event.type === 'text') {
        this.#texts.push(event.text)
        this.#pieces.push({ atMs, characters: event.text.length })
      } else if (event.type === 'tool_call') this.#tools.push(event.name)
      else if (event.type === 'usage') this.#usage = event.usage
      else if (event.type === 'error') {
        throw new UpstreamError({ status: 502, upstreamStatus: 200, message: event.message })
      }
    }
  }

  whole(): Whole {
    return {
      text: this.#texts.join(''),
      model: this.#model,
      usage: this.#usage,
      tools: this.#tools,
      pieces: this.#pieces,
    }
  }
}
