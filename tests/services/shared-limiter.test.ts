/** What a place that several gateways share must be able to do behind the port of the limiter. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { systemClock } from '../../server/clock'
import { createServices, type Services } from '../../server/services/create-services'
import { localLimiters, type OpenLimiter } from '../../server/services/limiter/limiter'
import { type Fixture, OPERATOR, openFixture, PASSWORD, refusal } from './services-fixture'

let gw: Fixture
let gateways: readonly Services[]

/** Counts in one place whoever asks, and answers a few turns of the loop later. */
function sharedLimiters(): OpenLimiter {
  const open = localLimiters(systemClock)
  const opened = new Map<string, ReturnType<OpenLimiter>>()
  const later = () => new Promise((resolve) => setImmediate(resolve))
  return (purpose) => {
    const limiter = opened.get(purpose) ?? open(purpose)
    opened.set(purpose, limiter)
    return {
      async take(key, rule) {
        await later()
        return await limiter.take(key, rule)
      },
      async release(key, count) {
        await later()
        await limiter.release(key, count)
      },
    }
  }
}

beforeEach(async () => {
  gw = await openFixture()
  const { db, sealer } = gw
  const openLimiter = sharedLimiters()
  const random = { next: () => 0.5, bytes: (n: number) => new Uint8Array(n), text: () => 'x' }
  const parts = { db, sealer, clock: systemClock, random, openLimiter }
  gateways = [createServices(parts), createServices(parts)]
  await gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD })
})
afterEach(() => gw.close())

function logIn(index: number, password: string) {
  const input = { username: 'ann', password, ip: '192.0.2.1', userAgent: '' }
  return refusal(gateways[index % 2]?.sessions.login(OPERATOR, input) ?? Promise.resolve())
}

test('guesses at two gateways side by side count together', async () => {
  const guesses = Array.from({ length: 30 }, (_, index) => logIn(index, 'wrong password'))
  const ends = Map.groupBy(await Promise.all(guesses), (end) => end)
  expect(ends.get('login.wrong')?.length).toBe(5)
  expect(ends.get('login.locked')?.length).toBe(25)
  expect(await logIn(0, PASSWORD)).toBe('login.locked')
  expect(await logIn(1, PASSWORD)).toBe('login.locked')
})
