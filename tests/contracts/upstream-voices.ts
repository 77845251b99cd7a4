/** The same few things that an upstream can say, in each dialect's frames and bodies. */
import { json, type RecordedRequest, type Reply } from '../support/upstream'
import type { Piece } from '../support/upstream/reply'

export interface Reported {
  readonly prompt: number
  readonly cached: number
  readonly output: number
}

/** Why an answer ends: `broken` in a word that means it was broken off. */
export type End = 'stop' | 'length' | 'broken'

export interface Said {
  readonly text: string
  readonly end: End
  readonly usage?: Reported | undefined
}

export interface Voice {
  /** Of channels that speak it. */
  readonly type: number
  /** What such a channel has beside its type. */
  readonly channel?: { readonly key?: string; readonly other?: string }
  /** Begins the names of models that clients of every protocol reach over this dialect. */
  readonly family?: string
  /** Where calls arrive, where the family decides it. */
  readonly path?: string
  /** What is asked beside the call itself; `undefined` for the call. */
  readonly aside?: (request: RecordedRequest) => Reply | undefined
  /** Where it is no event stream. */
  readonly streamed?: (pieces: readonly Piece[], rest: Reply) => Reply
  /** What was used can be told before there is any content. */
  readonly reportsEarly: boolean
  /** What was used comes behind the reason to end: of an answer that broke off it never does. */
  readonly reportsLast?: true
  /** Nothing follows the reason to end, and one without a word before it reads as a cut. */
  readonly endsUnmarked?: true
  readonly opening: (usage?: Reported) => readonly string[]
  readonly text: (text: string) => readonly string[]
  /** Up to the terminator. */
  readonly ending: (said: Said) => readonly string[]
  /** The terminator of an answer that never began. */
  readonly bareEnd: readonly string[]
  readonly error: readonly string[]
  readonly body: (said: Said) => object
}

function frame(value: object | string, name?: string): string {
  const event = name === undefined ? '' : `event: ${name}\n`
  return `${event}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
}

/** What every upstream calls the model that answers. */
export const MODEL = 'upstream-model'
const OVERLOADED = 'The server is overloaded'

function openaiUsage({ prompt, cached, output }: Reported): object {
  const all = prompt + cached
  return {
    prompt_tokens: all,
    completion_tokens: output,
    total_tokens: all + output,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

const OPENAI_WORDS = { stop: 'stop', length: 'length', broken: 'network_error' }

function chunk(delta: object, word: string | null, usage?: Reported): string {
  return frame({
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: MODEL },
    choices: [{ index: 0, delta, finish_reason: word }],
    ...(usage && { usage: openaiUsage(usage) }),
  })
}

const openai: Voice = {
  // DeepSeek's, whose chat API is the only one behind such an address.
  type: 43,
  reportsEarly: true,
  opening: (usage) => [': waiting\n\n', chunk({ role: 'assistant', content: '' }, null, usage)],
  text: (content) => [chunk({ content }, null)],
  ending: ({ end, usage }) => [
    chunk({}, OPENAI_WORDS[end]),
    ...(usage === undefined
      ? []
      : [frame({ id: 'chatcmpl-1', model: MODEL, choices: [], usage: openaiUsage(usage) })]),
    frame('[DONE]'),
  ],
  bareEnd: [frame('[DONE]')],
  error: [frame({ error: { message: OVERLOADED, type: 'server_error', code: 'overloaded' } })],
  body: ({ text, end, usage }) => ({
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: MODEL },
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: OPENAI_WORDS[end],
      },
    ],
    ...(usage && { usage: openaiUsage(usage) }),
  }),
}

const CLAUDE_WORDS = { stop: 'end_turn', length: 'max_tokens', broken: 'network_error' }

function named(event: { readonly type: string; readonly [field: string]: unknown }): string {
  return frame(event, event.type)
}

function claudeUsage({ prompt, cached, output }: Reported): object {
  return { input_tokens: prompt, cache_read_input_tokens: cached, output_tokens: output }
}

const CLAUDE_MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: MODEL }

const anthropic: Voice = {
  type: 14,
  reportsEarly: true,
  opening: (usage = { prompt: 0, cached: 0, output: 0 }) => [
    named({
      type: 'message_start',
      message: {
        ...CLAUDE_MESSAGE,
        ...{ content: [], stop_reason: null, stop_sequence: null, usage: claudeUsage(usage) },
      },
    }),
    named({ type: 'ping' }),
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  text: (text) => [
    named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  ],
  ending: ({ end, usage }) => [
    named({ type: 'content_block_stop', index: 0 }),
    named({
      type: 'message_delta',
      delta: { stop_reason: CLAUDE_WORDS[end], stop_sequence: null },
      ...(usage && { usage: claudeUsage(usage) }),
    }),
    named({ type: 'message_stop' }),
  ],
  bareEnd: [named({ type: 'message_stop' })],
  error: [named({ type: 'error', error: { type: 'overloaded_error', message: OVERLOADED } })],
  body: ({ text, end, usage }) => ({
    ...CLAUDE_MESSAGE,
    content: text === '' ? [] : [{ type: 'text', text }],
    stop_reason: CLAUDE_WORDS[end],
    stop_sequence: null,
    ...(usage && { usage: claudeUsage(usage) }),
  }),
}

const GEMINI_WORDS = { stop: 'STOP', length: 'MAX_TOKENS', broken: 'NETWORK_ERROR' }

function geminiAnswer(text: string, word?: string, usage?: Reported): object {
  const content = { role: 'model', parts: [{ text }] }
  return {
    candidates: [{ content, index: 0, ...(word !== undefined && { finishReason: word }) }],
    ...(usage && {
      usageMetadata: {
        promptTokenCount: usage.prompt + usage.cached,
        cachedContentTokenCount: usage.cached,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.prompt + usage.cached + usage.output,
      },
    }),
    modelVersion: MODEL,
    responseId: 'gemini-1',
  }
}

const gemini: Voice = {
  type: 24,
  reportsEarly: true,
  opening: (usage) => [frame(geminiAnswer('', undefined, usage))],
  text: (text) => [frame(geminiAnswer(text))],
  ending: ({ end, usage }) => [frame(geminiAnswer('', GEMINI_WORDS[end], usage))],
  bareEnd: [],
  error: [frame({ error: { code: 503, message: OVERLOADED, status: 'UNAVAILABLE' } })],
  body: ({ text, end, usage }) => geminiAnswer(text, GEMINI_WORDS[end], usage),
}

const RESPONSES_STATUS = { stop: 'completed', length: 'incomplete', broken: 'failed' }

function response(status: string, { text, end, usage }: Said): object {
  const content = [{ type: 'output_text', text, annotations: [] }]
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }
  return {
    ...{ id: 'resp_1', object: 'response', created_at: 1, model: MODEL, status },
    output: text === '' ? [] : [item],
    error: end === 'broken' ? { code: 'network_error', message: 'it broke off' } : null,
    incomplete_details: end === 'length' ? { reason: 'max_output_tokens' } : null,
    usage: usage
      ? {
          input_tokens: usage.prompt + usage.cached,
          input_tokens_details: { cached_tokens: usage.cached },
          output_tokens: usage.output,
          total_tokens: usage.prompt + usage.cached + usage.output,
        }
      : null,
  }
}

const NOTHING_YET: Said = { text: '', end: 'stop' }

const responses: Voice = {
  type: 1,
  // OpenAI has it behind Responses alone.
  family: 'gpt-5-codex-',
  path: '/v1/responses',
  reportsEarly: false,
  opening: () => [
    named({ type: 'response.created', response: response('in_progress', NOTHING_YET) }),
    named({ type: 'response.in_progress', response: response('in_progress', NOTHING_YET) }),
    named({
      type: 'response.output_item.added',
      output_index: 0,
      item: { id: 'msg_1', type: 'message', role: 'assistant', content: [] },
    }),
  ],
  text: (delta) => [
    named({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta }),
  ],
  ending: (said) => {
    const status = RESPONSES_STATUS[said.end]
    return [named({ type: `response.${status}`, response: response(status, said) })]
  },
  bareEnd: [named({ type: 'response.completed', response: response('completed', NOTHING_YET) })],
  error: [named({ type: 'error', code: 'server_error', message: OVERLOADED, param: null })],
  body: (said) => response(RESPONSES_STATUS[said.end], said),
}

export const VOICES = { openai, anthropic, gemini, responses } as const
export type VoiceName = keyof typeof VOICES

export function bodyReply(voice: Voice, said: Said): Reply {
  return json(voice.body(said))
}
