import { describe, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type GatewayOptions, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, gate, json, type Reply, startUpstream } from '../support/upstream'

const ON = { AutomaticDisableChannelEnabled: 'true', RetryTimes: '0' }
const CHAT = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }
const MESSAGE = { ...CHAT, max_tokens: 10 }
const ANSWER = json(JSON.parse(fixture('openai/chat-text.json')))
const refusal = (status: number, error: object): Reply => json({ error }, { status })
const BAD_KEY = refusal(401, { message: 'Incorrect API key', code: 'invalid_api_key' })

async function openWith(options: GatewayOptions) {
  const gateway = await startGateway({ env: NO_LIMITS, options: ON, ...options })
  const root = await apiClient(gateway).as('root')
  return { gateway, root }
}

async function channel(root: ApiCaller, id: number | undefined): Promise<ApiBody> {
  return (await root.get(`/api/channel/${id}`)).body.data
}

async function statusAfter(
  reply: Reply,
  options: Partial<GatewayOptions> = {},
  path = '/v1/chat/completions',
) {
  await using upstream = await startUpstream(reply)
  const channels = [{ upstream, ...options.channels?.[0] }]
  const { gateway, root } = await openWith({ ...options, channels })
  try {
    const body = path.endsWith('messages') ? MESSAGE : CHAT
    await gateway.post(path, body).then((answer) => answer.text())
    await gateway.idle()
    return await channel(root, gateway.channelIds[0])
  } finally {
    await gateway[Symbol.asyncDispose]()
  }
}

describe('a call that fails', () => {
  test.each([
    ['status 401', refusal(401, { message: 'no' })],
    ['the code of a dead account', refusal(400, { message: 'x', code: 'account_deactivated' })],
    ['the code of unpaid bills', refusal(429, { message: 'x', code: 'billing_not_active' })],
    ['the type of an empty account', refusal(429, { message: 'x', type: 'insufficient_quota' })],
    ['the type of a bad key', refusal(403, { message: 'x', type: 'authentication_error' })],
    ['a keyword in other letters', refusal(400, { message: 'YOUR CREDIT BALANCE IS TOO LOW!' })],
  ])('disables its channel for %s', async (_, reply) => {
    const { status, other_info } = await statusAfter(reply)
    expect(status).toBe(3)
    expect(JSON.parse(other_info)).toEqual({
      status_reason: expect.stringContaining('status '),
      status_time: expect.any(Number),
    })
  })

  test('disables its channel the same way for clients of Claude', async () => {
    const reply = refusal(403, { message: 'x', type: 'permission_error' })
    expect((await statusAfter(reply, {}, '/v1/messages')).status).toBe(3)
  })

  test.each([
    ['status 403 of other types', refusal(403, { message: 'model not open to you' })],
    ['status 429', refusal(429, { message: 'slow down', type: 'requests' })],
    ['status 500', refusal(500, { message: 'oops' })],
    ['an answer that is none', { body: 'oops' }],
    ['a connection that breaks', { ending: 'reset' } as const],
  ])('leaves its channel alone for %s', async (_, reply) => {
    expect((await statusAfter(reply)).status).toBe(1)
  })

  test('disables its channel for words that this channel names itself', async () => {
    const reply = refusal(400, { message: 'Your Coding Plan is used up' })
    const setting = JSON.stringify({ auto_disable_keywords: ['coding plan'] })
    expect((await statusAfter(reply)).status).toBe(1)
    expect((await statusAfter(reply, { channels: [{ setting }] })).status).toBe(3)
  })

  test('leaves every channel alone while the option is off', async () => {
    const options = { AutomaticDisableChannelEnabled: 'false', RetryTimes: '0' }
    expect((await statusAfter(BAD_KEY, { options })).status).toBe(1)
  })

  test('leaves a channel alone that is not to be disabled by itself', async () => {
    expect((await statusAfter(BAD_KEY, { channels: [{ auto_ban: false }] })).status).toBe(1)
  })

  test('counts with the status after the mapping of the channel', async () => {
    const reply = refusal(418, { message: 'x' })
    const channels = [{ status_code_mapping: '{"418":"401"}' }]
    expect((await statusAfter(reply, { channels })).status).toBe(3)
  })
})

describe('a channel that is disabled by itself', () => {
  test('leaves routing, even when the retry answered the client', async () => {
    await using bad = await startUpstream(BAD_KEY)
    await using good = await startUpstream(ANSWER)
    const options = { AutomaticDisableChannelEnabled: 'true', RetryTimes: '1' }
    const channels = [
      { upstream: bad, priority: 5 },
      { upstream: good, priority: 1 },
    ]
    const { gateway, root } = await openWith({ options, channels })
    await using _ = gateway
    expect((await gateway.post('/v1/chat/completions', CHAT)).status).toBe(200)
    await gateway.idle()
    expect((await channel(root, gateway.channelIds[0])).status).toBe(3)
    expect((await gateway.post('/v1/chat/completions', CHAT)).status).toBe(200)
    expect(bad.requests).toHaveLength(1)
  })

  test('falls once when many calls fail at a time, and the record names the system', async () => {
    const held = gate()
    await using upstream = await startUpstream({ ...BAD_KEY, before: held })
    const { gateway } = await openWith({ channels: [{ upstream }] })
    await using _ = gateway
    const calls = Array.from({ length: 16 }, () => gateway.post('/v1/chat/completions', CHAT))
    await upstream.waitForRequests(16)
    held.open()
    await Promise.all(calls)
    await gateway.idle()
    const entries = await gateway.services.audit.list({ action: 'channel.auto_disable' })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      actor: 'system:system',
      target: `channel:${gateway.channelIds[0]}`,
    })
  })

  test('is told apart from one that a person disabled while the call ran', async () => {
    const held = gate()
    await using upstream = await startUpstream({ ...BAD_KEY, before: held })
    const { gateway, root } = await openWith({ channels: [{ upstream }] })
    await using _ = gateway
    const id = gateway.channelIds[0]
    const call = gateway.post('/v1/chat/completions', CHAT)
    await upstream.waitForRequests(1)
    await root.put('/api/channel/', { id, status: 2 })
    held.open()
    await call
    await gateway.idle()
    expect((await channel(root, id)).status).toBe(2)
  })
})

describe('testing one channel', () => {
  test('tells seconds beside the answer and stores them', async () => {
    await using upstream = await startUpstream(ANSWER)
    const { gateway, root } = await openWith({ channels: [{ upstream, models: 'm1,m2' }] })
    await using _ = gateway
    const id = gateway.channelIds[0]
    const { body } = await root.get(`/api/channel/test/${id}?model=m2`)
    const { time } = body
    const data = { time, operation: 'chat' }
    expect(body).toEqual({ success: true, message: '', data, time })
    expect(upstream.last().json).toMatchObject({ model: 'm2' })
    const row = await channel(root, id)
    expect(row.test_time).toBeGreaterThan(0)
    expect(row.response_time).toBe(Math.round(time * 1000))
  })

  test('tells seconds and the reason of a failure, and disables nothing', async () => {
    await using upstream = await startUpstream(BAD_KEY)
    const { gateway, root } = await openWith({ channels: [{ upstream }] })
    await using _ = gateway
    const id = gateway.channelIds[0]
    const { status, body } = await root.get(`/api/channel/test/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, time: expect.any(Number) })
    expect(body.message).toContain('Incorrect API key')
    expect(await channel(root, id)).toMatchObject({ status: 1, test_time: expect.any(Number) })
  })

  test('says of a type that cannot be asked that it cannot', async () => {
    const { gateway, root } = await openWith({
      channels: [{ type: 2, base_url: 'http://127.0.0.1:1' }],
    })
    await using _ = gateway
    const { body } = await root.get(`/api/channel/test/${gateway.channelIds[0]}`)
    expect(body).toMatchObject({ success: false, time: expect.any(Number) })
    expect(body.code).toStartWith('channel.')
  })
})

describe('testing all channels', () => {
  test('answers at once, goes one at a time, and a second one is refused', async () => {
    const held = gate()
    await using upstream = await startUpstream({ ...ANSWER, before: held })
    const { gateway, root } = await openWith({ channels: [{ upstream }, { upstream }] })
    await using _ = gateway
    expect((await root.get('/api/channel/test')).body).toEqual({ success: true, message: '' })
    await upstream.waitForRequests(1)
    const { body } = await root.get('/api/channel/test')
    expect(body).toMatchObject({ success: false, code: 'channel.test_running' })
    expect(body.message).toBe('A test is already running')
    expect(upstream.requests).toHaveLength(1)
    held.open()
    await gateway.idle()
    expect(upstream.requests).toHaveLength(2)
    expect((await root.get('/api/channel/test')).body.success).toBe(true)
  })

  test('disables what fails for good and enables what works again', async () => {
    await using bad = await startUpstream(BAD_KEY)
    await using good = await startUpstream(ANSWER)
    const options = { ...ON, AutomaticEnableChannelEnabled: 'true' }
    const channels = [{ upstream: bad }, { upstream: good }, { upstream: good }]
    const { gateway, root } = await openWith({ options, channels })
    await using _ = gateway
    const [broken, fallen = 0, off] = gateway.channelIds
    await gateway.services.channels.autoDisable({ id: fallen, reason: 'was ill' })
    await root.put('/api/channel/', { id: off, status: 2 })
    await root.post('/api/channel/test')
    await gateway.idle()
    expect((await channel(root, broken)).status).toBe(3)
    expect((await channel(root, fallen)).status).toBe(1)
    expect((await channel(root, off)).status).toBe(2)
  })

  test('asks keys that it took out of use again, and those of a person never', async () => {
    await using bad = await startUpstream(BAD_KEY)
    await using good = await startUpstream(ANSWER)
    const options = { ...ON, AutomaticEnableChannelEnabled: 'true' }
    const keys = { key: 'key-one\nkey-two\nkey-three', key_mode: 'round_robin' }
    const channels = [
      { upstream: good, ...keys },
      { upstream: bad, ...keys },
    ]
    const { gateway, root } = await openWith({ options, channels })
    await using _ = gateway
    const [some = 0, all = 0] = gateway.channelIds
    const { channels: service } = gateway.services
    const lose = (id: number, key: number) =>
      service.autoDisableKey(TEST_ACTOR, { id, key, reason: 'x' })
    const keysOf = async (id: number) => (await service.keys(id)).keys.map(({ status }) => status)
    await lose(some, 2)
    await root.put(`/api/channel/${some}/keys/3`, { status: 2 })
    for (const key of [1, 2, 3]) await lose(all, key)
    expect((await channel(root, all)).status).toBe(3)
    await root.post('/api/channel/test')
    await gateway.idle()
    expect(await keysOf(some)).toEqual([1, 1, 2])
    expect(await keysOf(all)).toEqual([3, 3, 3])
    bad.script(ANSWER)
    await root.post('/api/channel/test')
    await gateway.idle()
    expect(await keysOf(all)).toEqual([1, 1, 1])
    expect((await channel(root, all)).status).toBe(1)
  })

  test('a stop in the middle of it does not wait for the rest', async () => {
    const held = gate()
    await using upstream = await startUpstream({ ...ANSWER, before: held })
    const { gateway, root } = await openWith({ channels: [{ upstream }, { upstream }] })
    await root.get('/api/channel/test')
    await upstream.waitForRequests(1)
    const stopped = gateway.stop()
    held.open()
    await stopped
    expect(upstream.requests).toHaveLength(1)
    await gateway[Symbol.asyncDispose]()
  })
})
