/**
 * What others fail at, in public: a budget is a budget. Bursts, calls that are far too large, a
 * restart and a crash in the middle, a database that is gone for a while, hundreds of customers;
 * never a credit over, and nobody refused who had room.
 */
import { expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { LimitWindow } from '../../server/domain/limits/limit'
import type { LimitInput } from '../../server/domain/limits/limit-input'
import { type Gateway, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { TEST_ACTOR } from '../support/seed'
import {
  gate,
  type RecordedRequest,
  type Reply,
  type Script,
  sse,
  startUpstream,
} from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { ask, MODEL, PATH_OF, told } from './black-box'
import { answerOf, DEAR, frame, WORDS, writes } from './dear-model'

const START = Date.UTC(2026, 10, 22, 12)
const CHARGE = 10 + 8 * 50
const KINDS: readonly LimitWindow[] = ['minute', '5h', 'day', 'week', 'month', 'total']

interface Site extends AsyncDisposable {
  readonly gateway: Gateway
  readonly upstream: Awaited<ReturnType<typeof startUpstream>>
  readonly clock: { now: number }
}

/** Keeps to the limit that it is asked for. */
function honest({ json }: RecordedRequest): Reply {
  return answerOf(Math.min(50, Number(Object(json).max_tokens ?? 50)))
}

async function openSite(reply: Script, tokens: readonly object[] = [{}]): Promise<Site> {
  const clock = { now: START, nowMs: () => clock.now, monotonicMs: () => clock.now }
  const upstream = await startUpstream(reply)
  const gateway = await startGateway({
    clock,
    tokens,
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  return {
    ...{ gateway, upstream, clock },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await upstream[Symbol.asyncDispose]()
    },
  }
}

async function limit(gateway: Gateway, index: number, ...limits: readonly LimitInput[]) {
  const key = String(gateway.tokenIds[index])
  const named = { subject: 'token', key, limits, setBy: 'admin' } as const
  await gateway.services.limits.set(TEST_ACTOR, named)
}

async function standing(gateway: Gateway) {
  const views = await gateway.services.limits.list(TEST_ACTOR, { subject: 'token' })
  return views.map(({ limit: { amount }, used }) => ({ amount, used }))
}

const call = (gateway: Gateway, more: object = {}, key = gateway.keys[0] ?? '') =>
  told(gateway.post(PATH_OF.openai, ask('openai', { max_tokens: 50, ...more }), { key }))

test.each(KINDS)('a burst of 20 calls on a budget for four, window %s', async (window) => {
  await using site = await openSite(honest)
  const { gateway } = site
  const amount = 4 * CHARGE + 5
  await limit(gateway, 0, { kind: 'budget', window, amount })
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(gateway)))
  await gateway.idle()
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  // One after the other, until there is no room for another.
  while ((await call(gateway)).status === 200) await gateway.idle()
  const [only] = await standing(gateway)
  expect(only?.used).toBeLessThanOrEqual(amount)
  expect(only?.used).toBeGreaterThan(amount - CHARGE)
  const { used_quota } = await gateway.services.tokens.show(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
  expect(used_quota).toBe(only?.used ?? 0)
})

test('calls that are far too large, of an upstream that keeps to nothing', async () => {
  const streams = sse(Array.from({ length: 400 }, () => frame({ content: WORDS })))
  for (const [reply, stream] of [
    [answerOf(100_000), false],
    [streams, true],
    [writes(20_000), true],
  ] as const) {
    await using site = await openSite(reply)
    const { gateway } = site
    await limit(gateway, 0, { kind: 'budget', window: 'day', amount: 10_000 })
    const asked = { stream, max_tokens: 100_000 }
    await Promise.all(Array.from({ length: 5 }, () => call(gateway, asked)))
    await gateway.idle()
    const [only] = await standing(gateway)
    expect(only?.used).toBeLessThanOrEqual(10_000)
    expect(only?.used).toBeGreaterThan(9_000)
    const { used_quota } = await gateway.services.tokens.show(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
    expect(used_quota).toBe(only?.used ?? 0)
  }
})

test('a crash and a restart in the middle of calls', async () => {
  const held = gate()
  await using upstream = await startUpstream((request) => ({ ...honest(request), before: held }))
  await using seeded = await startGateway({
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  const budget = { kind: 'budget', window: 'month', amount: 2 * CHARGE + 5 } as const
  await limit(seeded, 0, budget, { kind: 'concurrency', window: 'now', amount: 2 })
  await seeded.stop()
  await using killed = await startGatewayProcess({ restartOf: seeded })
  const asked = ask('openai', { max_tokens: 50 })
  const lost = [1, 2].map(() => killed.post(PATH_OF.openai, asked).catch(() => undefined))
  await upstream.waitForRequests(2)
  expect((await killed.post(PATH_OF.openai, asked)).status).toBeGreaterThanOrEqual(403)
  await killed.kill9()
  await Promise.all(lost)
  held.open()

  const statuses: number[] = []
  for (let run = 0; run < 2; run += 1) {
    // What was held is free again, and a restart in order forgets nothing either.
    await using gateway = await startGateway({ restartOf: seeded })
    for (let at = 0; at < 2; at += 1) statuses.push((await call(gateway)).status)
    await gateway.idle()
    const [used, running] = await standing(gateway)
    expect(used?.used).toBe(2 * CHARGE)
    expect(running?.used).toBe(0)
    await gateway.stop()
  }
  expect(statuses).toEqual([200, 200, 403, 403])
})

test('a database that is gone for ten seconds', async () => {
  const held = gate()
  await using site = await openSite((request) => ({ ...honest(request), before: held }))
  const { gateway, upstream, clock } = site
  await limit(gateway, 0, { kind: 'budget', window: 'day', amount: 2 * CHARGE + 100 })
  const running = [call(gateway), call(gateway)]
  await upstream.waitForRequests(1)
  const file = join(gateway.dataDir, 'gw.db')
  renameSync(file, `${file}.away`)
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(503)
  const refused = await Promise.all(Array.from({ length: 20 }, () => call(gateway)))
  for (const { status } of refused) expect(status).toBe(503)
  clock.now += 10_000
  held.open()
  await Promise.all(running)
  renameSync(`${file}.away`, file)
  await waitUntil('the database is back', async () => (await fetch(`${gateway.url}/healthz`)).ok)
  while ((await call(gateway)).status === 200) await gateway.idle()
  await gateway.idle()
  const [only] = await standing(gateway)
  expect(only?.used).toBeLessThanOrEqual(2 * CHARGE + 100)
  expect(only?.used).toBeGreaterThan(CHARGE)
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('250 customers, five calls each at once, on a budget for two', async () => {
  const tokens = [100, 100, 50].map((count) => ({ count, unlimited_quota: true }))
  await using site = await openSite(honest, tokens)
  const { gateway } = site
  expect(gateway.keys).toHaveLength(250)
  for (const [index] of gateway.keys.entries()) {
    const window = KINDS[index % KINDS.length] ?? 'day'
    await limit(gateway, index, { kind: 'budget', window, amount: 2 * CHARGE + 100 })
  }
  const calls = gateway.keys.flatMap((key) =>
    Array.from({ length: 5 }, () => call(gateway, {}, key)),
  )
  const answers = await Promise.all(calls)
  await gateway.idle()
  const rows = await standing(gateway)
  expect(rows).toHaveLength(250)
  for (const { used, amount } of rows) expect(used).toBeLessThanOrEqual(amount)
  const charged = rows.reduce((sum, { used }) => sum + used, 0)
  const user = await gateway.services.users.show(String(gateway.userIds[0]))
  expect(user.used_quota).toBe(charged)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(250)
  // Waiting helps where the window is a minute.
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([200, 403, 429])
}, 60_000)
