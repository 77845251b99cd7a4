/** Realtime sockets: frames pass as they came, and every answer is billed when it is done. */
import { afterEach, describe, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { expectReceipts } from '../contracts/receipts'
import { startGateway } from '../support/gateway'
import { realtimeUpstream } from '../support/realtime-upstream'
import { PLENTY } from '../support/seed'
import { waitUntil, within } from '../support/wait-until'
import { expectRefusal, expectSpent, told } from './black-box'
import {
  answering,
  CHARGE,
  gatewayFor,
  MODEL,
  PRICES,
  protocolsOf,
  rowsOf,
  SCRIBE,
  talkTo,
  USAGE,
} from './realtime-client'

/** The SDK speaks TLS only, and the gateway of a test does not. */
class PlainSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(String(url).replace('wss:', 'ws:'), protocols)
  }
}
const Socket = globalThis.WebSocket
afterEach(() => {
  globalThis.WebSocket = Socket
})

describe('a realtime socket', () => {
  test('carries the official SDK, whose key is a subprotocol, and bills each answer', async () => {
    await using upstream = answering()
    await using gateway = await gatewayFor(upstream)
    const client = new OpenAI({ apiKey: gateway.keys[0] ?? '', baseURL: `${gateway.url}/v1` })
    globalThis.WebSocket = PlainSocket
    const realtime = new OpenAIRealtimeWebSocket(
      { model: MODEL, dangerouslyAllowBrowser: true },
      client,
    )
    const created = new Promise((resolve) => realtime.on('session.created', resolve))
    await within('session', created)
    for (const _ of [1, 2]) {
      const done = new Promise<{ response: { usage?: unknown } }>((resolve) =>
        realtime.on('response.done', resolve),
      )
      realtime.send({ type: 'response.create' })
      expect((await within('answer', done)).response.usage).toEqual(USAGE)
    }
    realtime.close()
    const [request] = upstream.requests
    expect(request?.url).toBe(`/v1/realtime?model=${MODEL}`)
    expect(request?.headers.get('sec-websocket-protocol')).toBe('realtime')
    expect(JSON.stringify([...(request?.headers ?? [])])).not.toContain(gateway.keys[0]?.slice(3))
    await waitUntil('the upstream is left', () => !upstream.isOpen())
    await expectSpent(gateway, 2 * CHARGE)
    const rows = await rowsOf(gateway)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ quota: CHARGE, prompt_tokens: 100, completion_tokens: 50 })
  })

  test('tells in each receipt what was held, however long its caller was silent', async () => {
    const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs, monotonicMs: () => 0 }
    await using upstream = answering()
    await using gateway = await gatewayFor(upstream, { clock })
    const client = await talkTo(gateway)
    for (const count of [1, 2]) {
      clock.aheadMs += 20 * 60_000
      client.say({ type: 'response.create' })
      await waitUntil('an answer', () => {
        const done = client.events.filter(({ type }) => type === 'response.done')
        return done.length === count
      })
    }
    client.socket.close()
    await waitUntil('the upstream is left', () => !upstream.isOpen())
    await expectSpent(gateway, 2 * CHARGE)
    await expectReceipts(gateway)
  })

  test('passes every frame as it came, text and bytes, both ways', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    const odd = '{"type":"input_audio_buffer.append",  "audio":"AAAA","x":1e2}'
    client.socket.send(odd)
    client.socket.send(new Uint8Array([1, 2, 3]))
    await waitUntil('both are heard', () => upstream.heard.length === 2)
    expect(upstream.heard[0]).toBe(odd)
    expect([...(upstream.heard[1] as Buffer)]).toEqual([1, 2, 3])
    upstream.say({ type: 'rate_limits.updated', rate_limits: [] })
    await client.event('rate_limits.updated')
    client.socket.close()
    await expectSpent(gateway, 0)
  })

  test('sends the mapped name and the key of the channel', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await startGateway({
      channels: [
        {
          upstream,
          models: [MODEL],
          model_mapping: JSON.stringify({ [MODEL]: 'real-one' }),
          key: 'up-key',
        },
      ],
      options: PRICES,
    })
    const client = await talkTo(gateway)
    const created = await client.event('session.created')
    expect(upstream.requests[0]?.url).toBe('/v1/realtime?model=real-one')
    expect(upstream.requests[0]?.headers.get('authorization')).toBe('Bearer up-key')
    // The client reads and writes the name that it asked for.
    expect(created).toMatchObject({ session: { id: 'sess_1', model: MODEL } })
    client.say({ type: 'session.update', session: { model: MODEL, instructions: MODEL } })
    await waitUntil('it is heard', () => upstream.heard.length === 1)
    expect(JSON.parse(String(upstream.heard[0]))).toEqual({
      type: 'session.update',
      session: { model: 'real-one', instructions: MODEL },
    })
    client.socket.close()
  })

  test('bills an answer that the upstream began by itself', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    await client.event('session.created')
    upstream.say({ type: 'response.created', response: { id: 'r' } })
    upstream.say({
      type: 'response.done',
      response: { id: 'r', status: 'cancelled', usage: USAGE },
    })
    await client.event('response.done')
    client.socket.close()
    await client.closed()
    await expectSpent(gateway, CHARGE)
  })

  test('keeps the order of events while a bill is written', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    upstream.say({ type: 'response.created', response: { id: 'a' } })
    upstream.say({ type: 'response.done', response: { id: 'a', usage: USAGE } })
    upstream.say({ type: 'response.created', response: { id: 'b' } })
    upstream.say({ type: 'response.done', response: { id: 'b', usage: USAGE } })
    upstream.say({ type: 'rate_limits.updated' })
    await client.event('rate_limits.updated')
    const types = client.events.map(({ type }) => type).slice(1)
    const answer = ['response.created', 'response.done']
    expect(types).toEqual([...answer, ...answer, 'rate_limits.updated'])
    client.socket.close()
    await client.closed()
    await expectSpent(gateway, 2 * CHARGE)
  })

  test('bills what is written down of a speaker at the price of that model', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    const session = { audio: { input: { transcription: { model: SCRIBE } } } }
    upstream.say({ type: 'session.updated', session })
    const type = 'conversation.item.input_audio_transcription.completed'
    upstream.say({ type, usage: { type: 'tokens', input_tokens: 7, output_tokens: 3 } })
    await client.event(type)
    client.socket.close()
    await client.closed()
    await expectSpent(gateway, 10 * 3)
    expect((await rowsOf(gateway))[0]).toMatchObject({ model_name: SCRIBE, quota: 30 })
  })
})

describe('an event of the client is refused, and the socket goes on', () => {
  test('when it holds a word that is not allowed', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream, {
      options: {
        CheckSensitiveEnabled: 'true',
        CheckSensitiveOnPromptEnabled: 'true',
        SensitiveWords: 'forbidden',
      },
    })
    const client = await talkTo(gateway)
    client.say({ type: 'response.create', response: { instructions: 'say the Forbidden thing' } })
    const { error } = await client.event('error')
    expect(error).toMatchObject({ code: 'sensitive_words_detected' })
    client.say({ type: 'response.create' })
    await waitUntil('the next is heard', () => upstream.heard.length === 1)
    client.socket.close()
  })

  test('when it names a model for writing down that has no price', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    const session = { audio: { input: { transcription: { model: 'nobody-priced-it' } } } }
    client.say({ type: 'session.update', session })
    const { error } = await client.event('error')
    expect(JSON.stringify(error)).toContain('nobody-priced-it')
    expect(upstream.heard).toHaveLength(0)
    client.socket.close()
  })
})

describe('a realtime socket is refused', () => {
  test('without the words of an upstream whose key is dead', async () => {
    await using upstream = realtimeUpstream({ status: 401 })
    await using gateway = await gatewayFor(upstream, { options: { RetryTimes: 0 } })
    const headers = {
      ...{ upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
      authorization: `Bearer ${gateway.keys[0]}`,
    }
    const url = `${gateway.url}/v1/realtime?model=${MODEL}`
    const answer = await told(fetch(url, { headers }))
    expect(answer.status).toBe(502)
    expect(answer.text).toContain('upstream_misconfigured')
    await expectSpent(gateway, 0)
  })

  test('in plain HTTP, before anything is opened', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const ask = (path: string, headers: Record<string, string> = {}) =>
      told(
        fetch(`${gateway.url}${path}`, {
          headers: {
            upgrade: 'websocket',
            connection: 'upgrade',
            'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
            'sec-websocket-version': '13',
            ...headers,
          },
        }),
      )
    const withKey = { authorization: `Bearer ${gateway.keys[0]}` }
    expectRefusal(await ask(`/v1/realtime?model=${MODEL}`), 'openai', 401)
    expectRefusal(await ask('/v1/realtime', withKey), 'openai', 400)
    expectRefusal(await ask('/v1/realtime?model=unknown', withKey), 'openai', 404)
    const plain = await told(
      fetch(`${gateway.url}/v1/realtime?model=${MODEL}`, { headers: withKey }),
    )
    expect(expectRefusal(plain, 'openai', 426).code).toBe('websocket_required')
    expect(upstream.requests).toHaveLength(0)
  })

  test('when nobody could pay for the first answer', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream, {
      users: [{ username: 'poor', quota: 1 }],
      tokens: [{ remain_quota: PLENTY }],
      options: { PreConsumedQuota: 500 },
    })
    const url = `${gateway.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`
    const socket = new WebSocket(url, protocolsOf(gateway))
    const { code } = await within(
      'refusal',
      new Promise<CloseEvent>((resolve) => {
        socket.onclose = resolve
      }),
    )
    expect(code).not.toBe(1000)
    expect(upstream.requests).toHaveLength(0)
  })

  test('by one channel, and opened by the next', async () => {
    await using refusing = realtimeUpstream({ status: 401 })
    await using upstream = answering()
    await using gateway = await startGateway({
      channels: [
        { upstream: refusing, models: [MODEL], priority: 1 },
        { upstream, models: [MODEL] },
      ],
      options: { ...PRICES, RetryTimes: 1 },
    })
    const client = await talkTo(gateway)
    await client.event('session.created')
    expect(refusing.requests.length).toBeGreaterThan(0)
    client.socket.close()
    await client.closed()
    await expectSpent(gateway, 0)
  })
})
