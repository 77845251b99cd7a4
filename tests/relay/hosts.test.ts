/** Every kind of upstream that speaks OpenAI's format as it is, through one gateway. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { answersCalls } from '../../server/domain/calls/model-calls'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'

/** Numbers of this program's own begin here. */
const OUR_OWN = 20_000
const OF_THE_FAMILY = [53, 60, 62, 63]
const TYPES = CHANNEL_TYPES.filter(
  (row) => answersCalls(row) && (row.id > OUR_OWN || OF_THE_FAMILY.includes(row.id)),
)
const HELLO = { messages: [{ role: 'user', content: 'Hi' }] }

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(({ json: body }) =>
    Object(body).stream === true
      ? sse([fixture('openai/chat-text.sse')])
      : json(fixture('openai/chat-text.json')),
  )
  gateway = await startGateway({
    channels: TYPES.map(({ id }) => ({ type: id, upstream, models: `m-${id}`, key: `key-${id}` })),
    options: { SelfUseModeEnabled: true, RetryTimes: 0 },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

describe.each(TYPES.map((row) => [row.name, row] as const))('%s', (_, row) => {
  const ask = (more: object = {}) =>
    gateway.post('/v1/chat/completions', { model: `m-${row.id}`, ...HELLO, ...more })

  test('answers at its own path, with the key of the channel', async () => {
    expect((await ask()).status).toBe(200)
    expect(upstream.last().path).toEndWith('/chat/completions')
    expect(upstream.last().headers.authorization).toBe(`Bearer key-${row.id}`)
    expect(upstream.last().json).toEqual({ model: `m-${row.id}`, ...HELLO })
  })

  test('is asked for the usage of a stream, where it knows that field', async () => {
    const text = await (await ask({ stream: true })).text()
    expect(text).toEndWith('data: [DONE]\n\n')
    // What nobody asked for and comes all the same is passed on.
    expect(text.includes('"usage":{')).toBe(!row.streamUsage)
    const { stream_options } = Object(upstream.last().json)
    expect(stream_options).toEqual(row.streamUsage ? { include_usage: true } : undefined)
  })
})
