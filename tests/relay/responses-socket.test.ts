/** Responses over a WebSocket: each message is a call, whatever its channel speaks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import {
  fixture,
  frames,
  gate,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import { PATH } from './responses-wire'

const NATIVE = 'by-responses'
const CHAT = 'by-chat'
const CLAUDE = 'by-claude'
const STREAMS: Readonly<Record<string, string>> = {
  [NATIVE]: fixture('responses/chat-text.sse'),
  [CHAT]: fixture('openai/chat-text.sse'),
  [CLAUDE]: fixture('anthropic/chat-text.sse'),
}
const MODELS = Object.keys(STREAMS)
const SAID = 'Grüße, 世界! Two plus two is four.'
/** Of 12 tokens read and 9 written, at one credit each. */
const CHARGE = 21

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream([])
  gateway = await startGateway({
    users: [
      { username: 'anna', quota: PLENTY },
      { username: 'poor', quota: 10 },
    ],
    tokens: [
      { name: 'a', username: 'anna', unlimited_quota: true },
      { name: 'p', username: 'poor', unlimited_quota: true },
      { name: 'one', username: 'anna', unlimited_quota: true, model_limits: CHAT },
      { name: 'off', username: 'anna', unlimited_quota: true },
    ],
    channels: [
      { upstream, models: NATIVE },
      { upstream, models: CHAT, type: 43 },
      { upstream, models: CLAUDE, type: 14 },
    ],
    options: {
      RetryTimes: 0,
      PreConsumedQuota: 0,
      ModelRatio: Object.fromEntries(MODELS.map((model) => [model, 1])),
      CompletionRatio: Object.fromEntries(MODELS.map((model) => [model, 1])),
    },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})
beforeEach(() => {
  upstream.script(({ json: body }): Reply => {
    const stream = STREAMS[Object(body).model]
    return stream === undefined ? json({}, { status: 404 }) : sse([stream])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: an event of any kind, looked into field by field
type Event = Record<string, any>

interface Client {
  readonly socket: WebSocket
  readonly events: Event[]
  say(event: object | string): void
  /** The newest event of the type, once there are so many of them. */
  event(type: string, count?: number): Promise<Event>
  closed(): Promise<CloseEvent>
  [Symbol.dispose](): void
}

async function connect(key = gateway.keys[0], at = gateway.url): Promise<Client> {
  // Node's own has no headers, which programs outside of browsers send.
  const options = { headers: { authorization: `Bearer ${key}` } }
  const socket: WebSocket = Reflect.construct(WebSocket, [at.replace('http', 'ws') + PATH, options])
  const events: Event[] = []
  socket.onmessage = ({ data }) => void events.push(JSON.parse(String(data)))
  const closing = new Promise<CloseEvent>((resolve) => {
    socket.onclose = resolve
  })
  const opening = new Promise((resolve) => {
    socket.onopen = resolve
  })
  await within('open socket', opening)
  return {
    socket,
    events,
    say: (event) => socket.send(typeof event === 'string' ? event : JSON.stringify(event)),
    event: (type, count = 1) =>
      waitUntil(`${count} ${type}`, () => events.filter((one) => one.type === type)[count - 1]),
    closed: () => within('closed socket', closing),
    [Symbol.dispose]: () => socket.close(),
  }
}

const create = (more: object = {}) => ({
  type: 'response.create',
  model: NATIVE,
  input: 'How much is two plus two?',
  store: false,
  ...more,
})

const COMPLETED = 'response.completed'

async function spentBy(work: () => Promise<void>): Promise<number> {
  const balance = async () => {
    await gateway.idle()
    return (await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota
  }
  const before = await balance()
  await work()
  return before - (await balance())
}

describe('a socket of Responses', () => {
  for (const model of MODELS) {
    test(`answers ${model} in the events of the protocol, billed by itself`, async () => {
      const spent = await spentBy(async () => {
        using client = await connect()
        client.say(create({ model }))
        const { response } = await client.event(COMPLETED)
        expect(response.output[0].content[0].text).toBe(SAID)
        const numbers = client.events.map((event) => event.sequence_number)
        expect(numbers).toEqual(numbers.map((_, at) => at))
        expect(client.events[0]).toMatchObject({ type: 'response.created' })
      })
      expect(spent).toBe(CHARGE)
    })
  }

  test('carries the official SDK', async () => {
    const client = new OpenAI({ apiKey: gateway.keys[0] ?? '', baseURL: `${gateway.url}/v1` })
    const socket = new ResponsesWS(client)
    const done = new Promise<Event>((resolve) => socket.on(COMPLETED, resolve))
    socket.send({ type: 'response.create', model: CHAT, input: 'hello', store: false })
    expect((await within('answer', done)).response.usage).toMatchObject({ input_tokens: 12 })
    socket.close()
  })

  test('sends the request as it is written, without what belongs to the socket', async () => {
    using client = await connect()
    client.say(
      `{"type":"response.create","model":"${NATIVE}","stream":null,"temperature":1e0,` +
        '"input":[{"role":"user","content":"hi"}],"store":false,"own":{"x": 1.50}}',
    )
    await client.event(COMPLETED)
    const { body } = upstream.last()
    expect(body.toString()).toBe(
      `{"model":"${NATIVE}","temperature":1e0,"input":[{"role":"user","content":"hi"}],` +
        '"store":false,"own":{"x": 1.50},"stream":true}',
    )
  })

  for (const model of [NATIVE, CHAT]) {
    test(`goes on from an answer of ${model} that nobody keeps`, async () => {
      using client = await connect()
      client.say(create({ model }))
      const { response } = await client.event(COMPLETED)
      const more = { previous_response_id: response.id, input: [{ role: 'user', content: 'And?' }] }
      client.say(create({ model, ...more }))
      const second = await client.event(COMPLETED, 2)
      const asked = JSON.stringify(upstream.last().json)
      expect(asked).not.toContain('previous_response_id')
      expect(asked.indexOf('How much')).toBeLessThan(asked.indexOf('Two plus two is four'))
      expect(asked.indexOf('Two plus two is four')).toBeLessThan(asked.indexOf('And?'))
      client.say(create({ model, previous_response_id: second.response.id, input: 'Third' }))
      await client.event(COMPLETED, 3)
      const third = JSON.stringify(upstream.last().json)
      expect(third.indexOf('And?')).toBeLessThan(third.indexOf('Third'))
      expect(third.indexOf('How much')).toBeLessThan(third.indexOf('And?'))
    })
  }

  test('prepares what a later turn goes on with, and asks nobody for it', async () => {
    using client = await connect()
    const before = upstream.requests.length
    client.say(create({ generate: false, input: 'Remember me' }))
    const { response } = await client.event(COMPLETED)
    expect(response).toMatchObject({ status: 'completed', output: [] })
    expect(upstream.requests).toHaveLength(before)
    client.say(create({ previous_response_id: response.id, input: 'Who?' }))
    await client.event(COMPLETED, 2)
    expect(Object(upstream.last().json).input).toEqual([
      { type: 'message', role: 'user', content: 'Remember me' },
      { type: 'message', role: 'user', content: 'Who?' },
    ])
  })

  test('leaves out thoughts that nobody could read again', async () => {
    const thought = { id: 'rs_1', type: 'reasoning', summary: [] }
    const sealed = { ...thought, id: 'rs_2', encrypted_content: 'xyz' }
    const response = { id: 'resp_t', object: 'response', store: false, output: [thought, sealed] }
    const end = { type: COMPLETED, sequence_number: 0, response: { ...response, usage: USED } }
    upstream.script([
      sse([`event: ${COMPLETED}\ndata: ${JSON.stringify(end)}\n\n`]),
      sse([STREAMS[NATIVE] ?? '']),
    ])
    using client = await connect()
    client.say(create())
    await client.event(COMPLETED)
    client.say(create({ previous_response_id: 'resp_t' }))
    await client.event(COMPLETED, 2)
    const items: Event[] = Object(upstream.last().json).input
    expect(items.map(({ id, type }) => id ?? type)).toEqual(['message', 'rs_2', 'message'])
  })

  test('answers lanes side by side and the turns of one lane in their order', async () => {
    const held = gate()
    const [first = '', ...rest] = frames(STREAMS[NATIVE] ?? '')
    upstream.script(({ json: body }) =>
      JSON.stringify(body).includes('slow') ? sse([first, held, ...rest]) : sse([first, ...rest]),
    )
    using client = await connect()
    client.say(create({ stream_id: 'a', input: 'slow' }))
    client.say(create({ stream_id: 'a', input: 'after it' }))
    client.say(create({ stream_id: 'b', input: 'quick' }))
    expect((await client.event(COMPLETED)).stream_id).toBe('b')
    expect(upstream.requests.some(({ json: body }) => Object(body).input === 'after it')).toBe(
      false,
    )
    held.open()
    await client.event(COMPLETED, 3)
    const ends = client.events.filter(({ type }) => type === COMPLETED)
    expect(ends.map(({ stream_id }) => stream_id)).toEqual(['b', 'a', 'a'])
    expect(client.events.every(({ stream_id }) => stream_id === 'a' || stream_id === 'b')).toBe(
      true,
    )
  })
})

const USED = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }

/** What is said, and the error that answers it. */
const REFUSED: readonly (readonly [string, object | string, object])[] = [
  ['no JSON', '{', { status: 400, error: { code: 'invalid_json' } }],
  ['an unknown event', { type: 'session.update' }, { status: 400, error: { param: 'type' } }],
  ['background', create({ background: true }), { status: 400, error: { param: 'background' } }],
  ['a lane that is no name', create({ stream_id: 7 }), { error: { param: 'stream_id' } }],
  ['a very long lane', create({ stream_id: 'x'.repeat(201) }), { error: { param: 'stream_id' } }],
  ['no model', { type: 'response.create', input: 'x' }, { error: { code: 'model_required' } }],
  ['no model to prepare', { type: 'response.create', generate: false }, { status: 400 }],
  ['a model that is not there', create({ model: 'none' }), { status: 404 }],
  ['no input', { type: 'response.create', model: NATIVE }, { status: 400 }],
  [
    'an answer that nobody knows',
    create({ previous_response_id: 'resp_x', stream_id: 'l' }),
    { stream_id: 'l', error: { param: 'previous_response_id', headers: {} } },
  ],
]

describe('what a socket of Responses refuses by name, and stays open:', () => {
  for (const [name, said, error] of REFUSED) {
    test(name, async () => {
      using client = await connect()
      client.say(said)
      expect(await client.event('error')).toMatchObject(error)
      client.say(create())
      await client.event(COMPLETED)
    })
  }

  test('steering, with what was to be said', async () => {
    using client = await connect()
    client.say({ type: 'response.steer', previous_response_id: 'resp_1', input: 'Stop' })
    expect(await client.event('response.steer.failed')).toMatchObject({
      error: { type: 'invalid_request_error', code: 'steering_not_supported' },
      steer: { previous_response_id: 'resp_1', input: 'Stop' },
    })
  })

  test('a model that the token may not use', async () => {
    using client = await connect(gateway.keys[2])
    client.say(create())
    expect(await client.event('error')).toMatchObject({ status: 403 })
    client.say(create({ model: CHAT }))
    await client.event(COMPLETED)
  })

  test('what a balance does not pay', async () => {
    using poor = await connect(gateway.keys[1])
    poor.say(create({ input: 'word '.repeat(100) }))
    expect(await poor.event('error')).toMatchObject({ status: 403 })
  })

  test('a token that was revoked meanwhile', async () => {
    using off = await connect(gateway.keys[3])
    await gateway.services.tokens.revoke(TEST_ACTOR, gateway.tokenIds[3] ?? 0)
    off.say(create())
    expect(await off.event('error')).toMatchObject({ status: 401 })
  })

  test('more turns than a program would send at once', async () => {
    const held = gate()
    upstream.script(() => sse([held, STREAMS[NATIVE] ?? '']))
    using client = await connect()
    for (let at = 0; at < 33; at += 1) client.say(create())
    expect(await client.event('error')).toMatchObject({ status: 429 })
    held.open()
    await client.event(COMPLETED, 32)
  })
})

describe('a socket of Responses', () => {
  test('is opened with a key only, and to sockets only', async () => {
    const plain = await fetch(gateway.url + PATH, {
      headers: { authorization: `Bearer ${gateway.keys[0]}` },
    })
    expect(plain.status).toBe(426)
    const headers = { upgrade: 'websocket', connection: 'upgrade' }
    const wrong = { ...headers, authorization: 'Bearer sk-wrong' }
    expect((await fetch(gateway.url + PATH, { headers: wrong })).status).toBe(401)
  })

  test('takes up to 16 MB in one message, and is closed for more', async () => {
    using client = await connect()
    client.say(create({ input: 'x'.repeat(15 * 1024 * 1024), model: NATIVE }))
    await client.event(COMPLETED)
    expect(upstream.last().bodyText.length).toBeGreaterThan(15 * 1024 * 1024)
    client.say(create({ input: 'x'.repeat(17 * 1024 * 1024), model: NATIVE }))
    expect((await client.closed()).code).toBeOneOf([1006, 1009])
  })

  test('says when an answer breaks, and bills what came of it', async () => {
    const [first = '', ...rest] = frames(STREAMS[CHAT] ?? '')
    upstream.script(() => sse([first, ...rest.slice(0, 2)], { ending: 'cut' }))
    using client = await connect()
    client.say(create({ model: CHAT }))
    const { response } = await client.event('response.failed')
    expect(response).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
    await gateway.idle()
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('whose client leaves ends its call upstream', async () => {
    const held = gate()
    const [first = '', ...rest] = frames(STREAMS[CHAT] ?? '')
    upstream.script(() => sse([first, held, ...rest]))
    const client = await connect()
    client.say(create({ model: CHAT }))
    await client.event('response.created')
    client.socket.close()
    await upstream.waitForAbort()
    held.open()
    await gateway.idle()
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('that rests is closed when the server goes down', async () => {
    await using other = await startGateway()
    const client = await connect(other.keys[0], other.url)
    const stopping = other.stop()
    expect((await client.closed()).code).toBe(1001)
    await stopping
  })
})
