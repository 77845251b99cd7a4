/** Limits on sockets: a conversation is one running call, and each of its answers a request. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { LIMIT_SUBJECTS, type LimitSubject } from '../../server/domain/limits/limit'
import type { LimitInput } from '../../server/domain/limits/limit-input'
import { type Gateway, startGateway } from '../support/gateway'
import { giveHolders, type Holders } from '../support/holders'
import { liveUpstream } from '../support/live-upstream'
import { TEST_ACTOR } from '../support/seed'
import { fixture, gate, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import { told } from './black-box'
import { answering, CHARGE, PRICES, MODEL as REALTIME, USAGE } from './realtime-client'

const LIVE = 'gemini-live-2.5-flash'
const LIVE_PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
const TURNS = 'by-responses'
/** Nobody listens there. */
const DEAD = 'gpt-realtime-mini'
const MINUTE = 60_000

const clock = {
  now: Date.UTC(2026, 10, 22, 12),
  nowMs: () => clock.now,
  monotonicMs: () => clock.now,
}
const realtime = answering()
const other = answering()
const live = liveUpstream()
let turns: Upstream
let gateway: Gateway
let holders: Holders

beforeAll(async () => {
  turns = await startUpstream(() => sse([fixture('responses/chat-text.sse')]))
  gateway = await startGateway({
    clock,
    users: [{ username: 'ann' }],
    tokens: [{ name: 'app', unlimited_quota: true }],
    channels: [
      { upstream: realtime, models: [REALTIME], priority: 5 },
      { upstream: live, models: [LIVE], type: 24 },
      { upstream: turns, models: [TURNS] },
      { upstream: other, models: [REALTIME] },
      { upstream: { url: 'http://127.0.0.1:9' }, models: [DEAD] },
    ],
    options: {
      RetryTimes: 0,
      PreConsumedQuota: 0,
      ...PRICES,
      ModelRatio: { ...PRICES.ModelRatio, [LIVE]: 1, [TURNS]: 1, [DEAD]: 1 },
      CompletionRatio: { ...PRICES.CompletionRatio, [LIVE]: 2, [TURNS]: 1 },
      AudioRatio: { [REALTIME]: 4, [LIVE]: 4 },
      AudioCompletionRatio: { [REALTIME]: 2, [LIVE]: 2 },
    },
  })
  holders = giveHolders(gateway)
  await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[3] ?? 0 })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([realtime, other, live].map((each) => each[Symbol.asyncDispose]()))
  await turns.stop()
})
/** Without limits, and an hour after everything before. */
beforeEach(async () => {
  await gateway.idle()
  clock.now += 60 * MINUTE
  for (const subject of LIMIT_SUBJECTS) {
    for (const { limit: old } of await gateway.services.limits.list(TEST_ACTOR, { subject })) {
      await gateway.services.limits.remove(TEST_ACTOR, { id: old.id, by: 'admin' })
    }
  }
})

async function limit(subject: LimitSubject, one: LimitInput, channel = 0): Promise<void> {
  const ids = {
    token: gateway.tokenIds[0],
    user: gateway.userIds[0],
    group: 'default',
    ...holders,
    channel: gateway.channelIds[channel],
  }
  const named = { subject, key: String(ids[subject]), limits: [one], setBy: 'admin' } as const
  await gateway.services.limits.set(TEST_ACTOR, named)
}

/** As soon as it is so: what is used in the end is written when an answer was read. */
async function expectUsed(subject: LimitSubject, count: number): Promise<void> {
  await waitUntil(`${count} used`, async () => {
    const [view] = await gateway.services.limits.list(TEST_ACTOR, { subject })
    return view?.used === count
  })
}

// biome-ignore lint/suspicious/noExplicitAny: an event of any kind, looked into field by field
type Event = Record<string, any>

/** Resolves when the socket is open, or was closed for good. */
async function connect(path: string) {
  const options = { headers: { authorization: `Bearer ${gateway.keys[0]}` } }
  const address = gateway.url.replace('http', 'ws') + path
  const socket: WebSocket = Reflect.construct(WebSocket, [address, options])
  socket.binaryType = 'arraybuffer'
  const events: Event[] = []
  socket.onmessage = ({ data }) => {
    events.push(JSON.parse(typeof data === 'string' ? data : Buffer.from(data).toString()))
  }
  const closing = new Promise<CloseEvent>((resolve) => {
    socket.onclose = resolve
  })
  const opening = new Promise((resolve) => {
    socket.onopen = resolve
  })
  await within('open socket', Promise.race([opening, closing]))
  return {
    events,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    say: (event: object) => socket.send(JSON.stringify(event)),
    event: (type: string, count = 1) =>
      waitUntil(`${count} ${type}`, () => events.filter((one) => one.type === type)[count - 1]),
    closed: () => within('closed socket', closing),
    async [Symbol.asyncDispose]() {
      socket.close()
      await closing
    },
  }
}

const talk = () => connect(`/v1/realtime?model=${REALTIME}`)
const upgrade = (path: string) =>
  told(
    fetch(gateway.url + path, {
      headers: {
        authorization: `Bearer ${gateway.keys[0]}`,
        ...{ upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' },
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    }),
  )

/** Enough for one answer, and not for two. */
const ONE = {
  requests: { kind: 'requests', window: 'minute', amount: 1 },
  tokens: { kind: 'tokens', window: 'minute', amount: USAGE.total_tokens + 1 },
  budget: { kind: 'budget', window: 'day', amount: CHARGE + 100 },
} as const
const USED = { requests: 1, tokens: USAGE.total_tokens, budget: CHARGE } as const
const KINDS = ['requests', 'tokens', 'budget'] as const
const FIELDS = LIMIT_SUBJECTS.flatMap((subject) => KINDS.map((kind) => [subject, kind] as const))

describe('a realtime socket', () => {
  test.each(FIELDS)('whose %s has one of %s left hears of it, and goes on', async (...field) => {
    const [subject, kind] = field
    await limit(subject, ONE[kind])
    await using client = await talk()
    // Whoever listens takes nothing.
    await expectUsed(subject, 0)
    const before = realtime.heard.length
    client.say({ type: 'response.create' })
    await client.event('response.done')
    client.say({ type: 'response.create' })
    const { error } = await client.event('error')
    const isRate = kind !== 'budget'
    expect(error.code).toBe(isRate ? 'rate_limit_exceeded' : 'limit_spent')
    expect(error.message).toContain(isRate ? 'Limit reached' : 'Limit spent')
    expect(realtime.heard.length - before).toBe(1)
    await expectUsed(subject, USED[kind])
    expect(client.isOpen()).toBe(true)
    // A rate lets the next pass in a minute, a budget on the next day.
    clock.now += isRate ? 2 * MINUTE : 24 * 60 * MINUTE
    client.say({ type: 'response.create' })
    await client.event('response.done', 2)
    await expectUsed(subject, USED[kind])
  })

  test.each(FIELDS)('is not opened when its %s has spent all of %s', async (subject, kind) => {
    await limit(subject, { ...ONE[kind], amount: 0 })
    const { status, text, headers } = await upgrade(`/v1/realtime?model=${REALTIME}`)
    // Nothing fits in none, however long one waits.
    expect([status, headers.get('x-should-retry')]).toEqual([403, 'false'])
    expect(JSON.parse(text).error.code).toBe('limit_spent')
  })

  test.each(LIMIT_SUBJECTS)('has a place among the running calls of its %s', async (subject) => {
    await limit(subject, { kind: 'concurrency', window: 'now', amount: 1 })
    {
      await using client = await talk()
      await expectUsed(subject, 1)
      client.say({ type: 'response.create' })
      await client.event('response.done')
      const { status, text } = await upgrade(`/v1/realtime?model=${REALTIME}`)
      expect(status).toBe(429)
      expect(JSON.parse(text).error.code).toBe('rate_limit_exceeded')
    }
    await expectUsed(subject, 0)
    await using again = await talk()
    expect(again.isOpen()).toBe(true)
  })

  test('gives its place back when its upstream hangs up, and when nobody answers', async () => {
    await limit('token', { kind: 'concurrency', window: 'now', amount: 1 })
    const client = await talk()
    realtime.close(4001, 'over')
    await client.closed()
    await expectUsed('token', 0)
    expect((await upgrade(`/v1/realtime?model=${DEAD}`)).status).toBeGreaterThanOrEqual(500)
    await expectUsed('token', 0)
  })

  test('ends with the reason when an answer begins unasked and there is no room', async () => {
    await limit('user', ONE.requests)
    await using client = await talk()
    client.say({ type: 'response.create' })
    await client.event('response.done')
    realtime.say({ type: 'response.created', response: { id: 'by-itself' } })
    expect((await client.closed()).code).toBe(1008)
    expect(client.events.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'rate_limit_exceeded' },
    })
    await expectUsed('user', 1)
  })

  test('counts what was asked for and not answered before the client left', async () => {
    await limit('user', { ...ONE.requests, amount: 9 })
    await using client = await talk()
    client.say({ type: 'response.create', response: { instructions: 'x' } })
    await client.event('response.done')
    realtime.say({ type: 'response.created', response: { id: 'r' } })
    await client.event('response.created', 2)
    await client[Symbol.asyncDispose]()
    await expectUsed('user', 2)
  })

  test('goes to the next channel when the first has no room', async () => {
    await gateway.services.channels.enable(TEST_ACTOR, { id: gateway.channelIds[3] ?? 0 })
    await limit('channel', { kind: 'concurrency', window: 'now', amount: 1 })
    await using first = await talk()
    await using second = await talk()
    expect([first.isOpen(), second.isOpen()]).toEqual([true, true])
    expect([realtime.isOpen(), other.isOpen()]).toEqual([true, true])
    await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[3] ?? 0 })
  })

  test('64 answers asked for on eight sockets pass as often as the limit says', async () => {
    await limit('token', { ...ONE.requests, amount: 10 })
    const clients = await Promise.all(Array.from({ length: 8 }, talk))
    for (const { say } of clients)
      for (let at = 0; at < 8; at += 1) say({ type: 'response.create' })
    const refused = () =>
      clients.flatMap(({ events }) => events.filter(({ type }) => type === 'error')).length
    await waitUntil('54 are refused', () => refused() === 54)
    await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()))
    await expectUsed('token', 10)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })
})

describe("a live socket of Google's", () => {
  const setup = { setup: { model: `models/${LIVE}` } }
  const turn = {
    clientContent: { turns: [{ role: 'user', parts: [{ text: 'Hi' }] }], turnComplete: true },
  }

  test.each(KINDS.map((kind) => [kind]))(
    'is closed with the reason at the second turn on one of %s',
    async (kind) => {
      await limit('token', ONE[kind])
      await using client = await connect(LIVE_PATH)
      client.say(setup)
      client.say(turn)
      await waitUntil('a turn', () => client.events.find((event) => 'usageMetadata' in event))
      const before = live.heard.length
      client.say(turn)
      const { code, reason } = await client.closed()
      expect([code, reason.startsWith('Limit ')]).toEqual([1008, true])
      expect(live.heard.length).toBe(before)
      await expectUsed('token', USED[kind])
    },
  )

  test('has a place among the running calls', async () => {
    await limit('user', { kind: 'concurrency', window: 'now', amount: 1 })
    await using first = await connect(LIVE_PATH)
    first.say(setup)
    await waitUntil('it is set up', () => first.events.find((event) => 'setupComplete' in event))
    await using second = await connect(LIVE_PATH)
    second.say(setup)
    expect(await second.closed()).toMatchObject({
      code: 1008,
      reason: expect.stringContaining('Limit reached'),
    })
  })
})

describe('a socket of Responses', () => {
  const PATH = '/v1/responses'
  const create = { type: 'response.create', model: TURNS, input: 'Two plus two?', store: false }
  /** Of 12 tokens read and 9 written, at one credit each. */
  const ENOUGH = {
    requests: ONE.requests,
    tokens: { ...ONE.tokens, amount: 22 },
    budget: { ...ONE.budget, amount: 22 },
  } as const

  test.each(FIELDS)('whose %s has one of %s left hears of it, and goes on', async (...field) => {
    const [subject, kind] = field
    await limit(subject, ENOUGH[kind], 2)
    await using client = await connect(PATH)
    client.say(create)
    await client.event('response.completed')
    client.say(create)
    const { status, error } = await client.event('error')
    const isRate = kind !== 'budget'
    expect(status).toBe(isRate ? 429 : 403)
    expect(error.code).toBe(isRate ? 'rate_limit_exceeded' : 'limit_spent')
    expect('retry-after' in error.headers).toBe(isRate)
    clock.now += isRate ? 2 * MINUTE : 24 * 60 * MINUTE
    client.say(create)
    await client.event('response.completed', 2)
  })

  test('is no running call, but each of its answers is one', async () => {
    await limit('token', { kind: 'concurrency', window: 'now', amount: 1 })
    await using idle = await connect(PATH)
    await using client = await connect(PATH)
    expect(idle.isOpen()).toBe(true)
    const held = gate()
    turns.script(() => sse([held, fixture('responses/chat-text.sse')]))
    client.say({ ...create, stream_id: 'a' })
    client.say({ ...create, stream_id: 'b' })
    const { status, stream_id } = await client.event('error')
    expect([status, stream_id]).toEqual([429, 'b'])
    held.open()
    await client.event('response.completed')
    await expectUsed('token', 0)
  })
})
