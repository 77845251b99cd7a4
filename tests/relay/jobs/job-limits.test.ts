/** Limits on drawings, songs and films: one request each, running until it is there. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { LIMIT_SUBJECTS, type LimitSubject } from '../../../server/domain/limits/limit'
import type { LimitInput } from '../../../server/domain/limits/limit-input'
import { type Gateway, startGateway } from '../../support/gateway'
import { giveHolders, type Holders } from '../../support/holders'
import { manualClock } from '../../support/ports'
import { TEST_ACTOR } from '../../support/seed'
import { SUNO_KEY, type SunoStandIn, startSuno } from '../../support/stand-ins/suno'
import { json, startUpstream, type Upstream } from '../../support/upstream'
import { JobVendor } from './job-vendor'

const KLING = 'kling-v2-1-master'
/** Of five seconds, of which the provider makes six. */
const HELD = 5 * 250_000
const CHARGE = 6 * 250_000
const MINUTE = 60_000

const idIn = ({ path }: { path: string }) => path.split('/').at(-1) ?? ''
const vendors = [0, 1].map(
  () => new JobVendor({ provider: 'kling', submits: /\/text2video$/, idIn }),
)
const clock = manualClock()
const upstreams: Upstream[] = []
let suno: SunoStandIn
let gateway: Gateway
let holders: Holders

beforeAll(async () => {
  for (const vendor of vendors) upstreams.push(await startUpstream(vendor.answer))
  suno = await startSuno()
  const [first, second] = upstreams
  gateway = await startGateway({
    clock,
    channels: [
      { upstream: first, models: KLING, type: 50, key: 'a|b', priority: 9, auto_ban: false },
      { upstream: second, models: KLING, type: 50, key: 'c|d', auto_ban: false },
      { upstream: suno, type: 36, key: SUNO_KEY, models: ['suno_music'] },
    ],
    options: { ModelRatio: { [KLING]: 1 }, ServerAddress: 'https://gw.example', RetryTimes: 1 },
  })
  holders = giveHolders(gateway)
  await setSecond(false)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const upstream of [...upstreams, suno.upstream]) await upstream.stop()
})
/** Without limits and jobs, and an hour after everything before. */
beforeEach(async () => {
  for (const subject of LIMIT_SUBJECTS) {
    for (const { limit: old } of await gateway.services.limits.list(TEST_ACTOR, { subject })) {
      await gateway.services.limits.remove(TEST_ACTOR, { id: old.id, by: 'admin' })
    }
  }
  for (const vendor of vendors) vendor.next.length = 0
  clock.advance(60 * MINUTE)
})

async function setSecond(isOn: boolean): Promise<void> {
  const id = gateway.channelIds[1] ?? 0
  if (isOn) await gateway.services.channels.enable(TEST_ACTOR, { id })
  else await gateway.services.channels.disable(TEST_ACTOR, { id })
}

async function limit(subject: LimitSubject, ...limits: readonly LimitInput[]): Promise<void> {
  const ids = {
    token: gateway.tokenIds[0],
    user: gateway.userIds[0],
    group: 'default',
    ...holders,
    channel: gateway.channelIds[0],
  }
  const named = { subject, key: String(ids[subject]), limits, setBy: 'admin' } as const
  await gateway.services.limits.set(TEST_ACTOR, named)
}

async function used(subject: LimitSubject): Promise<readonly number[]> {
  const views = await gateway.services.limits.list(TEST_ACTOR, { subject })
  return views.map((view) => view.used)
}

async function submit() {
  const asked = { model: KLING, prompt: 'a cat', seconds: 5 }
  const response = await gateway.post('/v1/videos', asked)
  const { id, error } = await response.json()
  return { status: response.status, id, error, retry: response.headers.get('x-should-retry') }
}

/** Ends the job, and looks at it, so that its bill is written. */
async function end(id: string, phase: 'succeeded' | 'failed' = 'succeeded'): Promise<void> {
  for (const vendor of vendors) vendor.all(phase)
  clock.advance(30_000)
  const headers = { authorization: `Bearer ${gateway.keys[0]}` }
  const answer = await fetch(`${gateway.url}/v1/videos/${id}`, { headers })
  expect((await answer.json()).status).toBe(phase === 'succeeded' ? 'completed' : 'failed')
}

test.each(LIMIT_SUBJECTS)(
  'requests of a %s are counted when a job is asked for',
  async (subject) => {
    await limit(subject, { kind: 'requests', window: 'minute', amount: 1 })
    const first = await submit()
    expect(first.status).toBe(200)
    const second = await submit()
    expect([second.status, second.error.code]).toEqual([429, 'rate_limit_exceeded'])
    expect(upstreams.reduce((sum, { requests }) => sum + requests.length, 0)).toBeGreaterThan(0)
    // Looking at it is no request, and its end counts no second one.
    await end(first.id)
    expect(await used(subject)).toEqual([1])
    clock.advance(2 * MINUTE)
    const third = await submit()
    expect(third.status).toBe(200)
    await end(third.id)
  },
)

test.each(LIMIT_SUBJECTS)(
  'a job keeps its place among what a %s runs to its end',
  async (subject) => {
    await limit(subject, { kind: 'concurrency', window: 'now', amount: 1 })
    const first = await submit()
    expect(await used(subject)).toEqual([1])
    // However long it takes.
    clock.advance(20 * MINUTE)
    expect((await submit()).status).toBe(429)
    await end(first.id, 'failed')
    expect(await used(subject)).toEqual([0])
    const second = await submit()
    expect(second.status).toBe(200)
    await end(second.id)
    expect(await used(subject)).toEqual([0])
  },
)

test.each(LIMIT_SUBJECTS)(
  'a budget of a %s counts what a job holds, then what it cost',
  async (subject) => {
    await limit(subject, { kind: 'budget', window: 'day', amount: 2 * HELD - 1 })
    const first = await submit()
    expect(await used(subject)).toEqual([HELD])
    const { status, error, retry } = await submit()
    expect([status, error.code, retry]).toEqual([403, 'limit_spent', 'false'])
    await end(first.id, 'failed')
    expect(await used(subject)).toEqual([0])
    const second = await submit()
    expect(second.status).toBe(200)
    await end(second.id)
    expect(await used(subject)).toEqual([CHARGE])
  },
)

test('a budget of the payer bounds what a job costs beyond what was held', async () => {
  await limit('user', { kind: 'budget', window: 'total', amount: HELD + 1000 })
  const { id } = await submit()
  await end(id)
  expect(await used('user')).toEqual([HELD + 1000])
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('20 at once pass as often as the limit says', async () => {
  await limit('user', { kind: 'concurrency', window: 'now', amount: 3 })
  const answers = await Promise.all(Array.from({ length: 20 }, submit))
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(3)
  expect(await used('user')).toEqual([3])
  for (const { id } of taken) await end(id)
  expect(await used('user')).toEqual([0])
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('a channel without room is passed over, at first and after a failure', async () => {
  await setSecond(true)
  await limit('channel', { kind: 'concurrency', window: 'now', amount: 1 })
  const [at, other] = upstreams.map(({ requests }) => requests.length)
  const jobs = [await submit(), await submit()]
  expect(jobs.map(({ status }) => status)).toEqual([200, 200])
  const asked = upstreams.map(({ requests }) => requests.length)
  expect(asked).toEqual([(at ?? 0) + 1, (other ?? 0) + 1])
  for (const { id } of jobs) await end(id)
  // One that goes on elsewhere leaves its place.
  vendors[0]?.next.push(json({ code: 5000, message: 'busy' }, { status: 503 }))
  const moved = await submit()
  expect([moved.status, await used('channel')]).toEqual([200, [0]])
  await end(moved.id)
  await setSecond(false)
})

test('songs are counted the same, and refused in the words of their own clients', async () => {
  await limit('token', { kind: 'requests', window: 'minute', amount: 1 })
  const sing = async () => {
    const answer = await gateway.post('/suno/submit/music', { prompt: 'a song of cats' })
    return { status: answer.status, body: await answer.json() }
  }
  expect((await sing()).body.code).toBe('success')
  const { status, body } = await sing()
  expect(status).toBe(429)
  expect(JSON.stringify(body)).toContain('Limit reached: 1 requests per minute')
})

test('what a job was charged at its end is spend of channel, model, token and user', async () => {
  const { rollups } = gateway.services
  const subjects = {
    channel: gateway.channelIds[0],
    model: KLING,
    token: gateway.tokenIds[0],
    user: gateway.userIds[0],
  }
  const spent = async () => {
    await gateway.idle()
    const sums = Object.entries(subjects).map(async ([kind, subject]) => {
      const asked = { kind: kind as keyof typeof subjects, subject: String(subject) } as const
      const { total } = await rollups.show({ ...asked, range: 'day', shift: 0, language: 'en' })
      return [kind, total.quota] as const
    })
    return Object.fromEntries(await Promise.all(sums))
  }
  const before = await spent()
  const { id } = await submit()
  await end(id)
  const after = await spent()
  for (const kind of Object.keys(subjects)) {
    expect([kind, (after[kind] ?? 0) - (before[kind] ?? 0)]).toEqual([kind, CHARGE])
  }
})
