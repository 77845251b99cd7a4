/** Where a Cohere channel's texts come from, as each client protocol is told it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'

const MODEL = 'command-a-03-2025'
/** The pieces of the text; the cited one stands behind characters of several bytes. */
const [LEAD, CITED, REST] = ['Grüße 🐧! ', 'Penguins are tall', '.']
const TEXT = LEAD + CITED + REST
const URL = 'https://zoo.example/penguins'
const ADDRESSED = { id: 'doc:1', url: URL, title: 'Zoo', snippet: 'The tall ones.' }
const NAMELESS = { id: 'doc:0', text: 'Penguins are tall animals.' }
const CITATION = {
  start: 9,
  end: 26,
  text: CITED,
  type: 'TEXT_CONTENT',
  content_index: 1,
  sources: [ADDRESSED, NAMELESS].map((document) => {
    return { type: 'document', id: document.id, document }
  }),
}
/** Of what was thought, which is no text of the answer. */
const ABOUT_THOUGHTS = { ...CITATION, start: 0, end: 2, text: 'Hm', type: 'THINKING_CONTENT' }
const USAGE = { billed_units: { input_tokens: 12, output_tokens: 9 } }
const BLOCKS = [
  { type: 'thinking', thinking: 'Hmm.' },
  { type: 'text', text: TEXT },
]

function whole(citations: readonly object[]): Reply {
  const message = { role: 'assistant', content: BLOCKS, citations }
  return json({ id: 'rec', finish_reason: 'COMPLETE', message, usage: USAGE })
}

function streamed(citations: readonly object[]): Reply {
  const content = (type: string, index: number, told: object) => {
    return { type, index, delta: { message: { content: told } } }
  }
  const events = [
    { type: 'message-start', id: 'rec', delta: { message: { role: 'assistant' } } },
    content('content-start', 0, { type: 'thinking', thinking: 'Hmm.' }),
    content('content-start', 1, { type: 'text', text: '' }),
    content('content-delta', 1, { text: LEAD }),
    content('content-delta', 1, { text: CITED }),
    ...citations.map((told, index) => {
      return { type: 'citation-start', index, delta: { message: { citations: told } } }
    }),
    content('content-delta', 1, { text: REST }),
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: USAGE } },
  ]
  return sse(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
}

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream([])
  gateway = await startGateway({
    channels: [
      { type: 34, models: MODEL, upstream },
      { type: 34, models: 'shown', upstream, setting: '{"thinking_to_content":true}' },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

// biome-ignore lint/suspicious/noExplicitAny: an answer of any protocol, looked into by its row
type Told = any

interface Row {
  readonly path: (stream: boolean) => string
  readonly body: (stream: boolean) => object
  /** Citations of a whole answer, and of the frames of a stream. */
  readonly whole: (answer: Told) => unknown
  readonly frames: (frames: readonly Told[]) => unknown
  readonly cited: unknown
}

const MESSAGES = [{ role: 'user', content: 'How tall are penguins?' }]
const SPAN = { start_index: 9, end_index: 26 }

const ROWS = {
  openai: {
    path: (_stream: boolean) => '/v1/chat/completions',
    body: (stream) => ({ model: MODEL, stream, messages: MESSAGES }),
    whole: (answer) => answer.choices[0].message.annotations,
    frames: (frames) => frames.flatMap(({ choices }) => choices[0]?.delta.annotations ?? []),
    // What has no address has no place here.
    cited: [{ type: 'url_citation', url_citation: { ...SPAN, url: URL, title: 'Zoo' } }],
  },
  claude: {
    path: (_stream: boolean) => '/v1/messages',
    body: (stream) => ({ model: MODEL, stream, max_tokens: 100, messages: MESSAGES }),
    whole: (answer) => answer.content.at(-1).citations,
    frames: (frames) =>
      frames.flatMap(({ delta }) => (delta?.type === 'citations_delta' ? delta.citation : [])),
    cited: [
      {
        ...{ type: 'search_result_location', source: URL, title: 'Zoo', search_result_index: 0 },
        ...{ cited_text: 'The tall ones.', start_block_index: 0, end_block_index: 1 },
      },
      {
        ...{ type: 'char_location', cited_text: NAMELESS.text, document_index: 0 },
        ...{ document_title: 'doc:0', start_char_index: 0, end_char_index: 26, file_id: null },
      },
    ],
  },
  responses: {
    path: () => '/v1/responses',
    body: (stream) => ({ model: MODEL, stream, store: false, input: 'How tall are penguins?' }),
    whole: (answer) => answer.output.at(-1).content[0].annotations,
    frames(frames) {
      const added = frames.filter(({ type }) => type === 'response.output_text.annotation.added')
      expect(added.map(({ annotation_index }) => annotation_index)).toEqual([0, 1])
      const { annotations } = frames.at(-1).response.output.at(-1).content[0]
      expect(added.map(({ annotation }) => annotation)).toEqual(annotations)
      return annotations
    },
    cited: [
      { type: 'url_citation', ...SPAN, url: URL, title: 'Zoo' },
      { type: 'file_citation', file_id: 'doc:0', filename: 'doc:0', index: 26 },
    ],
  },
  gemini: {
    path: (stream) =>
      `/v1beta/models/${MODEL}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_stream: boolean) => ({
      contents: [{ role: 'user', parts: [{ text: 'How tall are penguins?' }] }],
    }),
    whole: (answer) => answer.candidates[0].groundingMetadata,
    frames: (frames) => frames.at(-1).candidates[0].groundingMetadata,
    cited: {
      groundingChunks: [
        { web: { uri: URL, title: 'Zoo' } },
        { retrievedContext: { title: 'doc:0', text: NAMELESS.text } },
      ],
      // Bytes of UTF-8, as Google counts.
      groundingSupports: [
        { segment: { startIndex: 14, endIndex: 31, text: CITED }, groundingChunkIndices: [0, 1] },
      ],
    },
  },
} satisfies Readonly<Record<string, Row>>

describe.each(Object.entries<Row>(ROWS))('a client that speaks %s', (_name, row) => {
  test('is told sources with a whole answer', async () => {
    upstream.script(whole([ABOUT_THOUGHTS, CITATION]))
    const answer = await gateway.post(row.path(false), row.body(false))
    expect(row.whole(await answer.json())).toEqual(row.cited)
  })

  test('is told sources in a stream', async () => {
    upstream.script(streamed([ABOUT_THOUGHTS, CITATION]))
    const answer = await gateway.post(row.path(true), row.body(true))
    expect(row.frames(jsonsOf(await answer.text()))).toEqual(row.cited)
  })

  test('is told none where there are none', async () => {
    upstream.script(whole([]))
    const answer = await gateway.post(row.path(false), row.body(false))
    expect(row.whole(await answer.json()) ?? []).toEqual([])
  })
})

function jsonsOf(text: string): readonly Told[] {
  return [...text.matchAll(/^data: (\{.*\})\r?$/gm)].map(([, frame = '']) => JSON.parse(frame))
}

test('a citation that is not where it says is told without a place, or not at all', async () => {
  const astray = [{ ...CITATION, start: 2 }]
  upstream.script(whole(astray))
  const chat = await gateway.post('/v1/chat/completions', ROWS.openai.body(false))
  expect(ROWS.openai.whole(await chat.json())).toBeUndefined()
  const google = await gateway.post(ROWS.gemini.path(false), ROWS.gemini.body(false))
  const told: Told = ROWS.gemini.whole(await google.json())
  expect(told.groundingSupports).toEqual([
    { segment: { text: CITED }, groundingChunkIndices: [0, 1] },
  ])
})

test('a stream that shows what was thought counts that in', async () => {
  upstream.script(streamed([CITATION]))
  const asked = { ...ROWS.openai.body(true), model: 'shown' }
  const frames = jsonsOf(await (await gateway.post('/v1/chat/completions', asked)).text())
  const text = frames.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
  const [annotation]: Told = ROWS.openai.frames(frames)
  const { start_index, end_index } = annotation.url_citation
  expect([...text].slice(start_index, end_index).join('')).toBe(CITED)
  expect(text).toContain('<think>')
})

test.each([
  ['openai', {}, 'documents[0].citations'],
  ['openai', { citation_options: { mode: 'OFF' } }, null],
  ['claude', {}, null],
] as const)('documents without an address are a loss for %s with %j', async (name, more, loss) => {
  upstream.script(whole([]))
  const documents = [{ data: { text: 'a' } }, { data: { text: 'b', url: URL } }]
  const body = { ...ROWS[name].body(false), documents, ...more }
  const answer = await gateway.post(ROWS[name].path(false), body)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-gw-untranslated')).toBe(loss)
  expect(Object(upstream.last().json).documents).toEqual(documents)
})
