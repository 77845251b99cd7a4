/**
 * Answers that cite, of each vendor, whole and streamed. Made after: OpenAI, "Web search" of the
 * chat guide and the types of npm openai 7.55.0; Perplexity, "Sonar API" reference; Anthropic,
 * "Citations" and "Web search tool" and the types of @anthropic-ai/sdk 1.12.0; Cohere, "Chat" of
 * the reference of v2 and the types of cohere-ai 8.1.0; Bedrock, "CitationsContentBlock" and
 * "CitationsDelta" of the API reference.
 */
import { awsStream } from '../support/bedrock'
import { json } from '../support/upstream'
import { gemini, recited } from './cited-gemini'
import {
  BOOK,
  CITED,
  type CitedReply,
  type Event,
  events,
  frames,
  LEAD,
  PAPER,
  QUOTE,
  REST,
  TEXT,
  ZOO,
} from './cited-reply'

/** In characters. */
const SPAN = { start_index: 9, end_index: 26 }
const DONE = 'data: [DONE]\n\n'
const HEAD = { id: 'chatcmpl-1', created: 1, model: 'm' }
const USAGE = { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 }

function chat(text: string, told: object, beside: object = {}): Pick<CitedReply, 'whole'> {
  const message = { role: 'assistant', content: text, refusal: null, ...told }
  const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }]
  return { whole: json({ ...HEAD, object: 'chat.completion', choices, usage: USAGE, ...beside }) }
}

function chunk(delta: object, finish: string | null = null, beside: object = {}): object {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return { ...HEAD, object: 'chat.completion.chunk', choices, ...beside }
}

const ANNOTATIONS = {
  annotations: [{ type: 'url_citation', url_citation: { ...SPAN, url: ZOO, title: 'Zoo' } }],
}

const openai: CitedReply = {
  type: 1,
  ...chat(TEXT, ANNOTATIONS),
  streamed: frames(
    [
      chunk({ role: 'assistant', content: LEAD }),
      chunk({ content: 'Penguins ' }),
      chunk({ content: 'are tall.' }),
      chunk(ANNOTATIONS),
      chunk({}, 'stop'),
      { ...HEAD, object: 'chat.completion.chunk', choices: [], usage: USAGE },
    ],
    DONE,
  ),
  cited: [[ZOO, CITED]],
}

/** Marks in code are none. */
const MARKED = `${LEAD}${CITED}[2]. \`list[1]\``
const LISTED = {
  citations: [BOOK, ZOO],
  search_results: [
    { title: 'Birds', url: BOOK, date: '2026-01-01' },
    { title: 'Zoo', url: ZOO, date: null, snippet: QUOTE },
  ],
}

/** Each frame repeats what is listed, usage and the whole message. */
const perplexity: CitedReply = {
  type: 27,
  ...chat(MARKED, {}, LISTED),
  streamed: frames(
    [
      chunk({ role: 'assistant', content: LEAD }, null, { ...LISTED, usage: USAGE }),
      chunk({ content: 'Penguins are tall[' }, null, { ...LISTED, usage: USAGE }),
      chunk({ content: '2]. `list[1]`' }, null, { ...LISTED, usage: USAGE }),
      chunk({ content: '' }, 'stop', { ...LISTED, usage: USAGE }),
    ],
    DONE,
  ),
  cited: [
    [ZOO, '[2]'],
    [BOOK, MARKED],
  ],
}

const ON_THE_WEB = {
  type: 'web_search_result_location',
  url: ZOO,
  title: 'Zoo',
  cited_text: QUOTE,
  encrypted_index: 'Eo8BCioIAhgB',
}
const ON_PAPER = {
  type: 'page_location',
  cited_text: QUOTE,
  document_index: 0,
  document_title: PAPER,
  start_page_number: 1,
  end_page_number: 2,
  file_id: null,
}
const MESSAGE = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' },
  ...{ stop_reason: 'end_turn', stop_sequence: null },
  usage: { input_tokens: 5, output_tokens: 9 },
}
const block = (index: number, text: string, citations: readonly object[] = []) => {
  const delta = (told: object) => ({ type: 'content_block_delta', index, delta: told })
  return [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    ...citations.map((citation) => delta({ type: 'citations_delta', citation })),
    delta({ type: 'text_delta', text }),
    { type: 'content_block_stop', index },
  ]
}

export const CLAUDE_MESSAGE = {
  ...MESSAGE,
  content: [
    { type: 'text', text: LEAD },
    { type: 'text', text: CITED, citations: [ON_THE_WEB, ON_PAPER] },
    { type: 'text', text: REST },
  ],
}

const anthropic: CitedReply = {
  type: 14,
  whole: json(CLAUDE_MESSAGE),
  streamed: events([
    { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } },
    ...block(0, LEAD),
    ...block(1, CITED, [ON_THE_WEB, ON_PAPER]),
    ...block(2, REST),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 9 },
    },
    { type: 'message_stop' },
  ]),
  cited: [
    [ZOO, CITED],
    [PAPER, CITED],
  ],
}

const DOCUMENTS = [
  { type: 'document', id: 'doc:1', document: { id: 'doc:1', url: ZOO, title: 'Zoo' } },
  { type: 'document', id: 'doc:0', document: { id: 'doc:0', title: PAPER, text: QUOTE } },
]
const CITATION = {
  ...{ start: 9, end: 26, text: CITED, content_index: 0 },
  ...{ type: 'TEXT_CONTENT', sources: DOCUMENTS },
}
const COHERE_USAGE = { billed_units: { input_tokens: 5, output_tokens: 9 } }
const said = (type: string, told: object): Event => ({
  ...{ type, index: 0 },
  delta: { message: { content: told } },
})

const cohere: CitedReply = {
  type: 34,
  whole: json({
    ...{ id: 'rec', finish_reason: 'COMPLETE', usage: COHERE_USAGE },
    message: {
      ...{ role: 'assistant', content: [{ type: 'text', text: TEXT }] },
      citations: [CITATION],
    },
  }),
  streamed: events([
    { type: 'message-start', id: 'rec', delta: { message: { role: 'assistant' } } },
    said('content-start', { type: 'text', text: '' }),
    said('content-delta', { text: LEAD }),
    said('content-delta', { text: CITED }),
    { type: 'citation-start', index: 0, delta: { message: { citations: CITATION } } },
    said('content-delta', { text: REST }),
    { type: 'content-end', index: 0 },
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: COHERE_USAGE } },
  ]),
  cited: [
    [ZOO, CITED],
    [PAPER, CITED],
  ],
}

const FROM_THE_WEB = {
  title: 'Zoo',
  sourceContent: [{ text: QUOTE }],
  location: { web: { url: ZOO, domain: 'zoo.example' } },
}
const FROM_PAPER = {
  title: PAPER,
  sourceContent: [{ text: QUOTE }],
  location: { documentPage: { documentIndex: 0, start: 1, end: 2 } },
}
const CONVERSE_USAGE = { inputTokens: 5, outputTokens: 9, totalTokens: 14 }
const bedrockEvent = (name: string, data: object) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const bedrockBlock = (contentBlockIndex: number, ...deltas: readonly object[]) => [
  ...deltas.map((delta) => bedrockEvent('contentBlockDelta', { contentBlockIndex, delta })),
  bedrockEvent('contentBlockStop', { contentBlockIndex }),
]

const converse: CitedReply = {
  type: 33,
  key: 'AKIDEXAMPLE|secret|us-west-2',
  whole: json({
    ...{ metrics: { latencyMs: 1 }, stopReason: 'end_turn', usage: CONVERSE_USAGE },
    output: {
      message: {
        role: 'assistant',
        content: [
          { text: LEAD },
          {
            citationsContent: { content: [{ text: CITED }], citations: [FROM_THE_WEB, FROM_PAPER] },
          },
          { text: REST },
        ],
      },
    },
  }),
  streamed: awsStream([
    bedrockEvent('messageStart', { role: 'assistant' }),
    ...bedrockBlock(0, { text: LEAD }),
    ...bedrockBlock(1, { text: CITED }, { citation: FROM_THE_WEB }, { citation: FROM_PAPER }),
    ...bedrockBlock(2, { text: REST }),
    bedrockEvent('messageStop', { stopReason: 'end_turn' }),
    bedrockEvent('metadata', { usage: CONVERSE_USAGE, metrics: { latencyMs: 1 } }),
  ]),
  cited: [
    [ZOO, CITED],
    [PAPER, CITED],
  ],
}

export const CITED_REPLIES = {
  openai,
  perplexity,
  anthropic,
  gemini,
  cohere,
  converse,
  'gemini, reciting': recited('citationSources'),
  'gemini of the cloud, reciting': recited('citations'),
} satisfies Readonly<Record<string, CitedReply>>
