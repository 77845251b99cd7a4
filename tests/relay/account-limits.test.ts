/** Limits of tokens, users, groups, channels, members and projects, as their clients meet them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { LIMIT_KINDS } from '../../server/domain/limits/kinds'
import {
  isLimitWindow,
  LIMIT_SUBJECTS,
  LIMIT_WINDOWS,
  type LimitSubject,
} from '../../server/domain/limits/limit'
import type { LimitInput } from '../../server/domain/limits/limit-input'
import { type Gateway, startGateway } from '../support/gateway'
import { giveHolders, type Holders } from '../support/holders'
import { TEST_ACTOR } from '../support/seed'
import { gate, type RecordedRequest, type Reply, startUpstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, told } from './black-box'
import { answerOf, DEAR } from './dear-model'

const START = Date.UTC(2026, 10, 22, 12)
const MINUTE = 60_000
/** Ten tokens of prompt, and fifty of answer at eight credits. */
const ANSWER = answerOf(50)
const CHARGE = 10 + 8 * 50

const clock = { now: START, nowMs: () => clock.now, monotonicMs: () => clock.now }
let reply: Reply | ((request: RecordedRequest) => Reply) = ANSWER
let upstream: Awaited<ReturnType<typeof startUpstream>>
let gateway: Gateway
let holders: Holders

beforeAll(async () => {
  upstream = await startUpstream((request) =>
    typeof reply === 'function' ? reply(request) : reply,
  )
  gateway = await startGateway({
    clock,
    users: [{ username: 'ann' }],
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  holders = giveHolders(gateway)
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

function keyOf(subject: LimitSubject): string {
  if (subject === 'group') return 'default'
  const ids = {
    token: gateway.tokenIds[0],
    user: gateway.userIds[0],
    channel: gateway.channelIds[0],
    ...holders,
  }
  return String(ids[subject])
}

async function limit(subject: LimitSubject, ...limits: readonly LimitInput[]): Promise<void> {
  const key = keyOf(subject)
  await gateway.services.limits.set(TEST_ACTOR, { subject, key, limits, setBy: 'admin' })
}

/** Without limits, and an hour after everything before. */
async function afresh(): Promise<void> {
  await gateway.idle()
  clock.now += 60 * MINUTE
  reply = ANSWER
  for (const subject of LIMIT_SUBJECTS) {
    for (const { limit } of await gateway.services.limits.list(TEST_ACTOR, { subject })) {
      await gateway.services.limits.remove(TEST_ACTOR, { id: limit.id, by: 'admin' })
    }
  }
}

const call = (more: object = {}) => told(gateway.post(PATH_OF.openai, ask('openai', more)))

async function used(subject: LimitSubject): Promise<readonly number[]> {
  const views = await gateway.services.limits.list(TEST_ACTOR, { subject })
  return views.map((view) => view.used)
}

const FIELDS = LIMIT_SUBJECTS.flatMap((subject) =>
  LIMIT_KINDS.flatMap((kind) =>
    LIMIT_WINDOWS.filter((window) => isLimitWindow(kind, window)).map(
      (window) => [subject, kind, window] as const,
    ),
  ),
)

/** Enough for one call, and not for two. */
const ONE = { requests: 1, tokens: 61, budget: CHARGE + 1, concurrency: 1 } as const

test.each(FIELDS)('a limit of a %s in %s, window %s, stops the second call', async (...field) => {
  const [subject, kind, window] = field
  await afresh()
  await limit(subject, { kind, window, amount: ONE[kind] })
  const open = gate()
  const before = upstream.requests.length
  const isHeld = kind === 'concurrency'
  reply = isHeld ? { ...ANSWER, before: open } : ANSWER
  const first = call()
  if (isHeld) await upstream.waitForRequests(before + 1)
  else expect(await first).toMatchObject({ status: 200 })
  const { status, headers, text } = await call()
  const isRate = window === 'minute' || window === 'now'
  expect(status).toBe(isRate ? 429 : 403)
  expect(headers.get('x-should-retry')).toBe(isRate ? null : 'false')
  expect(headers.has('retry-after')).toBe(isRate)
  expect(JSON.parse(text).error.message).not.toMatch(/\{\{|limit\./)
  open.open()
  expect(await first).toMatchObject({ status: 200 })
  await gateway.idle()
  expect(await used(subject)).toEqual([
    { requests: 1, tokens: 60, budget: CHARGE, concurrency: 0 }[kind],
  ])
})

test.each(LIMIT_SUBJECTS)('20 calls at once on a budget of a %s for four', async (subject) => {
  await afresh()
  // Keeps to the limit that it is asked for.
  reply = ({ json }) => answerOf(Math.min(50, Number(Object(json).max_tokens ?? 50)))
  const amount = 4 * CHARGE + 5
  await limit(subject, { kind: 'budget', window: 'day', amount })
  const answers = await Promise.all(Array.from({ length: 20 }, () => call({ max_tokens: 50 })))
  await gateway.idle()
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  while ((await call({ max_tokens: 50 })).status === 200) await gateway.idle()
  const [spent = 0] = await used(subject)
  expect(spent).toBeWithin(amount - CHARGE, amount + 1)
})
