/** Models that answer in the place of others, and what the tries of one request may cost. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { json, startUpstream } from '../support/upstream'
import { ask, billOf, PATH_OF, PRICES, recorded, told } from './black-box'

const ANSWER = json(recorded('openai').json)
const BROKEN = json({ error: { message: 'busy' } }, { status: 500 })
const OPTIONS = {
  ...PRICES,
  ModelRatio: { m: 1, spare: 3, last: 2 },
  CompletionRatio: { m: 2, spare: 2, last: 2 },
  ModelFallbacks: { m: ['spare', 'last'] },
  ChannelBreakerFailures: '0',
}
/** 12 prompt and 9 completion tokens at ratio 3. */
const SPARE_CHARGE = (12 + 2 * 9) * 3

interface Site {
  readonly gateway: Gateway
  /** Models that the upstreams were asked for, in their order. */
  readonly asked: string[]
  /** Of tokens, as they were asked. */
  readonly limits: number[]
}

async function withSite(
  failing: readonly string[],
  run: (site: Site) => Promise<void>,
  more: Parameters<typeof startGateway>[0] = {},
): Promise<void> {
  const asked: string[] = []
  const limits: number[] = []
  await using upstream = await startUpstream(({ json: body }) => {
    const { model, max_tokens } = Object(body)
    asked.push(model)
    limits.push(max_tokens)
    return failing.includes(model) ? BROKEN : ANSWER
  })
  await using gateway = await startGateway({
    channels: ['m', 'm', 'm', 'm', 'spare', 'last'].map((models) => ({ upstream, models })),
    ...more,
    options: { ...OPTIONS, ...more.options },
  })
  await run({ gateway, asked, limits })
}

const send = ({ gateway }: Site, more: object = {}) =>
  told(gateway.post(PATH_OF.openai, ask('openai', more)))

describe('a model that fails', () => {
  test('is answered by the next on its list, at the price of that one', () =>
    withSite(['m'], async (site) => {
      const answer = await send(site)
      expect(answer.status).toBe(200)
      // Three tries in all, of which the last is kept for the list.
      expect(site.asked).toEqual(['m', 'm', 'spare'])
      const { row, other } = await billOf(site.gateway, answer.requestId)
      expect(row).toMatchObject({ model_name: 'spare', quota: SPARE_CHARGE })
      expect(other).toMatchObject({ fallback_of: 'm' })
      expect(other.admin_info.use_channel).toHaveLength(3)
    }))

  test('never makes more tries than one request may', () =>
    withSite(
      ['m', 'spare', 'last'],
      async (site) => {
        expect((await send(site)).status).toBe(500)
        expect(site.asked).toEqual(['m', 'm', 'm', 'm', 'spare', 'last'])
      },
      { options: { RetryTimes: '5' } },
    ))

  test('is answered by itself where it works', () =>
    withSite([], async (site) => {
      const { other } = await billOf(site.gateway, (await send(site)).requestId)
      expect(site.asked).toEqual(['m'])
      expect(other).not.toHaveProperty('fallback_of')
    }))

  test('gives a token only models that it may have', () =>
    withSite(
      ['m'],
      async (site) => {
        expect((await send(site)).status).toBe(200)
        expect(site.asked.at(-1)).toBe('last')
      },
      { tokens: [{ model_limits_enabled: true, model_limits: 'm,last' }] },
    ))

  test('does not fall back on what the accounts cannot hold', () =>
    withSite(
      ['m'],
      async (site) => {
        const answer = await send(site, { max_tokens: 100 })
        expect(answer.status).toBe(500)
        await site.gateway.idle()
        expect(site.asked).toEqual(['m', 'm', 'm'])
        const [id = 0] = site.gateway.tokenIds
        const token = await site.gateway.services.tokens.show(TEST_ACTOR, id)
        expect(token.remain_quota).toBe(20)
      },
      { tokens: [{ remain_quota: 20 }], options: { PreConsumedQuota: '0' } },
    ))

  test('writes no more than the accounts pay for at the other price', () =>
    withSite(
      ['m'],
      async (site) => {
        const answer = await send(site, { max_tokens: 100 })
        expect(answer.status).toBe(200)
        expect(site.limits.at(-1)).toBeLessThan(100)
        expect(site.limits.at(-1)).toBe(Math.floor((200 - 14 * 3) / 6))
      },
      { tokens: [{ remain_quota: 200 }], options: { PreConsumedQuota: '0' } },
    ))

  test('of which all channels are off is answered by the next that has one', () =>
    withSite([], async (site) => {
      const { gateway } = site
      for (const id of gateway.channelIds.slice(0, 5)) {
        await gateway.services.channels.disable(TEST_ACTOR, { id })
      }
      const answer = await send(site)
      expect(answer.status).toBe(200)
      expect(site.asked).toEqual(['last'])
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(row.model_name).toBe('last')
      expect(other).toMatchObject({ fallback_of: 'm' })
    }))

  test('is refused for what is wrong with the request, without a fallback', () =>
    withSite(['m'], async (site) => {
      const answer = await send(site, { messages: [] })
      expect(answer.status).toBe(400)
      expect(site.asked).toEqual([])
    }))
})

test('tries end where their prompts would cost more than one request may', async () => {
  await using upstream = await startUpstream(BROKEN)
  await using gateway = await startGateway({
    channels: [1, 2, 3, 4].map(() => ({ upstream, models: 'm' })),
    options: { ...PRICES, RetryTimes: '3', RetryCreditLimit: '1' },
  })
  expect((await told(gateway.post(PATH_OF.openai, ask('openai')))).status).toBe(500)
  expect(upstream.requests).toHaveLength(1)
  await gateway.services.options.set(TEST_ACTOR, { key: 'RetryCreditLimit', value: String(PLENTY) })
  await told(gateway.post(PATH_OF.openai, ask('openai')))
  expect(upstream.requests).toHaveLength(5)
})
