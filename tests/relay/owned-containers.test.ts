/** Containers in which Anthropic runs code: whoever made one goes on in it, and nobody else. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { expectRefusal, told } from './black-box'

const [ANN, BOB] = [0, 1] as const
const TOOLS = [{ type: 'code_execution_20250825', name: 'code_execution' }]
const messages = [{ role: 'user', content: 'Hi' }]
const whole = JSON.parse(fixture('anthropic/chat-text.json'))
const expires_at = '2099-01-01T00:00:00Z'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream([])
  gateway = await startGateway({
    users: [{ username: 'ann' }, { username: 'bob' }],
    tokens: [{ username: 'ann' }, { username: 'bob' }],
    channels: [{ upstream, models: 'm', type: 14 }],
    options: { ModelRatio: { m: 1 }, RetryTimes: 0 },
  })
})

afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function ask(who: number, more: object, path = '/v1/messages') {
  const body = { model: 'm', max_tokens: 9, messages, ...more }
  return told(gateway.post(path, body, { key: gateway.keys[who] }))
}

/** How an answer names its container; a long one is not parsed. */
const ANSWERS: readonly (readonly [how: string, stream: boolean, reply: (id: string) => Reply])[] =
  [
    ['in an answer', false, (id) => json({ ...whole, container: { id, expires_at } })],
    [
      'in a long answer, which a tool may name another in',
      false,
      (id) => {
        const input = { container: { id: 'container_of_bob', expires_at } }
        const called = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input }
        const text = { type: 'text', text: 'long '.repeat(400_000) }
        return json({ ...whole, content: [called, text], container: { id, expires_at } })
      },
    ],
    [
      'at the end of a stream',
      true,
      (id) => {
        const delta = `"delta":{"container":{"id":"${id}","expires_at":"${expires_at}"},`
        const text = fixture('anthropic/chat-text.sse')
        expect(text).toContain('"type":"message_delta","delta":{')
        return sse([
          text.replace('"type":"message_delta","delta":{', `"type":"message_delta",${delta}`),
        ])
      },
    ],
  ]

describe.each([...ANSWERS])('a container named %s', (how, stream, reply) => {
  const id = `container_${how.replaceAll(/\W/g, '_')}`

  test('is gone on in by its user, and is not there for anybody else', async () => {
    upstream.script(reply(id))
    expect((await ask(ANN, { tools: TOOLS, stream })).status).toBe(200)
    upstream.script(json(whole))
    for (const container of [id, { id }, { id, skills: [] }]) {
      expect((await ask(ANN, { container, tools: TOOLS })).status).toBe(200)
      expect(upstream.last().json).toMatchObject({ container })
      const before = upstream.requests.length
      const answer = await ask(BOB, { container, tools: TOOLS })
      expect(expectRefusal(answer, 'claude', 404).message).toContain(id)
      expect(upstream.requests).toHaveLength(before)
    }
  })
})

test('a container that a tool was told of belongs to nobody', async () => {
  expectRefusal(await ask(ANN, { container: 'container_of_bob' }), 'claude', 404)
})

test('a request that makes one or none is not refused', async () => {
  upstream.script(json(whole))
  for (const container of [null, { skills: [{ type: 'anthropic', skill_id: 'pptx' }] }]) {
    expect((await ask(ANN, { container, tools: TOOLS })).status).toBe(200)
  }
})

test('a request of a batch names no container of another user', async () => {
  upstream.script(json({ ...whole, container: { id: 'container_batch', expires_at } }))
  expect((await ask(ANN, { tools: TOOLS })).status).toBe(200)
  const before = upstream.requests.length
  const params = { model: 'm', max_tokens: 9, messages, container: 'container_batch' }
  const requests = [{ custom_id: 'a', params }]
  const answer = await told(
    gateway.post('/v1/messages/batches', { requests }, { key: gateway.keys[BOB] }),
  )
  expectRefusal(answer, 'claude', 404)
  expect(upstream.requests).toHaveLength(before)
})

test('a container named in the results of a batch is its user’s, too', async () => {
  const container = { id: 'container_of_results', expires_at }
  const input = { container: { id: 'container_told_to_a_tool', expires_at } }
  const content = [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input }]
  const lines = [
    { custom_id: 'a', result: { type: 'succeeded', message: { ...whole, content, container } } },
    { custom_id: 'b', result: { type: 'errored' } },
  ]
  const batch = { id: 'msgbatch_1', type: 'message_batch', results_url: null }
  upstream.script(({ path }) => {
    if (path.endsWith('/results'))
      return sse([lines.map((line) => JSON.stringify(line)).join('\n')])
    if (path.endsWith('/msgbatch_1')) return json({ ...batch, ...ENDED })
    if (path.endsWith('/batches')) return json({ ...batch, processing_status: 'in_progress' })
    return json(whole)
  })
  const params = { model: 'm', max_tokens: 9, messages, tools: TOOLS }
  const key = gateway.keys[ANN]
  const requests = [{ custom_id: 'a', params }]
  const made = await told(gateway.post('/v1/messages/batches', { requests }, { key }))
  expect(made.status).toBe(200)
  const headers = { 'x-api-key': key ?? '' }
  await fetch(`${gateway.url}/v1/messages/batches/msgbatch_1`, { headers })
  await waitUntil('the batch is billed', async () => {
    const { items } = await gateway.services.logs.list({})
    return items.some(({ request_id }) => request_id === made.requestId)
  })
  expect((await ask(ANN, { container: container.id, tools: TOOLS })).status).toBe(200)
  expectRefusal(await ask(BOB, { container: container.id, tools: TOOLS }), 'claude', 404)
  const stolen = { container: 'container_told_to_a_tool', tools: TOOLS }
  expectRefusal(await ask(ANN, stolen), 'claude', 404)
})

const ENDED = { processing_status: 'ended', results_url: 'https://vendor.example/results' }
