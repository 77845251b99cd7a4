/** How many bytes of bodies are in memory at once, per user and in all. */
import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { type Gateway, type GatewayClient, startGateway } from '../support/gateway'
import { fixture, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { ask, expectRefusal, PATH_OF, PRICES, PROTOCOLS, recorded, told } from './black-box'

const LIMITS = { GW_MAX_BODY_MB: '1', GW_BODY_BUDGET_MB: '2' }
const LARGE_BYTES = 700_000

function large(more: object = {}): object {
  return ask('claude', { messages: [{ role: 'user', content: 'x'.repeat(LARGE_BYTES) }], ...more })
}

function startLimited(upstream: Upstream): Promise<Gateway> {
  return startGateway({
    env: LIMITS,
    users: ['ann', 'bob', 'cid', 'dan'].map((username) => ({ username })),
    tokens: ['ann', 'bob', 'cid', 'dan'].map((username) => ({ username, unlimited_quota: true })),
    channels: [{ upstream, models: 'm' }],
    options: { ...PRICES, QuotaForNewUser: 1_000_000_000 },
  })
}

const keyOf = (gateway: GatewayClient, user: number) => ({ key: gateway.keys[user] ?? '' })

describe('while a call with a large body runs', () => {
  for (const protocol of PROTOCOLS) {
    test(`its user gets 429 for another, in the envelope of ${protocol}`, async () => {
      const held = gate()
      await using upstream = await startUpstream(json(recorded('openai').json, { before: held }))
      await using gateway = await startLimited(upstream)
      const running = gateway.post(PATH_OF.openai, large())
      await upstream.waitForRequests(1)
      const headers = { 'accept-language': 'en' }
      const refused = await told(gateway.post(PATH_OF[protocol], large(), { headers }))
      const error = expectRefusal(refused, protocol, 429)
      expect(error.message).toContain('1 MB')
      expect(refused.headers.get('retry-after')).toBe('1')
      const small = gateway.post(PATH_OF.openai, ask('openai'))
      await upstream.waitForRequests(2)
      held.open()
      expect((await running).status).toBe(200)
      expect((await small).status).toBe(200)
    })
  }

  test('others are served, until the process has no room', async () => {
    const held = gate()
    await using upstream = await startUpstream(json(recorded('openai').json, { before: held }))
    await using gateway = await startLimited(upstream)
    const running = [0, 1].map((user) =>
      gateway.post(PATH_OF.openai, large(), keyOf(gateway, user)),
    )
    await upstream.waitForRequests(2)
    const refused = await told(gateway.post(PATH_OF.openai, large(), keyOf(gateway, 2)))
    expect(expectRefusal(refused, 'openai', 503).code).toBe('overloaded')
    expect(refused.headers.get('retry-after')).toBe('1')
    held.open()
    for (const call of running) expect((await call).status).toBe(200)
    expect((await gateway.post(PATH_OF.openai, large(), keyOf(gateway, 2))).status).toBe(200)
  })

  test('a body that comes in chunks counts as it comes', async () => {
    const held = gate()
    await using upstream = await startUpstream(json(recorded('openai').json, { before: held }))
    await using gateway = await startLimited(upstream)
    const running = gateway.post(PATH_OF.openai, large())
    await upstream.waitForRequests(1)
    const text = JSON.stringify(large())
    const body = new ReadableStream<string>({
      start(controller) {
        for (let at = 0; at < text.length; at += 100_000) {
          controller.enqueue(text.slice(at, at + 100_000))
        }
        controller.close()
      },
    })
    const refused = await told(
      fetch(gateway.url + PATH_OF.openai, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.keys[0]}` },
        body,
      }),
    )
    expectRefusal(refused, 'openai', 429)
    held.open()
    expect((await running).status).toBe(200)
  })

  test('a compressed body counts as what comes out of it', async () => {
    const held = gate()
    await using upstream = await startUpstream(json(recorded('openai').json, { before: held }))
    await using gateway = await startLimited(upstream)
    const running = gateway.post(PATH_OF.openai, large())
    await upstream.waitForRequests(1)
    const refused = await told(
      fetch(gateway.url + PATH_OF.openai, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.keys[0]}`, 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(JSON.stringify(large()))),
      }),
    )
    expectRefusal(refused, 'openai', 429)
    held.open()
    expect((await running).status).toBe(200)
  })

  test('a stream holds its body until it ends', async () => {
    const held = gate()
    const [first = '', ...rest] = fixture('openai/chat-text.sse').split(/(?<=\n\n)/)
    await using upstream = await startUpstream(sse([first, held, rest.join('')]))
    await using gateway = await startLimited(upstream)
    const stream = await gateway.post(PATH_OF.openai, large({ stream: true }))
    expect(stream.status).toBe(200)
    expect((await gateway.post(PATH_OF.openai, large())).status).toBe(429)
    held.open()
    await stream.text()
    await gateway.idle()
    expect((await gateway.post(PATH_OF.openai, large({ stream: true }))).status).toBe(200)
  })
})

describe('the room of a body is free again after a call that', () => {
  const whole = json(recorded('openai').json)

  const ENDINGS: Readonly<
    Record<string, (gateway: Gateway, upstream: Upstream) => Promise<unknown>>
  > = {
    'was answered': async (gateway) => (await gateway.post(PATH_OF.openai, large())).text(),
    'failed upstream': async (gateway, upstream) => {
      upstream.script({ status: 400, body: { error: { message: 'no' } } })
      expect((await gateway.post(PATH_OF.openai, large())).status).toBe(400)
    },
    'named no known model': async (gateway) =>
      expect((await gateway.post(PATH_OF.openai, large({ model: 'x' }))).status).toBe(404),
    'was no JSON': async (gateway) =>
      expect((await gateway.post(PATH_OF.openai, 'x'.repeat(LARGE_BYTES))).status).toBe(400),
    'was no gzip': async (gateway) => {
      const headers = { 'content-encoding': 'gzip' }
      const body = 'x'.repeat(LARGE_BYTES)
      expect((await gateway.post(PATH_OF.openai, body, { headers })).status).toBe(400)
    },
    'counted tokens': async (gateway) => {
      const counted = await gateway.post('/v1/messages/count_tokens', large())
      expect(counted.status).toBe(200)
    },
    'the client left': async (gateway, upstream) => {
      upstream.script({ ending: 'never' })
      const leaving = new AbortController()
      const call = gateway.post(PATH_OF.openai, large(), { signal: leaving.signal })
      await upstream.waitForRequests(upstream.requests.length + 1)
      leaving.abort()
      await expect(call).rejects.toThrow()
      await upstream.waitForAbort()
    },
  }

  for (const [name, end] of Object.entries(ENDINGS)) {
    test(name, async () => {
      await using upstream = await startUpstream(whole)
      await using gateway = await startLimited(upstream)
      for (let round = 0; round < 4; round += 1) {
        await end(gateway, upstream)
        await gateway.idle()
        upstream.script(whole)
      }
      expect((await gateway.post(PATH_OF.openai, large())).status).toBe(200)
    })
  }
})

test('a single body of the largest size is never too much', async () => {
  await using upstream = await startUpstream(json(recorded('openai').json))
  await using gateway = await startGateway({
    env: { GW_MAX_BODY_MB: '2', GW_BODY_BUDGET_MB: '1' },
    channels: [{ upstream, models: 'm' }],
    options: PRICES,
  })
  const content = 'x'.repeat(1_900_000)
  const body = ask('openai', { messages: [{ role: 'user', content }] })
  expect((await gateway.post(PATH_OF.openai, body)).status).toBe(200)
})
