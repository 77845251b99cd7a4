/** Fixtures and an independent reading of the wire, for the tests of protocols and dialects. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { channelTypeById } from '../../../server/domain/channel-types'
import type { ChannelTypeRow } from '../../../server/domain/channel-types/channel-type'
import { channelType } from '../../../server/domain/channel-types/channel-type'
import type { UpstreamCall } from '../../../server/relay/formats/dialects/dialect'
import { FrameAligner, parseFrames } from '../../../server/relay/formats/framings/frames'
import type { AnswerContext, StreamWriter } from '../../../server/relay/formats/protocols/protocol'
import type {
  ChatEvent,
  ChatRequest,
  JsonObject,
  StreamReader,
} from '../../../server/relay/wire/chat'

const FIXTURES = join(import.meta.dir, '../../fixtures')

export function fixture(path: string): string {
  return readFileSync(join(FIXTURES, path), 'utf8')
}

export function jsonFixture(path: string): JsonObject {
  return JSON.parse(fixture(path))
}

export const CONTEXT: AnswerContext = {
  requestId: 'req-7',
  model: 'client-model',
  nowSeconds: 1_760_000_001,
  includeUsage: true,
  promptTokensEstimate: 33,
}

/** Events of a stream whose bytes arrive in pieces of `size`, whatever they cut through. */
export function eventsOf(reader: StreamReader, text: string, size = 1 << 20): ChatEvent[] {
  const aligner = new FrameAligner()
  const bytes = Buffer.from(text)
  const events: ChatEvent[] = []
  const read = (frames: Buffer | undefined) => {
    for (const { name, data } of parseFrames(frames?.toString() ?? '')) {
      events.push(...reader.read(name, data))
    }
  }
  for (let at = 0; at < bytes.length; at += size) read(aligner.push(bytes.subarray(at, at + size)))
  read(aligner.rest())
  return events
}

/** The SSE text that a writer makes of these events, closing frames included. */
export function written(writer: StreamWriter, events: readonly ChatEvent[]): string {
  return events.map((event) => writer.write(event)).join('') + writer.end()
}

export interface WireFrame {
  readonly name: string
  readonly json: JsonObject
}

/** Strict: every frame is `event:`? + one `data:` line of JSON, ended by one blank line. */
export function framesOf(text: string): WireFrame[] {
  if (text === '') return []
  if (!text.endsWith('\n\n')) throw new Error('the last frame is not closed')
  return text
    .slice(0, -2)
    .split('\n\n')
    .filter((block) => block !== 'data: [DONE]')
    .map((block) => {
      const match = /^(?:event: ([\w-]+)\n)?data: (.+)$/.exec(block)
      if (match?.[2] === undefined) throw new Error(`not a frame: ${block}`)
      return { name: match[1] ?? '', json: JSON.parse(match[2]) }
    })
}

/** A request with nothing in it but what is given. */
export function chatRequest(part: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'client-model',
    stream: false,
    includeUsage: false,
    system: [],
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    stop: [],
    unmapped: {},
    ...part,
  }
}

export interface CallFacts {
  readonly type?: Partial<ChannelTypeRow>
  readonly channel?: Partial<UpstreamCall['channel']>
  readonly call?: Partial<Omit<UpstreamCall, 'channel' | 'settings'>>
  readonly settings?: Partial<UpstreamCall['settings']>
}

/** A call on an OpenAI channel of type 1, changed where the facts say so. */
export function upstreamCall(facts: CallFacts = {}): UpstreamCall {
  // The small differences of a type are its row's, whatever else a test says of it.
  const known = channelTypeById(facts.type?.id ?? OPENAI_ROW.id)
  const { traits, addressHint } = known ?? channelType(OPENAI_ROW)
  const type = { ...channelType(OPENAI_ROW), traits, addressHint, ...facts.type }
  return {
    channel: {
      id: 1,
      name: 'test',
      type,
      status: 1,
      key: 'sk-upstream',
      baseUrl: type.baseUrl,
      organization: '',
      other: '',
      weight: 0,
      priority: 0,
      autoBan: false,
      mapModel: () => undefined,
      mapStatus: (status) => status,
      paramOverride: undefined,
      proxy: '',
      cutPolicy: 'partial',
      fidelity: 'warn',
      forceFormat: false,
      thinkingToContent: false,
      allowPrivate: false,
      ...facts.channel,
    },
    operation: 'chat',
    stream: false,
    requestedModel: facts.call?.upstreamModel ?? 'gpt-4o',
    upstreamModel: 'gpt-4o',
    clientHeaders: {},
    owner: 'gw-1',
    ...facts.call,
    settings: { ...SETTINGS, ...facts.settings },
  }
}

/** Offers what the dialects of all protocols are asked for, whichever of them is tried. */
const OPENAI_ROW: Parameters<typeof channelType>[0] = {
  id: 1,
  name: 'OpenAI',
  dialect: 'openai',
  baseUrl: 'https://api.openai.com',
  offers: ['chat', 'completions', 'embeddings', 'moderations', 'count_tokens', 'compact'],
}

const SETTINGS: UpstreamCall['settings'] = {
  claudeHeaders: {},
  claudeModelHeaders: {},
  claudeDefaultMaxTokens: { default: 8192 },
  claudeThinkingAdapterEnabled: true,
  claudeThinkingBudgetShare: 0.8,
  geminiSafety: {},
  geminiVersion: {},
  outputLimits: {},
}

/** What the official OpenAI client makes of a stream. */
export async function openaiClientReads(sse: string): Promise<OpenAI.ChatCompletion> {
  const client = new OpenAI({ apiKey: 'k', maxRetries: 0, fetch: async () => eventStream(sse) })
  const stream = client.chat.completions.stream({ model: 'm', messages: [] })
  return await stream.finalChatCompletion()
}

/** What the official Anthropic client makes of a stream. */
export async function anthropicClientReads(sse: string): Promise<Anthropic.Message> {
  const client = new Anthropic({ apiKey: 'k', maxRetries: 0, fetch: async () => eventStream(sse) })
  return await client.messages.stream({ model: 'm', max_tokens: 1, messages: [] }).finalMessage()
}

function eventStream(sse: string): Response {
  return new Response(sse, { headers: { 'content-type': 'text/event-stream' } })
}
