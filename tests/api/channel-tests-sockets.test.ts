/** Models that talk on sockets are tested on one: with the shortest answer there is. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { type RealtimeUpstream, realtimeUpstream } from '../support/realtime-upstream'
import { json, startUpstream, type Upstream } from '../support/upstream'

const MODEL = 'gpt-realtime'
const ANSWERED = { type: 'response.done', response: { id: 'r', status: 'completed' } }
const FAILED = {
  type: 'response.done',
  response: { id: 'r', status: 'failed', status_details: { error: { message: 'no credit' } } },
}

const says = (event: object) => realtimeUpstream({ answer: (_, upstream) => upstream.say(event) })
const upstreams: RealtimeUpstream[] = [
  says(ANSWERED),
  says(FAILED),
  says({ type: 'error', error: { message: 'what is that' } }),
  realtimeUpstream({ answer: (_, upstream) => upstream.close(4000, 'too late') }),
  realtimeUpstream({ status: 401 }),
]
let plain: Upstream
let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  plain = await startUpstream(json({ error: { message: 'what socket' } }, { status: 404 }))
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [...upstreams, plain].map((upstream) => ({ upstream, models: MODEL })),
  })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([...upstreams, plain].map((one) => one[Symbol.asyncDispose]()))
})

async function tested(at: number) {
  const { body } = await root.post(`/api/channel/test/${gateway.channelIds[at]}?model=${MODEL}`)
  return body
}

test('a realtime model is asked for a word, and the socket is left', async () => {
  const body = await tested(0)
  expect(body).toMatchObject({ success: true, data: { operation: 'realtime' } })
  const [upstream] = upstreams
  expect(upstream?.requests[0]?.url).toBe(`/v1/realtime?model=${MODEL}`)
  const question = JSON.parse(String(upstream?.heard[0]))
  expect(question).toMatchObject({ type: 'response.create', response: { modalities: ['text'] } })
})

test.each([
  [1, 'no credit'],
  [2, 'what is that'],
  [3, 'too late'],
  [4, 'no'],
])('a failure of channel %i is told in its words: %s', async (at, words) => {
  const body = await tested(at)
  expect(body.success).toBe(false)
  expect(body.message).toContain(words)
})

test('a server without such a socket fails', async () => {
  expect((await tested(5)).success).toBe(false)
})
