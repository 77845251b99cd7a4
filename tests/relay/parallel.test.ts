/** Many calls at once never spend more than there is. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR, type TokenSeed } from '../support/seed'
import { gate, json, sse, startUpstream } from '../support/upstream'
import {
  ask,
  expectRefusal,
  PATH_OF,
  PRICES,
  type ProtocolName,
  recorded,
  type Told,
  told,
} from './black-box'

const CALLS = 64
const AFFORDABLE = 10

interface Limit {
  readonly user: number
  readonly token: TokenSeed
  /** Error code of those that are turned away, by when they are. */
  readonly codes: readonly string[]
}

function limitsOf(quota: number): Readonly<Record<string, Limit>> {
  return {
    token: {
      user: 1e9,
      token: { remain_quota: quota },
      codes: ['pre_consume_token_quota_failed', 'token_exhausted'],
    },
    user: { user: quota, token: { unlimited_quota: true }, codes: ['insufficient_user_quota'] },
  }
}

async function balances(gateway: Gateway): Promise<{ user: number; token: number }> {
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  const token = await gateway.services.tokens.show(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
  return { user: user.quota, token: token.remain_quota }
}

/** What the gateway holds for this very call, found by making it once. */
async function heldFor(protocol: ProtocolName, more: object): Promise<number> {
  const held = gate()
  await using upstream = await startUpstream(json(recorded('openai').json, { before: held }))
  const channels = [{ upstream, models: 'm,call' }]
  await using gateway = await startGateway({ channels, options: PRICES })
  const before = await balances(gateway)
  const pending = gateway.post(PATH_OF[protocol], ask(protocol, more))
  await upstream.waitForRequests(1)
  const during = await balances(gateway)
  held.open()
  await told(pending)
  return before.user - during.user
}

const KINDS: readonly (readonly [name: string, protocol: ProtocolName, more: object])[] = [
  ['priced per call', 'openai', { model: 'call' }],
  ['priced per call and streamed', 'claude', { model: 'call', stream: true }],
  ['priced by max_tokens', 'openai', { max_tokens: 500 }],
  ['priced by max_tokens', 'claude', { max_tokens: 700 }],
]

describe.each(KINDS)('calls %s (%s)', (_name, protocol, more) => {
  for (const limitedBy of ['token', 'user'] as const) {
    test(`exactly ten of 64 get through when the ${limitedBy} has quota for ten`, async () => {
      const each = await heldFor(protocol, more)
      const limit = limitsOf(each * AFFORDABLE)[limitedBy]
      if (limit === undefined) throw new Error('no such limit')
      const { sse: text, json: whole } = recorded('openai')
      const held = gate()
      const reply = 'stream' in more ? sse([text], { before: held }) : json(whole, { before: held })
      await using upstream = await startUpstream(reply)
      await using gateway = await startGateway({
        users: [{ quota: limit.user }],
        tokens: [limit.token],
        channels: [{ upstream, models: 'm,call' }],
        options: PRICES,
      })
      const start = await balances(gateway)
      let refused = 0
      const { promise: allRefused, resolve } = Promise.withResolvers<void>()
      const call = async (): Promise<Told> => {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, more)))
        if (answer.status !== 200) refused += 1
        if (refused === CALLS - AFFORDABLE) resolve()
        return answer
      }
      const pending = Array.from({ length: CALLS }, call)
      await allRefused
      await upstream.waitForRequests(AFFORDABLE)
      held.open()
      const answers = await Promise.all(pending)
      expect(upstream.requests).toHaveLength(AFFORDABLE)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(AFFORDABLE)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        const error = expectRefusal(answer, protocol, answer.status)
        // What is missing is held by the ten that run.
        expect([429, 401, 402]).toContain(answer.status)
        const codes = [...limit.codes, 'rate_limit_exceeded']
        if (protocol === 'openai') expect(codes).toContain(error.code ?? '')
      }
      await expectBooked(gateway, start)
    })
  }
})

/** Exactly the logged charges are gone, and nothing is held. */
async function expectBooked(
  gateway: Gateway,
  start: { user: number; token: number },
): Promise<void> {
  await gateway.idle()
  const { items, total } = await gateway.services.logs.list({ type: 2, page_size: 100 })
  expect(total).toBe(AFFORDABLE)
  const charged = items.reduce((sum, { quota }) => sum + quota, 0)
  const end = await balances(gateway)
  expect(start.user - end.user).toBe(charged)
  expect(start.token - end.token).toBe(charged)
  expect(end.user).toBeGreaterThanOrEqual(0)
  expect(await gateway.services.ledger.verify()).toEqual([])
}

describe('quota that comes back', () => {
  test('lets the next call through, and an exhausted token works again', async () => {
    await using upstream = await startUpstream([
      json({ error: { message: 'no' } }, { status: 400 }),
      json(recorded('openai').json),
    ])
    await using gateway = await startGateway({
      tokens: [{ remain_quota: 1000 }],
      channels: [{ upstream, models: 'call' }],
      options: PRICES,
    })
    const body = ask('openai', { model: 'call' })
    expect((await told(gateway.post(PATH_OF.openai, body))).status).toBe(400)
    expect((await told(gateway.post(PATH_OF.openai, body))).status).toBe(200)
    expectRefusal(await told(gateway.post(PATH_OF.openai, body)), 'openai', 401)
    await gateway.idle()
    expect((await balances(gateway)).token).toBe(0)
  })
})

describe('many users at once', () => {
  const USERS = 12
  const EACH = 12

  test('each spends its own quota and no other', async () => {
    await using upstream = await startUpstream(json(recorded('openai').json))
    const names = Array.from({ length: USERS }, (_, index) => `user${index}`)
    await using gateway = await startGateway({
      users: names.map((username) => ({ username, quota: 5000 })),
      tokens: names.map((username) => ({ username, unlimited_quota: true })),
      channels: [{ upstream, models: 'call' }],
      options: { ...PRICES, RetryTimes: 0 },
    })
    const body = ask('openai', { model: 'call' })
    const calls = Array.from({ length: EACH }, () =>
      gateway.keys.map(
        async (key) => (await told(gateway.post(PATH_OF.openai, body, { key }))).status,
      ),
    )
    const statuses = await Promise.all(calls.flat())
    await gateway.idle()
    expect(statuses.filter((status) => status === 200)).toHaveLength(USERS * 5)
    // Those whose quota was held and not yet spent were asked to come again.
    const refused = statuses.filter((status) => status === 403 || status === 429)
    expect(refused).toHaveLength(USERS * (EACH - 5))
    for (const id of gateway.userIds) {
      const { quota, used_quota, request_count } = await gateway.services.users.show(id)
      expect({ quota, used_quota, request_count }).toEqual({
        quota: 0,
        used_quota: 5000,
        request_count: 5,
      })
    }
    expect(await gateway.services.ledger.verify()).toEqual([])
  })
})
