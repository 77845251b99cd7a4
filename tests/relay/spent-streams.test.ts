/** How a stream ends whose payer has spent everything, as the operator has chosen. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectReceipts } from '../contracts/receipts'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { startUpstream, type Upstream } from '../support/upstream'
import { ask, PATH_OF, told } from './black-box'
import { answerOf, balances, DONE, RATIO, rowOf, withQuota, writes } from './dear-model'
import { eventsIn, expectWhole, PATH } from './responses-wire'
import { SPENT_CLIENTS } from './spent-clients'
import { endless, MANY_ITEMS, OPENAI, PIECES } from './spent-replies'

const OPTION = 'global.spent_stream_end'
/** For less than half of what is written. */
const QUOTA = 2_000 * RATIO

/** Channel types, by how well they know the clients. */
const UPSTREAMS = [
  ['openai', 1],
  ['chat only', 43],
  ['anthropic', 14],
  ['gemini', 24],
  ['cohere', 34],
] as const
const modelAt = (type: number) => `at-${type}`
const MODELS = UPSTREAMS.map(([, type]) => modelAt(type))

let upstream: Upstream
let gateway: Gateway

/** It pays for less than half of one stream. */
async function poorKey(): Promise<{ key: string; id: number }> {
  const [token] = await gateway.services.tokens.create(TEST_ACTOR, {
    name: 'poor',
    remain_quota: QUOTA,
    user_id: gateway.userIds[0] ?? 0,
  })
  if (token === undefined) throw new Error('no token')
  return { key: `sk-${token.key}`, id: token.id }
}

async function endsAs(end: 'length' | 'error'): Promise<void> {
  await gateway.services.options.set(TEST_ACTOR, { key: OPTION, value: end })
}

/** The only call of the token was cut by the gateway, and billed for what was written. */
async function expectCut(tokenId: number): Promise<void> {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ tokenId })
  expect(items).toHaveLength(1)
  const { quota = 0, other = '{}' } = items[0] ?? {}
  expect(quota).toBeGreaterThan(QUOTA / 2)
  expect(quota).toBeLessThanOrEqual(QUOTA)
  expect(JSON.parse(other)).toMatchObject({ cut: { by: 'gateway' } })
  const token = await gateway.services.tokens.show(TEST_ACTOR, tokenId)
  expect(token.remain_quota).toBe(QUOTA - quota)
}

beforeAll(async () => {
  upstream = await startUpstream(endless)
  gateway = await startGateway({
    channels: UPSTREAMS.map(([, type]) => ({ upstream, type, models: modelAt(type) })),
    options: {
      RetryTimes: 0,
      PreConsumedQuota: 1,
      ModelRatio: Object.fromEntries(MODELS.map((model) => [model, 1])),
      CompletionRatio: Object.fromEntries(MODELS.map((model) => [model, RATIO])),
    },
  })
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

for (const end of ['length', 'error'] as const) {
  describe.each(UPSTREAMS)(`with ${end}, on an upstream that speaks %s`, (_name, type) => {
    const clients = SPENT_CLIENTS.filter(({ onlyAt = type }) => onlyAt === type)
    test.each(clients.map((client) => [client.name, client] as const))(
      'a stream ends so for %s',
      async (_client, client) => {
        await endsAs(end)
        const { key, id } = await poorKey()
        await client[end]({ gateway, key, model: modelAt(type) })
        await expectCut(id)
      },
    )
  })
}

test('every item of a response is closed as what it is', async () => {
  await endsAs('length')
  upstream.script(MANY_ITEMS)
  const { key, id } = await poorKey()
  const body = { model: modelAt(1), input: 'hello', store: false, stream: true }
  const { text } = await told(gateway.post(PATH, body, { key }))
  upstream.script(endless)
  const events = eventsIn(text)
  const { response } = expectWhole(events)
  expect(response).toMatchObject({
    id: 'resp_1',
    metadata: { kept: 'x' },
    output: [
      { id: 'msg_1', status: 'completed', content: [{ text: 'first' }] },
      { id: 'ws_1', status: 'failed' },
      { id: 'rs_1', status: 'incomplete', summary: [{ text: 'I wonder' }] },
      { id: 'fc_1', status: 'incomplete', call_id: 'call_1' },
    ],
  })
  const closing = events.slice(-7).map(({ type }) => type.replace('response.', ''))
  expect(closing).toEqual([
    'output_item.done',
    'reasoning_summary_text.done',
    'reasoning_summary_part.done',
    'output_item.done',
    'function_call_arguments.done',
    'output_item.done',
    'incomplete',
  ])
  await expectCut(id)
})

test('the receipt of each of them adds up', () => expectReceipts(gateway))

test('a limit ends a stream alike, and an error ends it where the operator wants one', async () => {
  for (const end of ['length', 'error']) {
    const options = { 'global.spent_stream_end': end }
    await withQuota({ reply: OPENAI, options }, async (gateway) => {
      const actor = { kind: 'cli', id: 0, name: 'test', ip: '', requestId: '', role: 101 } as const
      await gateway.services.limits.set(actor, {
        subject: 'user',
        key: String(gateway.userIds[0]),
        limits: [{ kind: 'tokens', window: 'day', amount: 2000 }],
        setBy: 'admin',
      })
      const { text } = await told(gateway.post(PATH_OF.openai, ask('openai', { stream: true })))
      if (end === 'length') expect(text).toEndWith(DONE)
      else expect(text.slice(-500)).toContain('limit_spent')
      await gateway.idle()
      const [view] = await gateway.services.limits.own({ userId: gateway.userIds[0] ?? 0 })
      expect(view?.used).toBeGreaterThan(1500)
      // What came in one piece with the last allowed token has been used, too.
      expect(view?.used).toBeLessThan(PIECES * 50)
    })
  }
})

test('a hold by estimate is small, does not grow, and the whole answer is owed', async () => {
  const options = { 'global.hold_policy': 'estimate', PreConsumedQuota: 500 }
  const quota = 2000
  for (const reply of [writes(600), answerOf(600)]) {
    await withQuota({ reply, quota, options }, async (gateway) => {
      const stream = reply.chunks !== undefined
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai', { stream })))
      expect(answer.status).toBe(200)
      const { row } = await rowOf(gateway, answer.requestId)
      expect(row.quota).toBe(10 + 600 * RATIO)
      expect((await balances(gateway)).user).toBe(quota - row.quota)
    })
  }
})
