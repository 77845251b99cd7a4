/** Streams of every wire format that write and write, and never come to an end. */
import { type RecordedRequest, type Reply, sse } from '../support/upstream'
import { MODEL } from './black-box'
import { frame, WORDS } from './dear-model'

export const PIECES = 100

const HANGS = { ending: 'hang' } as const
const pieces = (write: (at: number) => string) =>
  Array.from({ length: PIECES }, (_, at) => write(at))

function event(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}

/** OpenAI's own words, without an end, as are those of the others. */
export const OPENAI: Reply = sse(
  pieces(() => frame({ content: WORDS })),
  HANGS,
)

const COMPLETIONS: Reply = sse(
  pieces(() => {
    const choices = [{ index: 0, text: WORDS, logprobs: null, finish_reason: null }]
    const chunk = { id: 'c', object: 'text_completion', created: 1, model: MODEL, choices }
    return `data: ${JSON.stringify(chunk)}\n\n`
  }),
  HANGS,
)

const CLAUDE: Reply = sse(
  [
    event('message_start', {
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, content: [] },
        ...{
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 10, output_tokens: 1 },
        },
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces(() =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: WORDS } }),
    ),
  ],
  HANGS,
)

const GEMINI: Reply = sse(
  pieces(() => {
    const content = { role: 'model', parts: [{ text: WORDS }] }
    const candidates = [{ content, index: 0 }]
    return `data: ${JSON.stringify({ candidates, modelVersion: MODEL, responseId: 'r1' })}\n\n`
  }),
  HANGS,
)

/** A step of an interaction that is over, and one that goes on. */
const INTERACTION: Reply = sse(
  [
    {
      event_type: 'interaction.created',
      interaction: { id: 'i_1', object: 'interaction', model: MODEL, status: 'in_progress' },
    },
    { event_type: 'step.start', index: 0, step: { type: 'thought' } },
    { event_type: 'step.stop', index: 0 },
    { event_type: 'step.start', index: 1, step: { type: 'model_output' } },
    ...Array.from({ length: PIECES }, () => ({
      event_type: 'step.delta',
      ...{ index: 1, delta: { type: 'text', text: WORDS } },
    })),
  ].map((told) => `data: ${JSON.stringify(told)}\n\n`),
  HANGS,
)

const COHERE: Reply = sse(
  [
    event('message-start', { id: 'c1', delta: { message: { role: 'assistant' } } }),
    event('content-start', {
      index: 0,
      delta: { message: { content: { type: 'text', text: '' } } },
    }),
    ...pieces(() =>
      event('content-delta', { index: 0, delta: { message: { content: { text: WORDS } } } }),
    ),
  ],
  HANGS,
)

const BEGUN = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'in_progress', error: null },
  ...{ incomplete_details: null, model: MODEL, output: [], usage: null, metadata: { kept: 'x' } },
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string }

function responses(events: readonly Event[]): Reply {
  const all = [
    { type: 'response.created', response: BEGUN },
    { type: 'response.in_progress', response: BEGUN },
    ...events,
  ]
  const numbered = all.map(({ type, ...more }, at) => event(type, { sequence_number: at, ...more }))
  return sse(numbered, HANGS)
}

const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', content: [] }
const PLACE = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const TEXT = { type: 'output_text', text: '', annotations: [], logprobs: [] }

const RESPONSES = responses([
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...MESSAGE, status: 'in_progress' },
  },
  { type: 'response.content_part.added', ...PLACE, part: TEXT },
  ...Array.from({ length: PIECES }, (_, at) => ({
    type: 'response.output_text.delta',
    ...PLACE,
    delta: WORDS,
    logprobs: [],
    obfuscation: 'x'.repeat(at % 7),
  })),
])

/** Thoughts and a text that are whole; a search, a summary and a call that are not. */
export const MANY_ITEMS = responses([
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...MESSAGE, status: 'in_progress' },
  },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { ...MESSAGE, content: [{ ...TEXT, text: 'first' }], status: 'completed' },
  },
  {
    type: 'response.output_item.added',
    output_index: 1,
    item: { id: 'ws_1', type: 'web_search_call', status: 'in_progress', action: {} },
  },
  { type: 'response.web_search_call.searching', item_id: 'ws_1', output_index: 1 },
  {
    type: 'response.output_item.added',
    output_index: 2,
    item: { id: 'rs_1', type: 'reasoning', summary: [], status: 'in_progress' },
  },
  {
    type: 'response.reasoning_summary_part.added',
    ...{ item_id: 'rs_1', output_index: 2, summary_index: 0 },
    part: { type: 'summary_text', text: '' },
  },
  {
    type: 'response.reasoning_summary_text.delta',
    ...{ item_id: 'rs_1', output_index: 2, summary_index: 0 },
    delta: 'I wonder',
  },
  {
    type: 'response.output_item.added',
    output_index: 3,
    item: {
      ...{ id: 'fc_1', type: 'function_call', status: 'in_progress' },
      ...{ call_id: 'call_1', name: 'write', arguments: '' },
    },
  },
  ...Array.from({ length: PIECES }, () => ({
    type: 'response.function_call_arguments.delta',
    ...{ item_id: 'fc_1', output_index: 3 },
    delta: WORDS,
  })),
])

/** In the words of whatever was asked. */
export function endless({ path }: RecordedRequest): Reply {
  if (path.includes('/responses')) return RESPONSES
  if (path.includes('/messages')) return CLAUDE
  if (path === '/v2/chat') return COHERE
  if (path.includes('/interactions')) return INTERACTION
  if (path.includes(':streamGenerateContent')) return GEMINI
  return path.endsWith('/v1/completions') ? COMPLETIONS : OPENAI
}
