/** Documents read page by page, in the shape of Mistral: passed on, billed by the page. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { expectRefusal, told } from './black-box'
import { loggedOf } from './forms'

const MODEL = 'mistral-ocr-latest'
const ASKED = {
  model: MODEL,
  document: { type: 'document_url', document_url: 'https://files.example/a.pdf' },
  pages: [0, 1, 2],
  include_image_base64: false,
}
const page = (index: number) => ({ index, markdown: `# ${index}`, images: [], dimensions: null })
const ANSWER = {
  pages: [page(0), page(1), page(2)],
  model: 'mistral-ocr-2512',
  usage_info: { pages_processed: 3, doc_size_bytes: 41_000 },
}

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(ANSWER))
  gateway = await startGateway({
    channels: [
      { type: 42, upstream, models: [MODEL, 'mistral-small-latest'] },
      { type: 43, upstream, models: 'mistral-ocr-elsewhere' },
    ],
    options: { RetryTimes: 0 },
  })
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

describe('a document', () => {
  test('passes both ways as it is, and costs what its pages cost', async () => {
    upstream.script(json(ANSWER))
    const came = await told(gateway.post('/v1/ocr', ASKED))
    expect(came.status).toBe(200)
    expect(JSON.parse(came.text)).toEqual(ANSWER)
    expect(upstream.last()).toMatchObject({ path: '/v1/ocr', json: ASKED })
    const { row, other } = await loggedOf(gateway, came.requestId)
    // $2 a thousand pages.
    expect(row).toMatchObject({ quota: 3_000, prompt_tokens: 0, completion_tokens: 0 })
    expect(other.units).toEqual({ page: 3 })
  })

  test('whose pages nobody counted is billed by those that came', async () => {
    const { usage_info: _, ...rest } = ANSWER
    upstream.script(json(rest))
    const came = await told(gateway.post('/v1/ocr', ASKED))
    expect((await loggedOf(gateway, came.requestId)).row.quota).toBe(3_000)
  })

  test('that is refused costs nothing', async () => {
    upstream.script(json({ detail: 'no such document' }, { status: 422 }))
    const came = await told(gateway.post('/v1/ocr', ASKED))
    expectRefusal(came, 'openai', 422)
    expect((await loggedOf(gateway, came.requestId)).row).toMatchObject({ type: 5, quota: 0 })
  })

  test('without pages has not been read', async () => {
    upstream.script(json({ model: MODEL }))
    expectRefusal(await told(gateway.post('/v1/ocr', ASKED)), 'openai', 502)
  })

  test.each([
    ['none', { ...ASKED, document: undefined }, 400],
    ['a channel that reads none', { ...ASKED, model: 'mistral-ocr-elsewhere' }, 400],
  ])('with %s is refused, and nobody is asked', async (_, body, status) => {
    const before = upstream.requests.length
    const came = await told(gateway.post('/v1/ocr', body))
    expectRefusal(came, 'openai', status)
    expect(upstream.requests.length).toBe(before)
  })
})

test('a channel is tested for it by a picture', async () => {
  upstream.script(json(ANSWER))
  const id = gateway.channelIds[0] ?? 0
  await gateway.services.channels.test(TEST_ACTOR, { id, model: MODEL })
  const { path, json: sent } = upstream.last()
  expect(path).toBe('/v1/ocr')
  expect(sent).toMatchObject({ model: MODEL, document: { type: 'image_url' } })
})

test('lists of models have it', async () => {
  const names = (await gateway.openai().models.list()).data.map(({ id }) => id)
  expect(names).toContain(MODEL)
  expect(names).not.toContain('mistral-ocr-elsewhere')
})
