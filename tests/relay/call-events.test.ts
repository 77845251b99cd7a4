/** What listeners hear of calls, and that none of them is in the way of one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { CallListener, CallReport } from '../../server/relay/ports/ports'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { sse } from '../support/upstream/reply'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from './black-box'
import { answering, CHARGE, gatewayFor, MODEL as REALTIME, talkTo } from './realtime-client'

let heard: (readonly unknown[])[] = []
let ids: string[] = []

const note =
  (name: string) =>
  ({ facts }: CallReport, ...rest: readonly unknown[]): void => {
    ids.push(facts.requestId)
    heard.push([name, facts.query.model, ...rest])
  }

const listener: CallListener = {
  refused: ({ model, error, requestId }) => {
    ids.push(requestId)
    heard.push(['refused', model, error.id])
  },
  started: (call) => note('started')(call),
  attempted: (call, { channel, tookMs, error }) =>
    note('attempted')(call, channel.name, tookMs >= 0, error?.id),
  firstByte: (call) => note('first byte')(call, Number(call.firstByteMs) >= 0),
  settled: (call, { usage, charge, error }) =>
    note('settled')(call, usage.promptTokens, usage.completionTokens, charge, error?.id),
}

const fail = () => {
  throw new Error('a listener of no use')
}
const broken: CallListener = {
  refused: fail,
  started: fail,
  attempted: fail,
  firstByte: fail,
  settled: fail,
}

let first: Upstream
let second: Upstream
let gateway: Gateway
beforeAll(async () => {
  first = await startUpstream(json({ error: { message: 'busy' } }, { status: 500 }))
  second = await startUpstream(({ json: body }) =>
    Object(body).stream === true
      ? sse([recorded('openai').sse])
      : json(JSON.parse(recorded('openai').json)),
  )
  gateway = await startGateway({
    listeners: [broken, listener],
    options: PRICES,
    channels: [
      { name: 'first', base_url: first.url, models: `${MODEL},alone`, priority: 2 },
      { name: 'second', base_url: second.url, models: MODEL, priority: 1 },
    ],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([first.stop(), second.stop()])
})
beforeEach(() => {
  heard = []
  ids = []
})

async function send(more: object = {}): Promise<Response> {
  const response = await gateway.post(PATH_OF.openai, ask('openai', more))
  await response.clone().text()
  await gateway.idle()
  return response
}

const RETRIED = [
  ['started', MODEL],
  ['attempted', MODEL, 'first', true, 'upstream.refused'],
] as const
const SETTLED = ['settled', MODEL, 12, 9, RECORDED_CHARGE, undefined] as const

describe('a listener', () => {
  test('hears a call from its start to its bill, each attempt of it too', async () => {
    expect((await send()).status).toBe(200)
    expect(heard).toEqual([
      ...RETRIED,
      ['attempted', MODEL, 'second', true, undefined],
      [...SETTLED],
    ])
    expect(new Set(ids).size).toBe(1)
  })

  test('hears when a stream begins, and of its bill before the client sees its end', async () => {
    const response = await gateway.post(PATH_OF.openai, ask('openai', { stream: true }))
    expect(await response.text()).toContain('[DONE]')
    expect(heard.map(([name]) => name).sort()).toEqual([
      'attempted',
      'attempted',
      'first byte',
      'settled',
      'started',
    ])
    expect(heard).toContainEqual([...SETTLED])
    expect(heard).toContainEqual(['first byte', MODEL, true])
  })

  test('hears of a call without an answer that nothing is charged, and why', async () => {
    await send({ model: 'alone' })
    expect(heard.at(-1)).toEqual(['refused', 'alone', 'price.missing'])
    heard = []
    await gateway.services.prices.set(TEST_ACTOR, {
      prices: [{ model: 'alone', price: { model_ratio: 1 } }],
    })
    expect((await send({ model: 'alone' })).status).toBe(500)
    expect(heard).toEqual([
      ['started', 'alone'],
      ['attempted', 'alone', 'first', true, 'upstream.refused'],
      ['settled', 'alone', 0, 0, 0, 'upstream.refused'],
    ])
  })

  test('hears of a refusal, and of nothing else then', async () => {
    expect((await send({ model: 'nobody-has-it' })).status).toBe(404)
    expect(heard).toEqual([['refused', 'nobody-has-it', 'model.not_found']])
  })

  test('hears nothing of tokens that are only counted', async () => {
    await gateway.post('/v1/messages/count_tokens', ask('claude'))
    expect(heard).toEqual([])
  })

  test('that throws is told in the log, and costs nobody an answer', async () => {
    expect((await send()).status).toBe(200)
    const told = gateway.logged.filter(({ msg }) => msg === 'a listener of calls failed')
    expect(told.length).toBeGreaterThan(0)
    expect(JSON.stringify(told[0])).toContain('a listener of no use')
  })
})

test('a socket starts once and is settled for each of its answers', async () => {
  await using upstream = answering()
  await using talks = await gatewayFor(upstream, { listeners: [listener] })
  const client = await talkTo(talks)
  client.say({ type: 'response.create' })
  await client.event('response.done')
  client.socket.close()
  await client.closed()
  await talks.idle()
  const names = heard.map(([name, model]) => `${name} ${model}`)
  expect(names).toEqual([`started ${REALTIME}`, `attempted ${REALTIME}`, `settled ${REALTIME}`])
  expect(heard.at(-1)).toEqual(['settled', REALTIME, 60, 20, CHARGE, undefined])
})
