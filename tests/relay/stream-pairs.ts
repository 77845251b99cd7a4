/** Every client protocol at upstreams that speak it themselves, and at others. */
import { fixture } from '../support/upstream'
import { MODEL } from './black-box'
import { asking } from './gemini-wire'

const MESSAGES = [{ role: 'user', content: 'Two plus two?' }]

export interface StreamClient {
  readonly path: string
  readonly body: object
  /** Sent while there is nothing to say. */
  readonly sign: string
}

export function streamClients(model = MODEL) {
  return {
    openai: {
      path: '/v1/chat/completions',
      body: { model, messages: MESSAGES, stream: true },
      sign: ': keep-alive\n',
    },
    claude: {
      path: '/v1/messages',
      body: { model, messages: MESSAGES, max_tokens: 100, stream: true },
      sign: 'event: ping\ndata: {"type": "ping"}\n\n',
    },
    responses: {
      path: '/v1/responses',
      body: { model, input: 'Two plus two?', stream: true },
      sign: ': keep-alive\n',
    },
    gemini: {
      path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
      body: asking(),
      sign: '\n\n',
    },
    cohere: {
      path: '/v2/chat',
      body: { model, messages: MESSAGES, stream: true },
      sign: ': keep-alive\n',
    },
  } satisfies Record<string, StreamClient>
}

export type ClientName = keyof ReturnType<typeof streamClients>

/** Channel type and recorded stream of each upstream. */
export const UPSTREAMS = {
  openai: { type: 1, sse: fixture('openai/chat-text.sse') },
  responses: { type: 1, sse: fixture('responses/chat-text.sse') },
  anthropic: { type: 14, sse: fixture('anthropic/chat-text.sse') },
  gemini: { type: 24, sse: fixture('gemini/chat-text.sse') },
  cohere: { type: 34, sse: fixture('cohere/chat-text.sse') },
} as const

export type UpstreamName = keyof typeof UPSTREAMS

export const NATIVE_PAIRS: readonly (readonly [ClientName, UpstreamName])[] = [
  ['openai', 'openai'],
  ['claude', 'anthropic'],
  ['responses', 'responses'],
  ['gemini', 'gemini'],
  ['cohere', 'cohere'],
]

export const TRANSLATED_PAIRS: readonly (readonly [ClientName, UpstreamName])[] = [
  ['openai', 'anthropic'],
  ['claude', 'openai'],
  ['responses', 'gemini'],
  ['gemini', 'openai'],
  ['cohere', 'anthropic'],
]

/** What a stream says: its data, without signs of life, and without ids and times. */
export function saidIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: ') && !line.includes('"ping"'))
    .map((line) =>
      line
        .replace(/"(created|created_at|completed_at)":\d+/g, '"$1":0')
        .replace(/[\w]*\d{23}\w{8}\w*/g, 'ID')
        .replace(/"(id|responseId|item_id)":"[^"]*"/g, '"$1":"ID"'),
    )
}
