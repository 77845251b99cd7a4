/** Google's batches through the gateway: whose they are, and what they cost. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { CreateBatchJobParameters } from '@google/genai'
import { owed } from '../contracts/formula'
import { expectReceipts } from '../contracts/receipts'
import { type Gateway, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { failureOf, geminiClient } from '../support/sdk'
import { PLENTY } from '../support/seed'
import { startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { GoogleVendor } from './google-vendor'

const MODEL = 'gemini-2.5-flash'
const VECTORS = 'gemini-embedding-001'
const PRICES = {
  ModelRatio: { [MODEL]: 1, [VECTORS]: 1, renamed: 1 },
  CompletionRatio: { [MODEL]: 2 },
  PriceTiers: { [MODEL]: { batch: 0.5 }, [VECTORS]: { batch: 0.5 } },
}

let vendor: GoogleVendor
let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  vendor = new GoogleVendor('a')
  upstream = await startUpstream(vendor.answer)
  gateway = await startGateway({
    users: [{ username: 'ann' }, { username: 'bob' }, { username: 'poor', quota: 10 }],
    tokens: [
      { username: 'ann' },
      { username: 'bob' },
      { username: 'poor' },
      { username: 'ann', model_limits_enabled: true, model_limits: VECTORS },
    ],
    channels: [
      {
        upstream,
        models: `${MODEL},${VECTORS},renamed`,
        type: 24,
        model_mapping: '{"renamed":"other"}',
      },
    ],
    options: { RetryTimes: 0, ...PRICES },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const [ANN, BOB, POOR, LIMITED] = [0, 1, 2, 3] as const
const client = (who: number = ANN) => geminiClient(gateway.url, gateway.keys[who] ?? '')
const asked = (text = 'hi') => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  config: { maxOutputTokens: 50 },
})
const create = (who: number = ANN, model = MODEL, text?: string) =>
  client(who).batches.create({ model, src: [asked(text), asked(text)] })

const answer = (promptTokenCount: number, candidatesTokenCount: number) => ({
  response: { candidates: [], usageMetadata: { promptTokenCount, candidatesTokenCount } },
})
const BILL = owed({ prompt: 150, completion: 15 }, { model: '0.5', completion: '2' })

async function spent(): Promise<{ readonly used: number; readonly held: number }> {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[ANN] ?? 0)
  expect(await gateway.services.ledger.verify()).toEqual([])
  return { used: user.used_quota, held: PLENTY - user.quota - user.used_quota }
}

describe('a batch', () => {
  const ENDS: readonly [where: string, output: (name: string) => object][] = [
    [
      'inline',
      () => ({
        inlinedResponses: {
          inlinedResponses: [answer(100, 10), { error: { code: 400 } }, answer(50, 5)],
        },
      }),
    ],
    [
      'in a file',
      (name) => {
        const lines = [
          { key: '1', ...answer(100, 10) },
          { key: '2', ...answer(50, 5) },
        ]
        const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
        const id = `files/of-${name.slice('batches/'.length)}`
        return { responsesFile: vendor.keepFile({ name: id }, content).name }
      },
    ],
  ]

  test.each([...ENDS])('with its answers %s is billed by them, once', async (_, output) => {
    const before = await spent()
    const { name = '' } = await create()
    expect(name).toStartWith('batches/a')
    const during = await spent()
    expect(during.used).toBe(before.used)
    expect(during.held).toBeGreaterThan(0)
    vendor.end(name, 'SUCCEEDED', output(name))
    const read = await Promise.all([1, 2, 3].map(() => client().batches.get({ name })))
    expect(read[0]).toMatchObject({ name, state: 'JOB_STATE_SUCCEEDED' })
    await waitUntil('it is billed', async () => (await spent()).held === 0)
    expect((await spent()).used).toBe(before.used + BILL)
    const { items } = await gateway.services.logs.list({})
    expect(items[0]).toMatchObject({ quota: BILL, model_name: MODEL, prompt_tokens: 150 })
    expect(JSON.parse(items[0]?.other ?? '')).toMatchObject({ tier: 'batch', tier_factor: 0.5 })
    const fileName = read[0]?.dest?.fileName
    if (fileName === undefined) return
    const path = `${gateway.url}/v1beta/${fileName}:download?alt=media`
    const got = (who: number) =>
      fetch(path, { headers: { 'x-goog-api-key': gateway.keys[who] ?? '' } })
    expect(await (await got(ANN)).text()).toContain('usageMetadata')
    expect((await got(BOB)).status).toBe(404)
  })

  test('is found, listed, cancelled and deleted by its owner alone', async () => {
    const before = await spent()
    const { name = '' } = await create()
    const requests = upstream.requests.length
    for (const call of [
      () => client(BOB).batches.get({ name }),
      () => client(BOB).batches.cancel({ name }),
      () => client(BOB).batches.delete({ name }),
    ]) {
      expect(await failureOf(call())).toMatchObject({ status: 404 })
    }
    expect((await client(BOB).batches.list()).page).toEqual([])
    expect(upstream.requests).toHaveLength(requests)
    expect((await client().batches.list()).page.map((batch) => batch.name)).toContain(name)
    expect(await failureOf(client().batches.delete({ name }))).toMatchObject({ status: 409 })
    await client().batches.cancel({ name })
    await client().batches.delete({ name })
    await waitUntil('nothing is held', async () => (await spent()).held === 0)
    expect((await spent()).used).toBe(before.used)
    expect(await failureOf(client().batches.get({ name }))).toMatchObject({ status: 404 })
  })

  test('of texts to embed is billed by their tokens', async () => {
    const before = await spent()
    const src = { inlinedRequests: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] } }
    const { name = '' } = await client().batches.createEmbeddings({ model: VECTORS, src })
    const inlinedResponses = [{ response: { embedding: { values: [1] }, tokenCount: '40' } }]
    vendor.end(name, 'SUCCEEDED', { inlinedEmbedContentResponses: { inlinedResponses } })
    await client().batches.get({ name })
    await waitUntil('it is billed', async () => (await spent()).held === 0)
    expect((await spent()).used).toBe(before.used + 20)
  })

  test('whose answers tell no usage costs at least what it read', async () => {
    const before = await spent()
    const { name = '' } = await create()
    const inlinedResponses = [{ response: { candidates: [] } }]
    vendor.end(name, 'SUCCEEDED', { inlinedResponses: { inlinedResponses } })
    await client().batches.get({ name })
    await waitUntil('it is billed', async () => (await spent()).held === 0)
    expect((await spent()).used).toBeGreaterThan(before.used)
  })

  type Refused = readonly [what: string, make: () => PromiseLike<unknown>, status: number]
  const post = (body: Pick<CreateBatchJobParameters, 'src'>) => () =>
    client().batches.create({ model: MODEL, ...body })
  const refused: readonly Refused[] = [
    ['that its user cannot pay', () => create(POOR, MODEL, 'x'.repeat(400)), 403],
    ['of a model that its token may not use', () => create(LIMITED), 403],
    ['of a model that the channel renames', () => create(ANN, 'renamed'), 400],
    ['of a file, which nobody can price', post({ src: 'files/x' }), 400],
    ['of another model in its requests', post({ src: [{ ...asked(), model: VECTORS }] }), 400],
    [
      "that names another user's file",
      post({ src: [{ contents: [{ parts: [{ fileData: { fileUri: 'files/x' } }] }] }] }),
      404,
    ],
    [
      "that names another user's cache",
      post({ src: [{ ...asked(), config: { cachedContent: 'cachedContents/x' } }] }),
      404,
    ],
  ]
  test.each([...refused])('%s is refused before it is begun', async (_, make, status) => {
    const before = upstream.requests.length
    expect(await failureOf(make())).toMatchObject({ status })
    expect(upstream.requests).toHaveLength(before)
  })
})

test('batches of a gateway that was killed are billed once by the next one', async () => {
  const channels = [{ upstream, models: MODEL, type: 24 }]
  await using first = await startGatewayProcess({ channels, options: PRICES })
  const own = geminiClient(first.url, first.keys[0] ?? '')
  const { name = '' } = await own.batches.create({ model: MODEL, src: [asked()] })
  await first.kill9()
  const inlinedResponses = [answer(100, 10), answer(50, 5)]
  vendor.end(name, 'SUCCEEDED', { inlinedResponses: { inlinedResponses } })
  for (const start of [1, 2]) {
    await using next = await startGateway({ restartOf: first })
    await waitUntil(`start ${start} has billed it`, async () => {
      await next.idle()
      const { quota } = await next.services.users.show(next.userIds[0] ?? 0)
      return PLENTY - quota === BILL
    })
    expect(await next.services.ledger.verify()).toEqual([])
  }
})

test('the receipt of each of them adds up', () => expectReceipts(gateway))
