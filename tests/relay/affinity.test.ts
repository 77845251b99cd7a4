/** Calls of one conversation go where the upstream has its beginning in its cache. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { PATH_OF, PRICES, recorded, told } from './black-box'

const KEYS = Array.from({ length: 6 }, (_, at) => `upstream-key-${at}${at}${at}${at}`)
const LONG = 'You are a careful assistant. '.repeat(200)

let upstream: Upstream
let dead = ''
let gateway: Gateway
beforeAll(async () => {
  upstream = await startUpstream(({ headers }) =>
    headers.authorization === `Bearer ${dead}`
      ? json({ error: { message: 'no such key' } }, { status: 401 })
      : json(recorded('openai').json),
  )
  gateway = await startGateway({
    options: PRICES,
    tokens: [{}, {}],
    channels: KEYS.slice(0, 3).map((key) => ({ upstream, models: 'm', key })),
  })
  const key = KEYS.slice(3).join('\n')
  await gateway.services.channels.create(TEST_ACTOR, {
    name: 'many',
    models: 'm',
    base_url: upstream.url,
    key,
    key_mode: 'round_robin',
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Turn {
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

/** The upstream key that the call was sent with at last. */
async function keyOf({ body, ...options }: Turn): Promise<string> {
  const answer = await told(gateway.post(PATH_OF.openai, { model: 'm', ...body }, options))
  expect(answer.status).toBe(200)
  return String(upstream.last().headers.authorization).replace('Bearer ', '')
}

async function keysOf(turns: readonly Turn[]): Promise<string[]> {
  const keys: string[] = []
  for (const turn of turns) keys.push(await keyOf(turn))
  return keys
}

function conversation(name: string, turns: number): Turn {
  const messages = [
    { role: 'system', content: LONG },
    { role: 'user', content: `What do you know of ${name}?` },
    ...Array.from({ length: turns }, (_, at) => ({
      role: at % 2 === 0 ? 'assistant' : 'user',
      content: `${at}: ${LONG}`,
    })),
  ]
  return { body: { messages } }
}

const short = (more: object = {}) => ({ messages: [{ role: 'user', content: 'hi' }], ...more })
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

describe('a conversation', () => {
  test('stays at one channel and key while it grows', async () => {
    const keys = await keysOf(times(8, (at) => conversation('whales', at * 2)))
    expect(new Set(keys).size).toBe(1)
  })

  test('that is another one may go elsewhere, so that the load is shared', async () => {
    const keys = await keysOf(times(80, (at) => conversation(`topic ${at}`, 0)))
    expect(new Set(keys)).toEqual(new Set(KEYS))
  })

  test.each([
    ['by prompt_cache_key', { body: short({ prompt_cache_key: 'thread-1' }) }],
    ['by the session in the metadata', { body: short({ metadata: { user_id: 'session_1' } }) }],
    ['by the header of the session', { body: short(), headers: { session_id: 'abc' } }],
    ['by another such header', { body: short(), headers: { 'x-session-id': 'abc' } }],
  ])('is known %s, however short it is', async (_, turn) => {
    expect(new Set(await keysOf(times(8, () => turn))).size).toBe(1)
  })

  test('of two tokens has nothing in common', async () => {
    const found = new Set<boolean>()
    for (let at = 0; at < 12; at += 1) {
      const turn = { body: short({ prompt_cache_key: `both ${at}` }) }
      const one = await keyOf(turn)
      found.add(one === (await keyOf({ ...turn, key: gateway.keys[1] ?? '' })))
    }
    expect(found.has(false)).toBe(true)
  })

  test('of a few words is spread by weight as before', async () => {
    const keys = await keysOf(times(60, () => ({ body: short() })))
    expect(new Set(keys).size).toBeGreaterThan(3)
  })

  test('goes elsewhere while its key does not work, and comes back to it', async () => {
    const turn = conversation('eels', 2)
    const home = await keyOf(turn)
    dead = home
    const away = await keysOf(times(4, () => turn))
    expect(new Set(away).size).toBe(1)
    expect(away[0]).not.toBe(home)
    dead = ''
    const { items } = await gateway.services.channels.list({ page_size: 100 })
    for (const { id, key_count } of items) {
      const { keys } = await gateway.services.channels.keys(id)
      for (const key of keys) {
        await gateway.services.channels.setKey(TEST_ACTOR, { id, key: key.id, status: 1 })
      }
      expect(keys).toHaveLength(key_count)
    }
    expect(await keyOf(turn)).toBe(home)
  })

  test('is spread like any other where the option says so', async () => {
    const set = (value: string) =>
      gateway.services.options.set(TEST_ACTOR, { key: 'ChannelAffinityEnabled', value })
    await set('false')
    const keys = await keysOf(times(40, () => conversation('whales', 2)))
    expect(new Set(keys).size).toBeGreaterThan(2)
    await set('true')
  })
})
