/** Google's caches through the gateway: whose they are, and what they cost. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectReceipts } from '../contracts/receipts'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf, geminiClient } from '../support/sdk'
import { PLENTY } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { GoogleVendor } from './google-vendor'

const MODEL = 'gemini-2.5-flash'
const TOKENS = 10_000
/** A token is read for 1 credit, and stored for an hour for half of one. */
const PRICES = {
  ModelRatio: { [MODEL]: 1, m: 1 },
  UnitPrices: { [MODEL]: { cache_storage: 1 } },
}

let vendor: GoogleVendor
let upstreams: readonly [Upstream, Upstream, Upstream]
let gateway: Gateway

/** Two accounts of Google with the same model, and an OpenAI one. */
beforeAll(async () => {
  vendor = new GoogleVendor('a')
  vendor.cachedTokens = TOKENS
  const other = new GoogleVendor('b')
  upstreams = [
    await startUpstream(vendor.answer),
    await startUpstream(other.answer),
    await startUpstream([]),
  ]
  gateway = await startGateway({
    users: [{ username: 'ann' }, { username: 'bob' }, { username: 'poor', quota: 100 }],
    tokens: [
      { username: 'ann' },
      { username: 'bob' },
      { username: 'poor' },
      { username: 'ann', model_limits_enabled: true, model_limits: 'm' },
    ],
    channels: [
      { upstream: upstreams[0], models: MODEL, type: 24, key: 'key-of-a', priority: 5 },
      { upstream: upstreams[1], models: MODEL, type: 24, key: 'key-of-b' },
      { upstream: upstreams[2], models: 'm' },
    ],
    options: { RetryTimes: 0, ...PRICES },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all(upstreams.map((upstream) => upstream.stop()))
})

const [ANN, BOB, POOR, LIMITED] = [0, 1, 2, 3] as const
const caches = (who: number = ANN) => geminiClient(gateway.url, gateway.keys[who] ?? '').caches
const models = (who: number = ANN) => geminiClient(gateway.url, gateway.keys[who] ?? '').models
/** Whole hours from here make whole bills. */
const START_MS = Date.now()
const CONTENTS = 'a long text'.repeat(9)

async function spent(): Promise<{ readonly used: number; readonly held: number }> {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[ANN] ?? 0)
  expect(await gateway.services.ledger.verify()).toEqual([])
  return { used: user.used_quota, held: PLENTY - user.quota - user.used_quota }
}

describe('a cache', () => {
  const LIVES: readonly [what: string, config: () => object, hours: number][] = [
    ['an hour by itself', () => ({}), 1],
    ['two hours', () => ({ ttl: '7200s' }), 2],
  ]

  test.each([...LIVES])('kept for %s costs its tokens, read once and stored', async (...row) => {
    const [, config, hours] = row
    const before = await spent()
    await caches().create({ model: MODEL, config: { contents: CONTENTS, ...config() } })
    expect(await spent()).toEqual({ used: before.used + TOKENS + (TOKENS * hours) / 2, held: 0 })
    const { items } = await gateway.services.logs.list({})
    expect(items[0]).toMatchObject({ model_name: MODEL, prompt_tokens: TOKENS })
    expect(JSON.parse(items[0]?.other ?? '')).toMatchObject({
      units: { cache_storage: TOKENS * hours },
    })
  })

  test('is found, listed and deleted by its owner alone, and billed no more', async () => {
    const { name = '' } = await caches().create({ model: MODEL, config: { contents: CONTENTS } })
    expect(name).toStartWith('cachedContents/a')
    const before = await spent()
    const asked = upstreams[0].requests.length
    for (const call of [
      () => caches(BOB).get({ name }),
      () => caches(BOB).delete({ name }),
      () =>
        models(BOB).generateContent({
          model: MODEL,
          contents: 'hi',
          config: { cachedContent: name },
        }),
    ]) {
      expect(await failureOf(call())).toMatchObject({ status: 404 })
    }
    expect((await caches(BOB).list()).page).toEqual([])
    expect(upstreams[0].requests).toHaveLength(asked)
    expect(await caches().get({ name })).toMatchObject({ name })
    expect((await caches().list()).page.map((cache) => cache.name)).toContain(name)
    await caches().delete({ name })
    expect(vendor.objects.has(name)).toBe(false)
    expect(await failureOf(caches().get({ name }))).toMatchObject({ status: 404 })
    expect(await spent()).toEqual(before)
  })

  test('that is kept for longer costs what that stores, and for shorter nothing', async () => {
    const expireTime = (hours: number) => new Date(START_MS + hours * 3_600_000).toISOString()
    const contents = CONTENTS
    const config = { contents, expireTime: expireTime(1) }
    const { name = '' } = await caches().create({ model: MODEL, config })
    const before = await spent()
    await caches().update({ name, config: { expireTime: expireTime(3) } })
    expect(await spent()).toEqual({ used: before.used + TOKENS, held: 0 })
    await caches().update({ name, config: { expireTime: expireTime(2) } })
    expect(await spent()).toEqual({ used: before.used + TOKENS, held: 0 })
    const requests = upstreams[0].requests.length
    const stolen = caches(BOB).update({ name, config: { ttl: '7200s' } })
    expect(await failureOf(stolen)).toMatchObject({ status: 404 })
    expect(upstreams[0].requests).toHaveLength(requests)
    const dear = caches().update({ name, config: { ttl: '900000000s' } })
    expect(await failureOf(dear)).toMatchObject({ status: 403 })
    const changes = upstreams[0].requests.filter(({ method }) => method === 'PATCH')
    expect(changes).toHaveLength(2)
    expect(await spent()).toEqual({ used: before.used + TOKENS, held: 0 })
  })

  test('leads a request to its account', async () => {
    const { name = '' } = await caches().create({ model: MODEL, config: { contents: CONTENTS } })
    for (let turn = 0; turn < 3; turn += 1) {
      const config = { cachedContent: name }
      await models().generateContent({ model: MODEL, contents: 'hi', config })
      expect(upstreams[0].last().json).toMatchObject({ cachedContent: name })
    }
  })

  test('is refused for a model whose channels have none', async () => {
    const config = { cachedContent: 'cachedContents/x' }
    const failure = await failureOf(
      models().generateContent({ model: 'm', contents: 'hi', config }),
    )
    expect(failure).toMatchObject({ status: 400 })
    expect(failure.message).toContain('have no caches')
  })

  test('that the upstream refuses costs nothing', async () => {
    const before = await spent()
    upstreams[0].script(json({ error: { code: 400, message: 'too small' } }, { status: 400 }))
    const made = caches().create({ model: MODEL, config: { contents: 'x' } })
    expect(await failureOf(made)).toMatchObject({ status: 400 })
    upstreams[0].script(vendor.answer)
    expect(await spent()).toEqual(before)
  })

  const REFUSED: readonly [what: string, who: number, config: object, status: number][] = [
    ['that its user cannot pay', POOR, { ttl: '864000s' }, 403],
    ['of a model that its token may not use', LIMITED, {}, 403],
    ['for a time that is none', ANN, { ttl: 'soon' }, 400],
    ['until a time that is past', ANN, { expireTime: '2020-01-01T00:00:00Z' }, 400],
  ]
  test.each([...REFUSED])('%s is refused before it is made', async (_, who, config, status) => {
    const before = upstreams[0].requests.length
    const made = caches(who).create({ model: MODEL, config: { contents: CONTENTS, ...config } })
    expect(await failureOf(made)).toMatchObject({ status })
    expect(upstreams[0].requests).toHaveLength(before)
  })

  test("of another user's file is refused", async () => {
    const file = new Blob(['x'], { type: 'text/plain' })
    const client = geminiClient(gateway.url, gateway.keys[BOB] ?? '')
    const { uri: fileUri = '' } = await client.files.upload({ file })
    const contents = [{ role: 'user', parts: [{ fileData: { fileUri, mimeType: 'text/plain' } }] }]
    const before = upstreams[0].requests.length
    const made = caches().create({ model: MODEL, config: { contents } })
    expect(await failureOf(made)).toMatchObject({ status: 404 })
    expect(upstreams[0].requests).toHaveLength(before)
  })
})

test('the receipt of each of them adds up', () => expectReceipts(gateway))
