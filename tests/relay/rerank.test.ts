/** Rankings, in the shapes of Jina and of Cohere: passed on, priced by units. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toCohere } from '../../server/relay/formats/operations/rerank-shapes'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { expectRefusal, told } from './black-box'
import { loggedOf } from './forms'

const RESULTS = [
  { index: 1, relevance_score: 0.93 },
  { index: 0, relevance_score: 0.02 },
]
const ASKED = {
  model: 'ranker',
  query: 'What is the capital?',
  documents: ['Bern is a town.', { text: 'The capital is Bern.' }],
  top_n: 2,
  return_documents: false,
}

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 38, upstream, models: 'jina-reranker-v3' },
      { type: 40, upstream, models: 'BAAI/bge-reranker-v2-m3' },
      { type: 47, upstream, models: 'bge-reranker-v2-m3' },
      {
        type: 1,
        upstream,
        models: 'rerank-v4,free-rerank,unit-rerank',
        model_mapping: '{"rerank-v4":"own"}',
      },
      { type: 26, upstream, models: 'zhipu-rerank', key: 'id.secret' },
      { type: 43, upstream, models: 'deepseek-rerank' },
    ],
    options: {
      RetryTimes: 0,
      ModelRatio: {
        'jina-reranker-v3': 10,
        'BAAI/bge-reranker-v2-m3': 10,
        'bge-reranker-v2-m3': 10,
        'rerank-v4': 10,
        'zhipu-rerank': 10,
        'deepseek-rerank': 10,
      },
      UnitPrices: { 'rerank-v4': { search_unit: 4 }, 'unit-rerank': { search_unit: 2 } },
    },
  })
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Case {
  readonly model: string
  readonly path?: string
  readonly at?: string
  readonly answer: object
  readonly quota: number
  readonly units?: object
  readonly countedBy?: string
  readonly unknown?: object
}

const tokens = (count: number) => ({ billed_units: { input_tokens: count, search_units: 0 } })

const CASES: Readonly<Record<string, Case>> = {
  'by the total of Jina': {
    model: 'jina-reranker-v3',
    answer: { object: 'list', usage: { total_tokens: 38 }, results: RESULTS },
    quota: 380,
  },
  'by the tokens that SiliconFlow tells': {
    model: 'BAAI/bge-reranker-v2-m3',
    answer: { id: 'x', results: RESULTS, meta: tokens(17) },
    quota: 170,
  },
  'by the tokenizer, where Xinference tells nothing': {
    model: 'bge-reranker-v2-m3',
    answer: { id: 'x', results: RESULTS, meta: null },
    quota: 140,
    countedBy: 'tokenizer',
  },
  'by the search units of Cohere, at the price of the model': {
    model: 'rerank-v4',
    path: '/v2/rerank',
    answer: { id: 'x', results: RESULTS, meta: { billed_units: { search_units: 2 } } },
    quota: 4_000,
    units: { search_unit: 2 },
  },
  'by its price of search units alone': {
    model: 'unit-rerank',
    answer: { id: 'x', results: RESULTS, meta: { billed_units: { search_units: 3 } } },
    quota: 3_000,
    units: { search_unit: 3 },
  },
  'at nothing where it has no price for what was told, which the log says': {
    model: 'unit-rerank',
    answer: { object: 'list', usage: { total_tokens: 38 }, results: RESULTS },
    quota: 0,
    unknown: { prompt: 38 },
  },
  'at the path that its vendor has': {
    model: 'zhipu-rerank',
    at: '/api/paas/v4/rerank',
    answer: { results: RESULTS, usage: { prompt_tokens: 9, total_tokens: 9 } },
    quota: 90,
  },
}

describe('a ranking', () => {
  for (const [title, one] of Object.entries(CASES)) {
    const { model, path = '/v1/rerank', at = path, answer, quota, units, countedBy, unknown } = one
    test(`is billed ${title}, and passes both ways as it is`, async () => {
      upstream.script(json(answer))
      const sent = { ...ASKED, model }
      const came = await told(gateway.post(path, sent))
      expect(came.status).toBe(200)
      expect(JSON.parse(came.text)).toEqual(answer)
      expect(upstream.last().path).toBe(at)
      const name = model === 'rerank-v4' ? 'own' : model
      expect(upstream.last().json).toEqual({ ...sent, model: name })
      const { row, other } = await loggedOf(gateway, came.requestId)
      expect(row).toMatchObject({ quota, completion_tokens: 0 })
      expect(other.units).toEqual(units)
      expect(other.unknown_usage).toEqual(unknown)
      expect(other.counted_by).toBe(countedBy)
    })
  }

  test('that fails is an error of the protocol, and costs nothing', async () => {
    upstream.script(json({ detail: 'no such model' }, { status: 422 }))
    const came = await told(gateway.post('/v1/rerank', { ...ASKED, model: 'jina-reranker-v3' }))
    expectRefusal(came, 'openai', 422)
    expect((await loggedOf(gateway, came.requestId)).row).toMatchObject({ type: 5, quota: 0 })
  })
})

describe('a ranking is refused, and nobody is asked,', () => {
  const full = { ...ASKED, model: 'jina-reranker-v3' }
  test.each([
    ['without a question', { ...full, query: '' }, 400],
    ['without documents', { ...full, documents: [] }, 400],
    ['with a text for documents', { ...full, documents: 'one' }, 400],
    ['without a model', { ...full, model: undefined }, 400],
    ['for a model without a price', { ...full, model: 'free-rerank' }, 400],
    ['on a channel that ranks nothing', { ...full, model: 'deepseek-rerank' }, 404],
  ])('%s', async (_, body, status) => {
    const asked = upstream.requests.length
    expectRefusal(await told(gateway.post('/v1/rerank', body)), 'openai', status)
    expect(upstream.requests).toHaveLength(asked)
  })
})

describe('a ranking is translated', () => {
  test('from the shape of Cohere to a channel that has only that of Jina', async () => {
    upstream.script(json({ usage: { total_tokens: 38 }, results: RESULTS }))
    const { return_documents: _, ...rest } = ASKED
    const sent = { ...rest, model: 'jina-reranker-v3', max_tokens_per_doc: 512, priority: 3 }
    const came = await told(gateway.post('/v2/rerank', sent))
    expect(came.headers.get('x-gw-untranslated')).toBe('priority')
    expect(JSON.parse(came.text)).toEqual({
      id: came.requestId,
      results: RESULTS,
      meta: { api_version: { version: '2' }, tokens: { input_tokens: 38 } },
    })
    const { priority: __, max_tokens_per_doc: max_doc_length, ...kept } = sent
    expect(upstream.last().path).toBe('/v1/rerank')
    expect(upstream.last().json).toEqual({ ...kept, max_doc_length, return_documents: false })
    expect((await loggedOf(gateway, came.requestId)).row.quota).toBe(380)
  })

  test('and an answer without results is none', async () => {
    upstream.script(json({ object: 'list' }))
    const came = await told(gateway.post('/v2/rerank', { ...ASKED, model: 'jina-reranker-v3' }))
    expect(came.status).toBe(502)
    expect(Object.keys(JSON.parse(came.text)).sort()).toEqual(['id', 'message'])
  })

  test('to Cohere as texts, and back with what it counts', () => {
    const asked = { ...ASKED, return_documents: true, max_doc_length: 99 }
    const { body, losses } = toCohere.encode(asked, 'rerank-v4')
    expect(losses).toEqual(['return_documents'])
    expect(body).toEqual({
      model: 'rerank-v4',
      query: ASKED.query,
      documents: ['Bern is a town.', 'The capital is Bern.'],
      top_n: 2,
      max_tokens_per_doc: 99,
    })
    const meta = { billed_units: { search_units: 1 }, tokens: { input_tokens: 21 } }
    const context = {
      requestId: 'x',
      model: 'rerank-v4',
      nowSeconds: 0,
      includeUsage: false,
      promptTokensEstimate: 0,
    }
    expect(toCohere.readAnswer({ id: 'x', results: RESULTS, meta }, context)).toEqual({
      object: 'list',
      model: 'rerank-v4',
      usage: { total_tokens: 21, prompt_tokens: 21 },
      results: RESULTS,
    })
  })
})

test('the route that its vendor has retired is refused by name', async () => {
  const error = expectRefusal(
    await told(gateway.post('/v1/edits', { model: 'text-davinci-edit-001', instruction: 'x' })),
    'openai',
    410,
  )
  expect(error.code).toBe('api_retired')
  expect(error.message).toContain('/v1/chat/completions')
})
