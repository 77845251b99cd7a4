/**
 * Every endpoint that clients of the field know: it answers, or it is refused by name. Nothing is
 * unknown by accident, and nothing is answered with a page for people.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf, geminiClient } from '../support/sdk'
import { json, startUpstream, type Upstream } from '../support/upstream'

const CLAUDE = { 'anthropic-version': '2023-06-01' }
const GOOGLE = { 'x-goog-api-client': 'google-genai-sdk' }
const GEMINI = 'gemini-2.5-flash'
const VERSIONS = ['v1', 'v1beta', 'v1alpha'] as const
/** What the vendor of a test says to everything: the endpoint was reached. */
const REACHED = json({ error: { message: 'the vendor was asked' } }, { status: 422 })

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(REACHED)
  gateway = await startGateway({
    channels: [
      { upstream, models: 'm,gpt-4o' },
      { type: 14, upstream, models: 'claude-sonnet-4-5' },
      { type: 24, upstream, models: GEMINI },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

type Row = readonly [request: string, body?: object | FormData, headers?: Record<string, string>]

function form(fields: Readonly<Record<string, string>>, file = 'file'): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  made.append(file, new File(['RIFF....WAVEfmt '], 'x.wav'))
  return made
}

const CHAT = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const GENERATE = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const FILE = form({ purpose: 'user_data' })

/** Reaches the channel, which refuses with 422. */
const ASKED: readonly Row[] = [
  ['POST /v1/chat/completions', CHAT],
  ['POST /v1/completions', { model: 'm', prompt: 'hi' }],
  ['POST /v1/embeddings', { model: 'm', input: 'hi' }],
  ['POST /v1/engines/m/embeddings', { input: 'hi' }],
  ['POST /v1/moderations', { model: 'm', input: 'hi' }],
  ['POST /v1/images/generations', { model: 'm', prompt: 'hi' }],
  ['POST /v1/images/edits', form({ model: 'm', prompt: 'hi' }, 'image')],
  ['POST /v1/images/variations', form({ model: 'm' }, 'image')],
  ['POST /v1/audio/speech', { model: 'm', input: 'hi', voice: 'alloy' }],
  ['POST /v1/audio/transcriptions', form({ model: 'm' })],
  ['POST /v1/audio/translations', form({ model: 'm' })],
  ['POST /v1/rerank', { model: 'm', query: 'q', documents: ['a'] }],
  ['POST /v2/rerank', { model: 'm', query: 'q', documents: ['a'] }],
  ['POST /v2/embed', { model: 'm', texts: ['hi'], input_type: 'search_query' }],
  ['POST /v1/ocr', { model: 'm', document: { type: 'document_url', document_url: 'x' } }],
  ['POST /v1/responses', { model: 'm', input: 'hi' }],
  ['POST /v1/responses/compact', { model: 'gpt-4o', input: 'hi' }],
  ['POST /v1/messages', { ...CHAT, model: 'claude-sonnet-4-5', max_tokens: 5 }, CLAUDE],
  ['POST /v1/uploads', { bytes: 1, filename: 'x', mime_type: 'text/plain', purpose: 'batch' }],
  ['POST /v1/files', FILE],
  ['POST /v1/files', FILE, CLAUDE],
  ...VERSIONS.flatMap((version): Row[] => [
    [`POST /${version}/interactions`, { model: GEMINI, input: 'hi' }],
    [`POST /${version}/models/${GEMINI}:generateContent`, GENERATE],
    [`POST /${version}/models/${GEMINI}:streamGenerateContent?alt=sse`, GENERATE],
  ]),
]

/** Answers by itself. */
const ANSWERED: readonly Row[] = [
  ['POST /v1/conversations', {}],
  ['GET /v1/models', undefined, CLAUDE],
  ['GET /v1/models/m'],
  ...VERSIONS.flatMap((version): Row[] => [
    [`GET /${version}/models`],
    [`GET /${version}/models/${GEMINI}`],
    ...['files', 'cachedContents', 'batches'].map(
      (noun): Row => [`GET /${version}/${noun}`, undefined, GOOGLE],
    ),
  ]),
  ['GET /v1/files'],
  ['GET /v1/files', undefined, CLAUDE],
  ['GET /v1/batches'],
  ['GET /v1/messages/batches', undefined, CLAUDE],
  ['GET /v1/fine_tuning/jobs'],
  ['GET /v1/videos'],
  ['GET /dashboard/billing/subscription'],
  ['GET /v1/dashboard/billing/subscription'],
  ['GET /dashboard/billing/usage'],
  ['GET /v1/dashboard/billing/usage'],
  ['POST /v1/realtime/client_secrets', {}],
  ['POST /v1/responses/input_tokens', { model: 'm', input: 'hi' }],
]

/** Of what nobody has made: the object is not found, and its endpoint is. */
const LOOKED_FOR: readonly Row[] = [
  ...VERSIONS.flatMap((version): Row[] => [
    [`GET /${version}/interactions/i_1`],
    [`DELETE /${version}/interactions/i_1`],
    [`POST /${version}/interactions/i_1/cancel`],
    ...['files', 'cachedContents', 'batches'].flatMap((noun): Row[] => [
      [`GET /${version}/${noun}/x`, undefined, GOOGLE],
      [`DELETE /${version}/${noun}/x`, undefined, GOOGLE],
    ]),
    [`GET /${version}/files/x:download`, undefined, GOOGLE],
    [`POST /${version}/batches/x:cancel`, {}, GOOGLE],
    [`PATCH /${version}/cachedContents/x`, {}, GOOGLE],
  ]),
  ...['', '/content'].map((tail): Row => [`GET /v1/videos/video_1${tail}`]),
  ['DELETE /v1/videos/video_1'],
  ['POST /v1/videos/video_1/remix', { prompt: 'x' }],
  ['POST /v1/videos/video_1/cancel'],
  ['GET /suno/fetch/1'],
  ['GET /mj/task/1/fetch'],
  ['GET /fast/mj/task/1/fetch'],
  ['GET /v1/video/generations/task_1'],
  ...['', '/input_items'].map((tail): Row => [`GET /v1/responses/resp_1${tail}`]),
  ['DELETE /v1/responses/resp_1'],
  ['POST /v1/responses/resp_1/cancel'],
  ['GET /v1/conversations/conv_1'],
  ['POST /v1/conversations/conv_1', {}],
  ['DELETE /v1/conversations/conv_1'],
  ['GET /v1/conversations/conv_1/items'],
  ['POST /v1/conversations/conv_1/items', {}],
  ['GET /v1/conversations/conv_1/items/msg_1'],
  ['DELETE /v1/conversations/conv_1/items/msg_1'],
  ['GET /v1/files/file_1'],
  ['GET /v1/files/file_1/content'],
  ['DELETE /v1/files/file_1'],
  ['GET /v1/files/file_1', undefined, CLAUDE],
  ['POST /v1/uploads/upload_1/parts', FILE],
  ['POST /v1/uploads/upload_1/complete', {}],
  ['POST /v1/uploads/upload_1/cancel', {}],
  ['GET /v1/batches/batch_1'],
  ['POST /v1/batches/batch_1/cancel'],
  ['GET /v1/messages/batches/b_1', undefined, CLAUDE],
  ['POST /v1/messages/batches/b_1/cancel', undefined, CLAUDE],
  ['GET /v1/messages/batches/b_1/results', undefined, CLAUDE],
  ['DELETE /v1/messages/batches/b_1', undefined, CLAUDE],
  ...['GET', 'POST'].flatMap((method): Row[] =>
    (method === 'GET' ? ['', '/events', '/checkpoints'] : ['/cancel', '/pause', '/resume']).map(
      (tail) => [`${method} /v1/fine_tuning/jobs/ft_1${tail}`],
    ),
  ),
]

const below = (noun: string, ...tails: readonly string[]): Row[] =>
  ['', ...tails].flatMap((tail): Row[] => [
    [`GET ${noun}${tail}`],
    [`POST ${noun}${tail}`, {}],
    [`PATCH ${noun}${tail}`, {}],
    [`DELETE ${noun}${tail}`],
  ])

/** Known, and not offered. */
const NOT_OFFERED: readonly Row[] = [
  ...['vector_stores', 'containers', 'evals', 'assistants', 'threads', 'chatkit'].flatMap((noun) =>
    below(`/v1/${noun}`, '/x', '/x/y'),
  ),
  ...['live/sessions', 'audio/voices', 'audio/voice_consents', 'decisions', 'organization'].flatMap(
    (noun) => below(`/v1/${noun}`, '/x'),
  ),
  ...['calls', 'sessions', 'transcription_sessions'].flatMap((noun) =>
    below(`/v1/realtime/${noun}`, '/x'),
  ),
  ...['skills', 'sessions', 'agents', 'environments', 'memory_stores', 'vaults', 'dreams'].flatMap(
    (noun) => below(`/v1/${noun}`, '/x'),
  ),
  ...[...['fileSearchStores', 'operations', 'generatedFiles'], ...['agents', 'webhooks']].flatMap(
    (noun) =>
      ['v1beta', 'v1alpha'].flatMap((version) => below(`/${version}/${noun}`, '/x', '/x:y')),
  ),
  ...['fileSearchStores', 'operations', 'generatedFiles', 'webhooks'].flatMap((noun) =>
    below(`/v1/${noun}`, '/x', '/x:y'),
  ),
  ...VERSIONS.flatMap((version): Row[] => [
    ...below(`/${version}/auth_tokens`),
    [`POST /${version}/files:register`, {}],
    [`PATCH /${version}/batches/b:updateGenerateContentBatch`, {}],
    [`PATCH /${version}/batches/b:updateEmbedContentBatch`, {}],
    [`GET /${version}/tunedModels`],
    [`POST /${version}/tunedModels`, {}],
    [`GET /${version}/tunedModels/x`],
    [`GET /${version}/models/veo-3/operations/x`],
    [`POST /${version}/models/veo-3/operations/x:cancel`, {}],
    [`POST /${version}/tunedModels/x/operations/y:cancel`, {}],
    [`POST /upload/${version}/fileSearchStores/x:uploadToFileSearchStore`, {}],
    ...['predict', 'predictLongRunning'].map(
      (verb): Row => [`POST /${version}/models/${GEMINI}:${verb}`, {}],
    ),
  ]),
  ['GET /v1/chat/completions'],
  ...below('/v1/chat/completions/c_1'),
  ['GET /v1/chat/completions/c_1/messages'],
  ['GET /v1/engines'],
  ['GET /v1/engines/m'],
  ['POST /v1/engines/m/completions', {}],
  ...below('/v1/fine_tuning/checkpoints/c/permissions'),
  ['POST /v1/fine_tuning/alpha/graders/run', {}],
  ['GET /v1/videos/characters/c'],
  ...below('/kling/v1/videos/text2video', '/x'),
  ...below('/jimeng'),
  ['GET /ws/google.cloud.aiplatform.v1beta1.LlmBidiService/BidiGenerateContent'],
  ...below('/v1/fine-tunes', '/x', '/x/cancel', '/x/events'),
  ...['edits', 'extensions', 'characters'].map((act): Row => [`POST /v1/videos/${act}`, {}]),
  ...['/suno', '/mj', '/fast/mj'].flatMap((noun) => below(noun)),
  ['DELETE /v1/models/m'],
  ['GET /ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContentConstrained'],
]

/** Sockets, asked in plain. */
const SOCKETS: readonly Row[] = [
  ['GET /v1/realtime?model=m'],
  ['GET /v1/responses'],
  ['GET /ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'],
]

async function told([request, body, headers = {}]: Row) {
  const [method = '', path = ''] = request.split(' ')
  const isForm = body instanceof FormData
  const answer = await fetch(gateway.url + path, {
    method,
    headers: {
      authorization: `Bearer ${gateway.keys[0]}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    isJson: isJson(text),
    isUnknown: /route_not_found|Invalid URL/.test(text),
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

describe.each([
  ['is asked of a channel', ASKED, 422],
  ['is answered here', ANSWERED, 200],
  ["looks for what is the caller's", LOOKED_FOR, 404],
  ['is refused by name', NOT_OFFERED, 501],
  ['takes sockets only', SOCKETS, 426],
] as const)('%s:', (_, rows, status) => {
  for (const row of rows) {
    const [request, , headers] = row
    test(`${request}${headers === undefined ? '' : ' of Claude'}`, async () => {
      expect(await told(row)).toEqual({ status, isJson: true, isUnknown: false })
    })
  }
})

test.each([
  ['/v1/edits', '/v1/chat/completions'],
  ['/v1/complete', '/v1/messages'],
])('%s, which its vendor took off, names what took its place', async (path, instead) => {
  const answer = await gateway.post(path, { model: 'm', instruction: 'x' })
  expect(answer.status).toBe(410)
  expect(await answer.text()).toContain(instead)
})

test.each(['v1', 'v1beta'])(
  "Google's client is told in its words by %s what is refused",
  async (version) => {
    const { fileSearchStores } = geminiClient(gateway.url, gateway.keys[0] ?? '', version)
    const failure = await failureOf(fileSearchStores.get({ name: 'fileSearchStores/s' }))
    expect(failure).toMatchObject({ name: 'ApiError', status: 501 })
    expect(failure.message).toContain('UNIMPLEMENTED')
  },
)

test('what nobody has heard of is unknown', async () => {
  expect(await told(['POST /v1/nothing', {}])).toEqual({
    status: 404,
    isJson: true,
    isUnknown: true,
  })
})
