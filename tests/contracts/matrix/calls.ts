/** Every cell of the matrix beside chats: a question, where it arrives, and an answer. */
import { expect } from 'bun:test'
import type { DialectName, Operation, ProtocolName } from '../../../server/domain/calls/protocol'
import { type FormPart, postForm, recording } from '../../relay/forms'
import type { Gateway } from '../../support/gateway'
import type { ChannelSeed } from '../../support/seed'
import { refusalByCohere } from '../../support/stand-ins/cohere'
import { refusalByOllama } from '../../support/stand-ins/ollama'
import { refusalByReplicate } from '../../support/stand-ins/replicate'
import { fixture, json, type RecordedRequest, type Reply } from '../../support/upstream'
import { ernie } from '../vendor-members'

export interface MatrixCall {
  /** The client's name of the model. */
  readonly model: CallModel
  readonly ask: (gateway: Gateway, model: string) => Promise<Response>
  readonly reply: Reply
  readonly judge?: (request: RecordedRequest, reply: Reply) => Reply
  /** Where the upstream is asked. */
  readonly at: string
  /** What the client relies on of the answer; absent where it is the upstream's own bytes. */
  readonly told?: object
}

/** A cell by its client and its upstream. */
export type CallCell = `${ProtocolName} at ${DialectName}`

const KEY = 'upstream-key-1'

type CallModel = keyof typeof CALL_CHANNELS

/** By the client's name of the model that goes through it. */
export const CALL_CHANNELS = {
  'any-openai': seed({ type: 1, asks: 'gpt-4o' }),
  'vectors-gemini': seed({ type: 24, asks: 'gemini-embedding-001' }),
  'vectors-cohere': seed({ type: 34, asks: 'embed-v4.0' }),
  'vectors-ernie': seed({ type: 15, asks: 'Embedding-V1', key: ernie.key }),
  'vectors-ollama': seed({ type: 4, asks: 'nomic-embed-text', other: 'native' }),
  'any-anthropic': seed({ type: 14, asks: 'claude-sonnet-4-6' }),
  'vectors-converse': seed({
    type: 33,
    asks: 'cohere.embed-v4:0',
    key: `${KEY}|us-east-1`,
  }),
  'pictures-gemini': seed({ type: 24, asks: 'imagen-4.0-generate-001' }),
  'pictures-converse': seed({
    type: 33,
    asks: 'amazon.nova-canvas-v1:0',
    key: `${KEY}|us-east-1`,
  }),
  'pictures-replicate': seed({ type: 56, asks: 'black-forest-labs/flux-schnell' }),
  'any-gemini': seed({ type: 24, asks: 'gemini-2.5-flash' }),
}

interface CallSeed {
  readonly type: number
  /** The upstream's name of the model. */
  readonly asks: string
  readonly key?: string | undefined
  readonly other?: string
}

function seed({ type, asks, key = KEY, other = '' }: CallSeed) {
  return { asks, row: { type, key, other } satisfies ChannelSeed }
}

function post(path: string, body: object): MatrixCall['ask'] {
  return (gateway, model) =>
    gateway.post(path.replace(':model', model), path.includes(':model') ? body : { model, ...body })
}

function form(path: string, parts: readonly FormPart[]): MatrixCall['ask'] {
  return (gateway, model) =>
    postForm(gateway, path, { parts: [{ name: 'model', value: model }, ...parts] })
}

/** OpenAI's clients at an upstream of theirs, whose bytes pass. */
function openai(path: string, ask: MatrixCall['ask'], answer: object): Cells {
  return { 'openai at openai': { model: 'any-openai', ask, reply: json(answer), at: path } }
}

type Cells = Readonly<Partial<Record<CallCell, MatrixCall>>>

const RECORDING: FormPart = {
  name: 'file',
  filename: 'hello.wav',
  type: 'audio/wav',
  bytes: recording(1),
}
const PICTURE: FormPart = {
  name: 'image',
  filename: 'a.png',
  type: 'image/png',
  bytes: new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
}
const PICTURES = { created: 1, data: [{ b64_json: 'AAAA' }] }
const RANKED = { query: 'capital?', documents: ['Bern', 'Basel'], top_n: 1 }
const RESULTS = [{ index: 0, relevance_score: 0.93 }]

const VECTORS = {
  object: 'list',
  model: 'gpt-4o',
  data: [
    { object: 'embedding', index: 0, embedding: [0.25, -0.5] },
    { object: 'embedding', index: 1, embedding: [1, 0] },
  ],
  usage: { prompt_tokens: 2, total_tokens: 2 },
}

interface VectorSource {
  readonly at: string
  readonly reply: Reply
  readonly judge?: MatrixCall['judge']
}

const VECTOR_DIALECTS = ['openai', 'gemini', 'converse', 'cohere', 'ernie', 'ollama'] as const

const VECTOR_SOURCES: Readonly<Record<(typeof VECTOR_DIALECTS)[number], VectorSource>> = {
  openai: { at: '/v1/embeddings', reply: json(VECTORS) },
  gemini: {
    at: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
    reply: json(fixture('gemini/embeddings.json')),
  },
  converse: {
    at: '/model/cohere.embed-v4%3A0/invoke',
    reply: json({
      id: 'e',
      embeddings: {
        float: [
          [0.25, -0.5],
          [1, 0],
        ],
      },
      texts: ['a', 'b'],
    }),
  },
  cohere: {
    at: '/v2/embed',
    reply: json(fixture('cohere/embed.json')),
    judge: (request, reply) => refusalByCohere(request, KEY) ?? reply,
  },
  ernie: {
    at: '/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/embedding-v1?access_token=24.token',
    reply: json(fixture('ernie/embeddings.json')),
    judge: ernie.judge,
  },
  ollama: {
    at: '/api/embed',
    reply: json(fixture('ollama/embed.json')),
    judge: (request, reply) => refusalByOllama(request) ?? reply,
  },
}

function vectors(): Cells {
  const asks = {
    openai: post('/v1/embeddings', { input: ['a', 'b'] }),
    gemini: post('/v1beta/models/:model:batchEmbedContents', {
      requests: ['a', 'b'].map((text) => ({ content: { parts: [{ text }] } })),
    }),
  }
  const told = {
    openai: { object: 'list', data: [{ embedding: [0.25, -0.5] }, { index: 1 }] },
    gemini: { embeddings: [{ values: [0.25, -0.5] }, {}] },
  }
  const cells: Partial<Record<CallCell, MatrixCall>> = {}
  for (const protocol of ['openai', 'gemini'] as const) {
    for (const dialect of VECTOR_DIALECTS) {
      const model: CallModel = dialect === 'openai' ? 'any-openai' : `vectors-${dialect}`
      const whole = { model, ask: asks[protocol], ...VECTOR_SOURCES[dialect] }
      const isNative = protocol === dialect
      const tells = protocol === 'openai' && dialect === 'gemini' ? THREE_NUMBERS : told[protocol]
      cells[`${protocol} at ${dialect}`] = isNative ? whole : { ...whole, told: tells }
    }
  }
  return cells
}

/** The same vectors, asked for in Cohere's shape. */
function cohereVectors(): Cells {
  const ask = post('/v2/embed', { texts: ['a', 'b'], input_type: 'search_query' })
  const cells: Partial<Record<CallCell, MatrixCall>> = {}
  for (const dialect of VECTOR_DIALECTS) {
    if (dialect === 'openai' || dialect === 'cohere') continue
    const float = (dialect === 'gemini' ? THREE_NUMBERS.data : TWO_NUMBERS).map(
      ({ embedding }) => embedding,
    )
    const model: CallModel = `vectors-${dialect}`
    const told = { embeddings: { float }, response_type: 'embeddings_by_type' }
    cells[`openai at ${dialect}`] = { model, ask, ...VECTOR_SOURCES[dialect], told }
  }
  return cells
}

const TWO_NUMBERS = [{ embedding: [0.25, -0.5] }, { embedding: [1, 0] }]

/** Google's recording has vectors of its own. */
const THREE_NUMBERS = { data: [{ embedding: [0.25, -0.5, 1] }, { embedding: [0.125, 0, -2] }] }

/** Pictures of upstreams that have words of their own for them. */
function drawn(): Cells {
  const ask = post('/v1/images/generations', { prompt: 'a cat', size: '1024x1024' })
  const told = { created: expect.any(Number), data: [{ b64_json: 'AAAA' }] }
  return {
    'openai at gemini': {
      model: 'pictures-gemini',
      ask,
      reply: json({ predictions: [{ mimeType: 'image/png', bytesBase64Encoded: 'AAAA' }] }),
      at: '/v1beta/models/imagen-4.0-generate-001:predict',
      told,
    },
    'openai at converse': {
      model: 'pictures-converse',
      ask,
      reply: json({ images: ['AAAA'], error: null }),
      at: '/model/amazon.nova-canvas-v1%3A0/invoke',
      told,
    },
    'openai at replicate': {
      model: 'pictures-replicate',
      ask,
      reply: json(fixture('replicate/images.json'), { status: 201 }),
      judge: (request, reply) => refusalByReplicate(request, KEY) ?? reply,
      at: '/v1/models/black-forest-labs/flux-schnell/predictions',
      told: { data: [{ url: 'https://replicate.delivery/x/out-0.webp' }, {}] },
    },
  }
}

const COUNTED = {
  'claude at anthropic': { input_tokens: 7 },
  'gemini at gemini': { totalTokens: 7 },
}

export const CALLS: Readonly<Record<Exclude<Operation, 'chat' | 'realtime'>, Cells>> = {
  completions: openai('/v1/completions', post('/v1/completions', { prompt: 'Hi' }), {
    id: 'cmpl-1',
    object: 'text_completion',
    choices: [{ text: 'Hello', index: 0, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
  }),
  embeddings: vectors(),
  moderations: openai('/v1/moderations', post('/v1/moderations', { input: 'Hi' }), {
    id: 'modr-1',
    results: [{ flagged: false }],
  }),
  speech: {
    'openai at openai': {
      model: 'any-openai',
      ask: post('/v1/audio/speech', { input: 'Hi', voice: 'alloy' }),
      reply: { headers: { 'content-type': 'audio/mpeg' }, body: new Uint8Array([255, 251, 1, 2]) },
      at: '/v1/audio/speech',
    },
  },
  transcription: openai('/v1/audio/transcriptions', form('/v1/audio/transcriptions', [RECORDING]), {
    text: 'Hello',
  }),
  translation: openai('/v1/audio/translations', form('/v1/audio/translations', [RECORDING]), {
    text: 'Hello',
  }),
  images: {
    ...openai(
      '/v1/images/generations',
      post('/v1/images/generations', { prompt: 'a cat' }),
      PICTURES,
    ),
    ...drawn(),
  },
  image_edits: openai(
    '/v1/images/edits',
    form('/v1/images/edits', [{ name: 'prompt', value: 'a cat' }, PICTURE]),
    PICTURES,
  ),
  image_variations: openai(
    '/v1/images/variations',
    form('/v1/images/variations', [PICTURE]),
    PICTURES,
  ),
  // At Cohere it passes, and elsewhere it is translated: this is an answer to both.
  embed_v2: {
    ...cohereVectors(),
    'openai at openai': {
      model: 'any-openai',
      ask: post('/v2/embed', { texts: ['Hi'], input_type: 'search_query' }),
      reply: json({
        id: 'e',
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }],
        usage: { prompt_tokens: 2, total_tokens: 2 },
        embeddings: { float: [[0.1, 0.2]] },
        meta: { billed_units: { input_tokens: 2 } },
      }),
      at: '/v1/embeddings',
      told: { embeddings: { float: [[0.1, 0.2]] }, meta: { billed_units: { input_tokens: 2 } } },
    },
  },
  rerank: openai('/v1/rerank', post('/v1/rerank', RANKED), {
    model: 'gpt-4o',
    results: RESULTS,
    usage: { total_tokens: 9 },
  }),
  rerank_v2: openai('/v2/rerank', post('/v2/rerank', RANKED), {
    id: 'r',
    results: RESULTS,
    meta: { billed_units: { search_units: 1 } },
  }),
  ocr: openai(
    '/v1/ocr',
    post('/v1/ocr', {
      document: { type: 'document_url', document_url: 'https://a.example/a.pdf' },
    }),
    { pages: [{ index: 0, markdown: '# Hello' }], usage_info: { pages_processed: 1 } },
  ),
  count_tokens: {
    'claude at anthropic': {
      model: 'any-anthropic',
      ask: post('/v1/messages/count_tokens', { messages: [{ role: 'user', content: 'Hi' }] }),
      reply: json(COUNTED['claude at anthropic']),
      at: '/v1/messages/count_tokens',
    },
    'gemini at gemini': {
      model: 'any-gemini',
      ask: post('/v1beta/models/:model:countTokens', { contents: [{ parts: [{ text: 'Hi' }] }] }),
      reply: json(COUNTED['gemini at gemini']),
      at: '/v1beta/models/gemini-2.5-flash:countTokens',
    },
  },
  interactions: {
    'gemini at gemini': {
      model: 'any-gemini',
      ask: post('/v1beta/interactions', { input: 'Hi', store: false }),
      reply: json({
        id: 'i_1',
        status: 'completed',
        steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Hello.' }] }],
        usage: { total_input_tokens: 12, total_output_tokens: 9, total_tokens: 21 },
      }),
      at: '/v1beta/interactions',
    },
  },
  compact: {
    'responses at responses': {
      model: 'any-openai',
      ask: post('/v1/responses/compact', { input: [{ role: 'user', content: 'Hi' }] }),
      reply: json({
        id: 'resp_c',
        object: 'response.compaction',
        output: [{ id: 'x', type: 'compaction', encrypted_content: 'e' }],
        usage: { input_tokens: 12, output_tokens: 9, total_tokens: 21 },
      }),
      at: '/v1/responses/compact',
    },
  },
}
