/** Clients of Voyage: `top_k` goes out under the channel's name, and `data` comes back. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { told } from './black-box'

const RANKED = [
  { index: 1, relevance_score: 0.93 },
  { index: 0, relevance_score: 0.02 },
]
const DOCUMENTS = ['Bern is a town.', 'The capital is Bern.']
/** As npm voyageai 0.2.1 and PyPI voyageai 0.5 send it. */
const ASKED = { query: 'What is the capital?', documents: DOCUMENTS, top_k: 2, truncation: true }

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 38, upstream, models: 'jina-reranker-v3' },
      { type: 34, upstream, models: 'rerank-v3.5' },
      { type: 1, upstream, models: 'rerank-2.5' },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Vendor {
  readonly answer: object
  readonly limit: string
}

const BY_JINA: Vendor = {
  answer: { object: 'list', usage: { total_tokens: 38 }, results: RANKED },
  limit: 'top_n',
}
const BY_COHERE: Vendor = {
  answer: { id: 'x', results: RANKED, meta: { billed_units: { search_units: 1 } } },
  limit: 'top_n',
}
const BY_VOYAGE: Vendor = {
  answer: { object: 'list', data: RANKED, model: 'rerank-2.5', usage: { total_tokens: 38 } },
  limit: 'top_k',
}
const VENDORS: readonly [model: string, vendor: Vendor][] = [
  ['jina-reranker-v3', BY_JINA],
  ['rerank-v3.5', BY_COHERE],
  ['rerank-2.5', BY_VOYAGE],
]

describe.each(VENDORS)('at the vendor of %s', (model, { answer, limit }) => {
  test('clients of Voyage are answered', async () => {
    upstream.script(json(answer))
    const came = await told(gateway.post('/v1/rerank', { model, ...ASKED }))
    expect(came.status).toBe(200)
    expect(JSON.parse(came.text)).toMatchObject({ object: 'list', data: RANKED })
    const sent = upstream.last().json as object
    expect(sent).toMatchObject({ [limit]: 2 })
    expect(Object.hasOwn(sent, limit === 'top_n' ? 'top_k' : 'top_n')).toBe(false)
  })

  test('who names no limit finds the ranking under either name', async () => {
    const { top_k: _, ...rest } = ASKED
    upstream.script(json(answer))
    const came = await told(gateway.post('/v1/rerank', { model, ...rest }))
    expect(JSON.parse(came.text)).toMatchObject({ data: RANKED, results: RANKED })
  })

  test('clients of Jina and of Cohere find results', async () => {
    for (const path of ['/v1/rerank', '/v2/rerank']) {
      upstream.script(json(answer))
      const body = { model, query: 'q', documents: DOCUMENTS, top_n: 2 }
      const came = await told(gateway.post(path, body))
      expect(came.status).toBe(200)
      expect(JSON.parse(came.text).results).toEqual(RANKED)
    }
  })
})

test('an answer without a ranking is none', async () => {
  const before = upstream.requests.length
  upstream.script(json({ object: 'list' }))
  const { status } = await told(gateway.post('/v1/rerank', { model: 'rerank-2.5', ...ASKED }))
  expect(status).toBe(502)
  expect(upstream.requests.length).toBe(before + 1)
})
