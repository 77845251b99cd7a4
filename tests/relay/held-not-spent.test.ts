/**
 * What running calls hold is not spent: whoever is short only for it is asked to come again in a
 * moment, and is told what is held. What is really spent is told as ever.
 */
import { describe, expect, test } from 'bun:test'
import { RateLimitError } from 'openai'
import type { LimitSubject as AnySubject } from '../../server/domain/limits/limit'
import type { LimitInput } from '../../server/domain/limits/limit-input'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { gate, json, startUpstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, PRICES, PROTOCOLS, recorded, told } from './black-box'

/** The words of a shortage that passes by itself. */
const HELD = /held by requests in progress|requests in progress hold/i

/** More than one call holds, and less than two. */
const AMOUNT = 1500
/** Members and projects are counted as users are. */
type LimitSubject = Exclude<AnySubject, 'member' | 'project'>

const TOKENS = 520
const LARGE = { max_tokens: 500 }
const messages = [{ role: 'user' as const, content: 'Hi' }]

interface Short {
  readonly user?: number
  readonly token?: object
  readonly limit?: { readonly subject: LimitSubject; readonly input: LimitInput }
}

const budget = (subject: LimitSubject): Short => ({
  limit: { subject, input: { kind: 'budget', window: 'day', amount: AMOUNT } },
})

const SHORTAGES: Readonly<Record<string, Short>> = {
  'the quota of a token': { token: { remain_quota: AMOUNT } },
  'all of a token': { token: { remain_quota: 1012 } },
  'the balance of a user': { user: AMOUNT },
  'a budget of a token': budget('token'),
  'a budget of a user': budget('user'),
  'a budget of a group': budget('group'),
  'a budget of a channel': budget('channel'),
  'the tokens of a day': {
    limit: { subject: 'token', input: { kind: 'tokens', window: 'day', amount: TOKENS } },
  },
}

function keyOf(gateway: Gateway, subject: LimitSubject): string {
  if (subject === 'group') return 'default'
  const ids = { token: gateway.tokenIds, user: gateway.userIds, channel: gateway.channelIds }
  return String(ids[subject][0])
}

async function siteOf({ user = PLENTY, token = { unlimited_quota: true }, limit }: Short) {
  const held = gate()
  const upstream = await startUpstream(json(recorded('openai').json, { before: held }))
  const gateway = await startGateway({
    users: [{ quota: user }],
    tokens: [token],
    channels: [{ upstream, models: MODEL }],
    options: { ...PRICES, RetryTimes: 0 },
  })
  if (limit !== undefined) {
    const { subject, input } = limit
    const key = keyOf(gateway, subject)
    await gateway.services.limits.set(TEST_ACTOR, {
      subject,
      key,
      limits: [input],
      setBy: 'admin',
    })
  }
  return {
    ...{ gateway, upstream, held },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await upstream.stop()
    },
  }
}

for (const [name, short] of Object.entries(SHORTAGES)) {
  describe(`${name}, held by running calls`, () => {
    test('is 429 for a moment in every protocol, and passes when they end', async () => {
      await using site = await siteOf(short)
      const { gateway, upstream, held } = site
      const large = () => told(gateway.post(PATH_OF.openai, ask('openai', LARGE)))
      const running = large()
      await upstream.waitForRequests(1)
      for (const protocol of PROTOCOLS) {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, LARGE)))
        expect(answer.status).toBe(429)
        expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(5)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
        expect(answer.headers.get('x-should-retry')).toBeNull()
        expect(JSON.parse(answer.text).error.message).toMatch(HELD)
      }
      const call = gateway.openai().chat.completions.create({ model: MODEL, messages })
      expect(await failureOf(call)).toBeInstanceOf(RateLimitError)
      held.open()
      expect((await running).status).toBe(200)
      await gateway.idle()
      expect((await large()).status).toBe(200)
    })
  })
}

test('a balance that is spent is told as ever, in the currency of the site', async () => {
  await using site = await siteOf({ user: 3 })
  const answer = await told(site.gateway.post(PATH_OF.openai, ask('openai')))
  expect(answer.status).toBe(403)
  expect(answer.headers.get('x-should-retry')).toBe('false')
  const { code, message } = JSON.parse(answer.text).error
  expect(code).toBe('insufficient_user_quota')
  expect(message).toMatch(/^Insufficient user quota: \$0\.000006 left, \$0\.001000 needed/)
})

test('a budget that is spent is told as ever while further calls hold the rest', async () => {
  await using site = await siteOf(budget('token'))
  const { gateway, upstream, held } = site
  const key = String(gateway.tokenIds[0])
  const limits = [{ kind: 'budget', window: 'day', amount: 3 }] as const
  const running = told(gateway.post(PATH_OF.openai, ask('openai', LARGE)))
  await upstream.waitForRequests(1)
  await gateway.services.limits.set(TEST_ACTOR, { subject: 'token', key, limits, setBy: 'admin' })
  const answer = await told(gateway.post(PATH_OF.openai, ask('openai', LARGE)))
  expect(answer.status).toBe(403)
  expect(answer.headers.get('x-should-retry')).toBe('false')
  expect(JSON.parse(answer.text).error.code).toBe('limit_spent')
  held.open()
  await running
})
