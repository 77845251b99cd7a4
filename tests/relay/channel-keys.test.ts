/** Channels with several keys: which is used, what a dying one costs, and how it comes back. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Clock } from '../../server/clock'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, type RecordedRequest, startUpstream, type Upstream } from '../support/upstream'
import { ask, PATH_OF, PRICES, recorded, type Told, told } from './black-box'

const ANSWER = json(recorded('openai').json)
const REFUSED = json({ error: { message: 'Incorrect API key provided' } }, { status: 401 })
const KEYS = ['upstream-key-aaaa', 'upstream-key-bbbb', 'upstream-key-cccc'] as const

let aheadMs = 0
const clock: Clock = {
  nowMs: () => Date.now() + aheadMs,
  monotonicMs: () => performance.now(),
}

/** What each key answers; a good one when nothing is said of it. */
const scripts = new Map<string, () => ReturnType<typeof json>>()
let upstream: Upstream
let gateway: Gateway
let admin: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream((request) => scripts.get(keyOf(request))?.() ?? ANSWER)
  const many = { upstream, key: KEYS.join('\n') }
  gateway = await startGateway({
    clock,
    env: NO_LIMITS,
    options: { ...PRICES, ModelRatio: { m: 1, n: 1, r: 1, u: 1, last: 1, one: 1, v: 1, w: 1 } },
    channels: [
      { ...many, name: 'turns', models: 'm,n', key_mode: 'round_robin' },
      { ...many, name: 'chance', models: 'r', key_mode: 'random' },
      { ...many, name: 'least', models: 'u', key_mode: 'least_used' },
      { upstream, name: 'alone', models: 'one', key: 'upstream-key-only' },
      { ...many, name: 'rotates', models: 'v', key_mode: 'round_robin' },
      { upstream, name: 'single', models: 'w', key: 'upstream-key-old1' },
    ],
  })
  admin = await apiClient(gateway).as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function keyOf({ headers }: RecordedRequest): string {
  return String(headers.authorization).replace('Bearer ', '')
}

function call(model = 'm', more: object = {}): Promise<Told> {
  return told(gateway.post(PATH_OF.openai, ask('openai', { model, ...more })))
}

/** The keys that were used since `from` requests. */
function usedSince(from: number): string[] {
  return upstream.requests.slice(from).map(keyOf)
}

async function calls(count: number, model = 'm'): Promise<string[]> {
  const from = upstream.requests.length
  for (let at = 0; at < count; at += 1) expect((await call(model)).status).toBe(200)
  return usedSince(from)
}

const channelId = (name: string): number =>
  gateway.channelIds[['turns', 'chance', 'least', 'alone', 'rotates', 'single'].indexOf(name)] ?? 0

async function keysOf(name: string) {
  await gateway.idle()
  const { body } = await admin.get(`/api/channel/${channelId(name)}/keys`)
  expect(body.success).toBe(true)
  return body.data
}

function reviveAll(name: string) {
  return Promise.all(
    [1, 2, 3].map((key) =>
      gateway.services.channels.setKey(TEST_ACTOR, { id: channelId(name), key, status: 1 }),
    ),
  )
}

describe('choosing a key', () => {
  test('one channel takes its keys in turn', async () => {
    const used = await calls(6)
    expect(used.slice(0, 3).toSorted()).toEqual([...KEYS])
    expect(used.slice(3)).toEqual(used.slice(0, 3))
  })

  test('shares follow the weights of the keys', async () => {
    const { channels } = gateway.services
    await channels.setKey(TEST_ACTOR, { id: channelId('turns'), key: 2, weight: 3 })
    const used = await calls(10)
    expect(used.filter((key) => key === KEYS[1])).toHaveLength(6)
    expect((await keysOf('turns')).keys.map(({ share }: { share: number }) => share)).toEqual([
      20, 60, 20,
    ])
    await channels.setKey(TEST_ACTOR, { id: channelId('turns'), key: 2, weight: 1 })
  })

  test('the least used key is next, and a new one does not get all calls', async () => {
    const first = await calls(3, 'u')
    expect(first.toSorted()).toEqual([...KEYS])
    const { channels } = gateway.services
    const id = channelId('least')
    await channels.addKeys(TEST_ACTOR, { id, keys: 'upstream-key-dddd\nupstream-key-aaaa' })
    const next = await calls(4, 'u')
    expect(new Set(next).size).toBe(4)
  })

  test('at random every key gets some', async () => {
    expect(new Set(await calls(40, 'r')).size).toBe(3)
  })
})

describe('a key that dies', () => {
  test('costs no client more than one retry, however many call at once', async () => {
    await reviveAll('turns')
    scripts.set(KEYS[0], () => REFUSED)
    const from = upstream.requests.length
    const answers = await Promise.all(Array.from({ length: 64 }, () => call()))
    for (let at = 0; at < 4; at += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 32 }, () => call()))))
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ page_size: 100, model: 'm' })
    for (const { other } of items) {
      expect(JSON.parse(other).admin_info.use_channel.length).toBeLessThanOrEqual(2)
    }
    // Only those that were under way together met it; then nobody did.
    const used = usedSince(from)
    expect(used.slice(-64)).not.toContain(KEYS[0])
    expect(used.length - answers.length).toBeLessThanOrEqual(64)
  })

  test('is shown with the reason and the time, and never in clear', async () => {
    const list = await keysOf('turns')
    expect(list.mode).toBe('round_robin')
    expect(list.keys[0]).toMatchObject({ id: 1, hint: '…aaaa', status: 1, cooling_model: '' })
    expect(list.keys[0].cooling_until).toBeGreaterThan(clock.nowMs() / 1000)
    expect(list.keys[0].cooling_reason).toContain('401')
    expect(list.keys[1]).toMatchObject({ cooling_until: 0 })
    expect(JSON.stringify(list)).not.toContain('upstream-key')
    const { body } = await admin.get('/api/channel/')
    const shown = body.data.find(({ name }: { name: string }) => name === 'turns')
    expect(shown).toMatchObject({ key_count: 3, keys_in_use: 3, keys_cooling: 1 })
    expect(JSON.stringify(body)).not.toContain('upstream-key')
  })

  test('is tried by one call when its time is over, and rests longer when that fails', async () => {
    aheadMs += 61_000
    const from = upstream.requests.length
    const answers = await Promise.all(Array.from({ length: 30 }, () => call()))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(usedSince(from).filter((key) => key === KEYS[0])).toHaveLength(1)
    aheadMs += 61_000
    expect(await calls(6)).not.toContain(KEYS[0])
    aheadMs += 60_000
    scripts.delete(KEYS[0])
    expect(await calls(6)).toContain(KEYS[0])
    expect((await keysOf('turns')).keys[0].cooling_until).toBe(0)
  })

  test('comes back at once when somebody revives it', async () => {
    scripts.set(KEYS[1], () => REFUSED)
    await calls(6)
    scripts.delete(KEYS[1])
    expect(await calls(6)).not.toContain(KEYS[1])
    const id = channelId('turns')
    const { body } = await admin.put(`/api/channel/${id}/keys/2`, { status: 1 })
    expect(body.success).toBe(true)
    expect(await calls(6)).toContain(KEYS[1])
  })
})

describe('a rate limit', () => {
  const limited = (headers: Record<string, string>) =>
    json({ error: { message: 'Rate limit reached' } }, { status: 429, headers })

  test('holds as long as the upstream says, for its model and its key alone', async () => {
    await reviveAll('turns')
    scripts.set(KEYS[2], () => limited({ 'retry-after': '600' }))
    await calls(6)
    scripts.delete(KEYS[2])
    expect(await calls(6)).not.toContain(KEYS[2])
    expect(await calls(3, 'n')).toContain(KEYS[2])
    aheadMs += 590_000
    expect(await calls(6)).not.toContain(KEYS[2])
    aheadMs += 11_000
    expect(await calls(6)).toContain(KEYS[2])
  })

  test('on the only key does not keep it from being tried', async () => {
    scripts.set('upstream-key-only', () => limited({ 'retry-after': '600' }))
    expect((await call('one')).status).toBe(429)
    scripts.delete('upstream-key-only')
    const [channel] = (await gateway.services.channels.list({ keyword: 'alone' })).items
    expect(channel?.cooling_reason).toContain('one: 429')
    expect((await call('one')).status).toBe(200)
    await gateway.idle()
    const [after] = (await gateway.services.channels.list({ keyword: 'alone' })).items
    expect(after?.cooling_until).toBe(0)
  })
})

describe('handling keys', () => {
  test('a key is switched off, on and removed by itself, and the last one stays', async () => {
    const id = channelId('chance')
    await admin.put(`/api/channel/${id}/keys/1`, { status: 2 })
    expect(await calls(20, 'r')).not.toContain(KEYS[0])
    await admin.delete(`/api/channel/${id}/keys/2`)
    expect(new Set(await calls(10, 'r'))).toEqual(new Set([KEYS[2]]))
    await admin.delete(`/api/channel/${id}/keys/1`)
    const { body } = await admin.delete(`/api/channel/${id}/keys/3`)
    expect(body).toMatchObject({ success: false, code: 'channel.key_last' })
    expect(await admin.delete(`/api/channel/${id}/keys/9`)).toMatchObject({
      body: { success: false, code: 'channel.key_not_found' },
    })
  })

  test('a channel without a key in use is out of use, and comes back with one', async () => {
    const { channels } = gateway.services
    const id = channelId('chance')
    await channels.setKey(TEST_ACTOR, { id, key: 3, status: 2 })
    expect(await channels.show(id)).toMatchObject({ status: 3, keys_in_use: 0 })
    expect((await call('r')).status).toBe(503)
    await channels.setKey(TEST_ACTOR, { id, key: 3, status: 1 })
    expect(await channels.show(id)).toMatchObject({ status: 1, keys_in_use: 1 })
    expect((await call('r')).status).toBe(200)
  })

  test('a channel with one key becomes one with several', async () => {
    const id = channelId('alone')
    const keys = 'upstream-key-more\n\nupstream-key-only'
    expect((await admin.post(`/api/channel/${id}/keys`, { keys })).body.data).toBe(1)
    expect(new Set(await calls(4, 'one')).size).toBe(2)
    await admin.put(`/api/channel/${id}/keys`, { mode: 'random' })
    expect((await keysOf('alone')).mode).toBe('random')
    const { body } = await admin.put(`/api/channel/${id}/keys`, { mode: 'guess' })
    expect(body.success).toBe(false)
  })

  test('the command line lists, revives and removes them', async () => {
    const list = await gateway.cli(['channel', 'key', 'list', 'alone', '--json'])
    const shown = JSON.parse(list.stdout)
    expect(shown).toHaveLength(2)
    expect(shown[0]).toMatchObject({ failed_24h: 0, used_time: expect.any(Number) })
    expect(shown[0].calls_24h).toBeGreaterThan(0)
    expect(list.stdout).not.toContain('upstream-key')
    const disabled = await gateway.cli(['channel', 'key', 'disable', 'alone', '2', '--json'])
    expect(JSON.parse(disabled.stdout)[1]).toMatchObject({ status: 2, share: 0 })
    const revived = await gateway.cli(['channel', 'key', 'revive', 'alone', '2', '--json'])
    expect(JSON.parse(revived.stdout)[1]).toMatchObject({ status: 1, share: 50 })
    const removed = await gateway.cli(['channel', 'key', 'delete', 'alone', '2', '--yes', '--json'])
    expect(JSON.parse(removed.stdout)).toHaveLength(1)
    expect((await gateway.cli(['channel', 'key', 'revive', 'alone', 'x'])).code).toBe(2)
  })

  test('a key that is entered anew takes the place of all', async () => {
    const id = channelId('turns')
    await gateway.services.channels.set(TEST_ACTOR, {
      id,
      key: 'upstream-key-new1\nupstream-key-new2',
    })
    expect(new Set(await calls(4))).toEqual(new Set(['upstream-key-new1', 'upstream-key-new2']))
  })
})

describe('a dead key, where channels are disabled by themselves', () => {
  test('is taken out alone, and the channel goes with the last one', async () => {
    await using strict = await startGateway({
      options: { ...PRICES, AutomaticDisableChannelEnabled: 'true' },
      channels: [
        { upstream, models: 'm', key: 'k-dead-0001\nk-dead-0002', key_mode: 'round_robin' },
      ],
    })
    const id = strict.channelIds[0] ?? 0
    const send = async () => {
      const answer = await told(strict.post(PATH_OF.openai, ask('openai')))
      await strict.idle()
      return answer.status
    }
    scripts.set('k-dead-0001', () => REFUSED)
    expect([await send(), await send()]).toEqual([200, 200])
    expect(await strict.services.channels.show(id)).toMatchObject({ status: 1, keys_in_use: 1 })
    const { keys } = await strict.services.channels.keys(id)
    expect(keys[0]).toMatchObject({ status: 3, reason: expect.stringContaining('Incorrect API') })
    scripts.set('k-dead-0002', () => REFUSED)
    expect(await send()).toBe(502)
    expect(await strict.services.channels.show(id)).toMatchObject({ status: 3, keys_in_use: 0 })
  })
})

describe('rotating a key', () => {
  const rotate = (name: string, key: number, body: object) =>
    admin.post(`/api/channel/${channelId(name)}/keys/${key}/rotate`, body)

  test('the new key is tested, and then calls go out with it', async () => {
    const from = upstream.requests.length
    const { body } = await rotate('single', 0, { key: 'upstream-key-new1' })
    expect(body).toMatchObject({ success: true, data: { model: 'w', operation: 'chat' } })
    expect(usedSince(from)).toEqual(['upstream-key-new1'])
    expect(await calls(2, 'w')).toEqual(['upstream-key-new1', 'upstream-key-new1'])
    const target = `channel:${channelId('single')}`
    const entries = await gateway.services.audit.list({ target })
    const entry = entries.find(({ action }) => action === 'channel.key_rotate')
    expect(entry?.before).toContain('…old1')
    expect(entry?.after).toContain('…new1')
  })

  test('the old key stays while the upstream refuses the new one', async () => {
    scripts.set('upstream-key-bad1', () => REFUSED)
    const { body } = await rotate('single', 0, { key: 'upstream-key-bad1' })
    expect(body.success).toBe(false)
    expect(body.message).toContain('Incorrect API key provided')
    expect(await calls(1, 'w')).toEqual(['upstream-key-new1'])
  })

  test('one of several keeps its number and weight, and no longer cools down', async () => {
    const id = channelId('rotates')
    const { channels } = gateway.services
    await channels.setKey(TEST_ACTOR, { id, key: 2, weight: 4 })
    await channels.autoDisableKey(TEST_ACTOR, { id, key: 2, reason: 'dead' })
    expect((await rotate('rotates', 2, { key: 'upstream-key-new2' })).body.success).toBe(true)
    const { keys } = await keysOf('rotates')
    expect(keys).toHaveLength(3)
    expect(keys[1]).toMatchObject({ id: 2, hint: '…new2', status: 1, weight: 4, reason: '' })
    expect(await calls(6, 'v')).toContain('upstream-key-new2')
  })

  test('a channel that was switched off for its key comes back with the new one', async () => {
    const id = channelId('single')
    await gateway.services.channels.autoDisable({ id, reason: 'dead' })
    expect((await rotate('single', 0, { key: 'upstream-key-new3' })).body.success).toBe(true)
    expect((await gateway.services.channels.show(id)).status).toBe(1)
  })

  test.each([
    ['one that is there already', 0, 'upstream-key-new3', 'channel.key_known'],
    ['two at once', 0, 'upstream-key-x\nupstream-key-y', 'channel.field_invalid'],
    ['nothing', 0, ' ', 'channel.name_or_key_empty'],
    ['in the place of one that is not there', 7, 'upstream-key-z', 'channel.key_not_found'],
  ])('refused: %s', async (_, key, text, code) => {
    const { body } = await rotate('single', key, { key: text })
    expect(body).toMatchObject({ success: false, code })
  })
})
