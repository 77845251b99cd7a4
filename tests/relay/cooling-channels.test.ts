/** Channels that fail are left alone for a while, tried by one call, and never all of them. */
import { describe, expect, test } from 'bun:test'
import type { Clock } from '../../server/clock'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, type Reply, startUpstream } from '../support/upstream'
import { ask, PATH_OF, PRICES, recorded, told } from './black-box'

const ANSWER = json(recorded('openai').json)
const BROKEN = json({ error: { message: 'busy' } }, { status: 500 })

interface Site {
  readonly gateway: Gateway
  /** Seconds that the clock goes on. */
  readonly wait: (seconds: number) => void
  readonly firstSays: (reply: Reply) => void
  /** Which channels were asked by so many calls, one after the other. */
  readonly asked: (count: number) => Promise<string[]>
}

/** A preferred channel, and one below it that always works. */
async function withSite(
  run: (site: Site) => Promise<void>,
  options: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  let aheadMs = 0
  const clock: Clock = {
    nowMs: () => Date.now() + aheadMs,
    monotonicMs: () => performance.now(),
  }
  let says: Reply = ANSWER
  const asked: string[] = []
  await using first = await startUpstream(() => {
    asked.push('first')
    return says
  })
  await using second = await startUpstream(() => {
    asked.push('second')
    return ANSWER
  })
  await using gateway = await startGateway({
    clock,
    options: { ...PRICES, ...options },
    channels: [
      { name: 'first', upstream: first, models: 'm', priority: 9 },
      { name: 'second', upstream: second, models: 'm' },
    ],
  })
  await run({
    gateway,
    wait: (seconds) => {
      aheadMs += seconds * 1000
    },
    firstSays: (reply) => {
      says = reply
    },
    asked: async (count) => {
      asked.length = 0
      for (let at = 0; at < count; at += 1) {
        const { status } = await told(gateway.post(PATH_OF.openai, ask('openai')))
        expect(status).toBe(200)
      }
      return [...asked]
    },
  })
}

describe('a channel that fails again and again', () => {
  test('is passed over, and tried again when its time is over', () =>
    withSite(async ({ gateway, wait, firstSays, asked }) => {
      firstSays(BROKEN)
      const both = ['first', 'second']
      expect(await asked(3)).toEqual([...both, ...both, ...both])
      expect(await asked(2)).toEqual(['second', 'second'])
      await gateway.idle()
      const shown = await gateway.services.channels.show('first')
      expect(shown.cooling_reason).toContain('500 busy')
      expect(shown.cooling_until).toBeGreaterThan(0)
      wait(16)
      expect(await asked(2)).toEqual(['first', 'second', 'second'])
      wait(16)
      // The second rest is twice as long.
      expect(await asked(1)).toEqual(['second'])
      wait(16)
      firstSays(ANSWER)
      expect(await asked(2)).toEqual(['first', 'first'])
      await gateway.idle()
      expect((await gateway.services.channels.show('first')).cooling_until).toBe(0)
    }))

  test('is not passed over for refusing requests', () =>
    withSite(async ({ gateway, firstSays, asked }) => {
      firstSays(json({ error: { message: 'no such thing' } }, { status: 400 }))
      for (let at = 0; at < 5; at += 1) {
        const { status } = await told(gateway.post(PATH_OF.openai, ask('openai')))
        expect(status).toBe(400)
      }
      firstSays(ANSWER)
      expect(await asked(1)).toEqual(['first'])
    }))

  test('is left alone at once, and as long as it says, when it says so', () =>
    withSite(async ({ wait, firstSays, asked }) => {
      firstSays(
        json({ error: { message: 'later' } }, { status: 503, headers: { 'retry-after': '90' } }),
      )
      expect(await asked(2)).toEqual(['first', 'second', 'second'])
      firstSays(ANSWER)
      wait(80)
      expect(await asked(1)).toEqual(['second'])
      wait(11)
      expect(await asked(1)).toEqual(['first'])
    }))

  test('comes back when somebody revives it', () =>
    withSite(async ({ gateway, firstSays, asked }) => {
      firstSays(BROKEN)
      await asked(3)
      firstSays(ANSWER)
      const id = gateway.channelIds[0] ?? 0
      await gateway.services.channels.setKey(TEST_ACTOR, { id, key: 0, status: 1 })
      expect(await asked(1)).toEqual(['first'])
    }))

  test('is never passed over where the option says so', () =>
    withSite(
      async ({ firstSays, asked }) => {
        firstSays(BROKEN)
        await asked(5)
        expect(await asked(1)).toEqual(['first', 'second'])
      },
      { ChannelBreakerFailures: '0' },
    ))

  test('goes to rest sooner or later as the options say', () =>
    withSite(
      async ({ wait, firstSays, asked }) => {
        firstSays(BROKEN)
        expect(await asked(2)).toEqual(['first', 'second', 'second'])
        wait(4)
        expect(await asked(1)).toEqual(['first', 'second'])
      },
      { ChannelBreakerFailures: '1', ChannelBreakerSeconds: '3' },
    ))
})

test('the last channels are tried although all of them rest', async () => {
  await using upstream = await startUpstream(BROKEN)
  await using gateway = await startGateway({
    options: { ...PRICES, RetryTimes: '0', ChannelBreakerFailures: '1' },
    channels: [
      { upstream, models: 'm', priority: 1 },
      { upstream, models: 'm' },
    ],
  })
  const send = async () => (await told(gateway.post(PATH_OF.openai, ask('openai')))).status
  expect([await send(), await send(), await send()]).toEqual([500, 500, 500])
  expect(upstream.requests).toHaveLength(3)
  upstream.script(ANSWER)
  expect(await send()).toBe(200)
})
