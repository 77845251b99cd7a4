/** Refusals at Cohere's addresses are in Cohere's words, whichever call is refused. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

const EMBED = { model: 'embed-v4.0', texts: ['hi'], input_type: 'search_query' }
const RERANK = { model: 'rerank-v3.5', query: 'q', documents: ['a'] }

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({ message: 'invalid request' }, { status: 400 }))
  gateway = await startGateway({
    channels: [{ type: 34, upstream, models: 'embed-v4.0,rerank-v3.5' }],
    options: { RetryTimes: 0, ModelRatio: { 'embed-v4.0': 1, 'rerank-v3.5': 1 } },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function refusal(response: Response | Promise<Response>): Promise<readonly string[]> {
  const body: unknown = await (await response).json()
  return Object.keys(Object(body)).sort()
}

const FIELDS = ['id', 'message']

test.each([
  ['/v2/embed', 'a field that is missing', { model: 'embed-v4.0' }],
  ['/v2/embed', 'a model that no channel has', { ...EMBED, model: 'nobodys' }],
  ['/v2/embed', 'what the upstream refuses', EMBED],
  ['/v2/rerank', 'a field that is missing', { model: 'rerank-v3.5', query: 'q' }],
  ['/v2/rerank', 'what the upstream refuses', RERANK],
])('%s: %s', async (path, _, body) => {
  expect(await refusal(gateway.post(path, body))).toEqual(FIELDS)
})

test.each(['/v2/embed', '/v2/rerank'])('%s: a method that it does not have', async (path) => {
  expect(await refusal(fetch(`${gateway.url}${path}`, { method: 'PUT' }))).toEqual(FIELDS)
})
