/** Jobs that several see end at once, and providers that fail: one bill each, or none. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../../db/open'
import { readBooks } from '../../contracts/books'
import { type Gateway, startGateway } from '../../support/gateway'
import { manualClock } from '../../support/ports'
import { TEST_ACTOR } from '../../support/seed'
import { gate, json, startUpstream, type Upstream } from '../../support/upstream'
import { JobVendor } from './job-vendor'

const KLING = 'kling-v2-1-master'
const GEN4 = 'gen4_turbo'
const CREDITS_PER_SECOND = 250_000
const CHARGE = 6 * CREDITS_PER_SECOND

const lastPart = ({ path }: { path: string }) => path.split('/').at(-1) ?? ''
const kling = new JobVendor({ provider: 'kling', submits: /\/text2video$/, idIn: lastPart })
const spare = new JobVendor({ provider: 'kling', submits: /\/text2video$/, idIn: lastPart })
const runway = new JobVendor({ provider: 'runway', submits: /_to_video$/, idIn: lastPart })
const clock = manualClock()
const upstreams: Upstream[] = []
let gateway: Gateway

beforeAll(async () => {
  for (const vendor of [kling, spare, runway]) {
    const upstream = await startUpstream(vendor.answer)
    vendor.url = upstream.url
    upstreams.push(upstream)
  }
  const [first, second, third] = upstreams
  gateway = await startGateway({
    clock,
    channels: [
      { upstream: first, models: KLING, type: 50, key: 'a|b', priority: 9, auto_ban: false },
      { upstream: second, models: KLING, type: 50, key: 'c|d', auto_ban: false },
      { upstream: third, models: GEN4, type: 20_061, key: 'key_1', auto_ban: false },
    ],
    options: { ModelRatio: { [KLING]: 1, [GEN4]: 1 }, ServerAddress: 'https://gw.example' },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const upstream of upstreams) await upstream.stop()
})
beforeEach(() => {
  for (const vendor of [kling, spare, runway]) {
    vendor.next.length = 0
    vendor.begins = 'queued'
  }
})

interface Video {
  readonly id: string
  readonly status: string
  readonly error: { readonly code: string; readonly message: string } | null
}

async function submit(model = KLING, more: object = {}): Promise<Response> {
  return await gateway.post('/v1/videos', { model, prompt: 'a cat', seconds: 5, ...more })
}

async function submitted(model = KLING): Promise<Video> {
  const answer = await submit(model)
  expect(answer.status).toBe(200)
  return await answer.json()
}

async function look(id: string): Promise<Video> {
  const headers = { authorization: `Bearer ${gateway.keys[0]}` }
  return await (await fetch(`${gateway.url}/v1/videos/${id}`, { headers })).json()
}

/** Without asking the provider. */
async function listed(id: string): Promise<Video | undefined> {
  const headers = { authorization: `Bearer ${gateway.keys[0]}` }
  const page = await (await fetch(`${gateway.url}/v1/videos?limit=100`, { headers })).json()
  return page.data.find((video: Video) => video.id === id)
}

async function later(id: string, seconds = 30): Promise<Video> {
  clock.advance(seconds * 1000)
  return await look(id)
}

function hookOf(upstream = upstreams[0]): string {
  const { callback_url } = Object(
    upstream?.requests.findLast(({ method }) => method === 'POST')?.json,
  )
  expect(callback_url).toStartWith('https://gw.example/v1/jobs/hook/')
  return gateway.url + String(callback_url).replace('https://gw.example', '')
}

const call = (url: string, body: object = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function creditsOf(run: () => Promise<unknown>): Promise<number> {
  const before = (await readBooks(gateway)).userQuota
  await run()
  return before - (await readBooks(gateway)).userQuota
}

/** Bills of a job, of which there must be one. */
async function billsOf(id: string): Promise<number> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`, { readonly: true })
  try {
    const job = await db.kysely.selectFrom('jobs').selectAll().where('id', '=', id).execute()
    const { callId } = JSON.parse(job[0]?.terms ?? '{}')
    const entries = await db.kysely
      .selectFrom('ledger')
      .select('kind')
      .where('reference', '=', callId)
      .where('kind', '<>', 'reserve')
      .execute()
    return entries.length
  } finally {
    await db.close()
  }
}

describe('a webhook of the provider', () => {
  test('brings the question forward, and its answer counts', async () => {
    const credits = await creditsOf(async () => {
      const { id } = await submitted()
      kling.all('succeeded')
      clock.advance(1_500)
      expect((await call(hookOf(), { task_status: 'succeed' })).status).toBe(200)
      expect(await listed(id)).toMatchObject({ status: 'completed' })
    })
    expect(credits).toBe(CHARGE)
  })

  test('is not believed, and costs one question however often it is sent', async () => {
    const { id } = await submitted()
    kling.all('running')
    clock.advance(1_500)
    const asked = upstreams[0]?.requests.length ?? 0
    const claim = {
      data: { task_status: 'succeed', task_result: { videos: [{ url: 'http://x' }] } },
    }
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(hookOf(), claim)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(upstreams[0]?.requests.length).toBe(asked + 1)
    expect(await listed(id)).toMatchObject({ status: 'in_progress' })
    kling.all('failed')
    await later(id)
  })

  test('that is sent again after the end changes nothing', async () => {
    const { id } = await submitted()
    const hook = hookOf()
    kling.all('succeeded')
    await later(id)
    const credits = await creditsOf(async () => {
      kling.all('failed')
      clock.advance(60_000)
      for (let times = 0; times < 3; times += 1) expect((await call(hook)).status).toBe(200)
    })
    expect(credits).toBe(0)
    expect(await listed(id)).toMatchObject({ status: 'completed' })
    expect(await billsOf(id)).toBe(1)
  })

  test('at an address that nobody was given is refused', async () => {
    expect((await call(`${gateway.url}/v1/jobs/hook/${'a'.repeat(40)}`)).status).toBe(404)
  })
})

describe('an end that is seen by many at once', () => {
  test('is billed once', async () => {
    const credits = await creditsOf(async () => {
      const { id } = await submitted()
      const hook = hookOf()
      kling.all('succeeded')
      clock.advance(30_000)
      await Promise.all([call(hook), look(id), call(hook), look(id), look(id)])
      expect(await look(id)).toMatchObject({ status: 'completed' })
      expect(await billsOf(id)).toBe(1)
    })
    expect(credits).toBe(CHARGE)
  })

  test('is either the cancellation or the film, and the money goes with it', async () => {
    const { id } = await submitted(GEN4)
    const held = gate()
    runway.all('succeeded')
    clock.advance(30_000)
    const [upstreamId = ''] = [...runway.jobs.keys()].slice(-1)
    runway.next.push({ ...runway.told('succeeded', upstreamId), before: held })
    const asked = upstreams[2]?.requests.length ?? 0
    const before = (await readBooks(gateway)).userQuota
    const polled = look(id)
    await upstreams[2]?.waitForRequests(asked + 1)
    const headers = { authorization: `Bearer ${gateway.keys[0]}` }
    const stopped = await fetch(`${gateway.url}/v1/videos/${id}/cancel`, {
      method: 'POST',
      headers,
    })
    expect((await stopped.json()).status).toBe('failed')
    held.open()
    await polled
    expect(await listed(id)).toMatchObject({ status: 'failed' })
    expect(await billsOf(id)).toBe(1)
    expect((await readBooks(gateway)).userQuota - before).toBe(5 * CREDITS_PER_SECOND)
  })
})

test('whoever looks while a provider is being asked gets its answer, too', async () => {
  const { id } = await submitted()
  kling.all('succeeded')
  const looks = await Promise.all([later(id), look(id), look(id)])
  expect(looks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  expect(await billsOf(id)).toBe(1)
})

describe('a provider that fails', () => {
  test('when it is asked to begin: the next channel of it is asked', async () => {
    kling.next.push(json({ code: 5000, message: 'busy' }))
    const credits = await creditsOf(async () => {
      const { id } = await submitted()
      expect(spare.jobs.size).toBeGreaterThan(0)
      spare.all('succeeded')
      expect(await later(id)).toMatchObject({ status: 'completed' })
    })
    expect(credits).toBe(CHARGE)
  })

  test('with every channel: nothing is charged, and the row says why', async () => {
    for (const vendor of [kling, spare])
      vendor.next.push(json({ code: 5000, message: 'very busy' }))
    const credits = await creditsOf(async () => {
      expect((await submit()).status).toBe(503)
    })
    expect(credits).toBe(0)
    const { items } = await gateway.services.tasks.list({})
    expect(items[0]).toMatchObject({ status: 'FAILURE', fail_reason: 'very busy', quota: 0 })
  })

  test('while it works: it is asked again later', async () => {
    // Longer than any pause between two questions.
    const LONG = 600
    const { id } = await submitted(GEN4)
    for (const status of [500, 429, 401]) {
      runway.next.push(json({ error: 'not now' }, { status }))
      expect(await later(id, LONG)).toMatchObject({ status: 'queued' })
    }
    runway.next.push({ ending: 'reset' })
    expect(await later(id, LONG)).toMatchObject({ status: 'queued' })
    runway.all('succeeded')
    expect(await later(id, LONG)).toMatchObject({ status: 'completed' })
  })

  test('by giving two jobs one name: the second is not charged', async () => {
    const first = await submitted(GEN4)
    const [upstreamId = ''] = [...runway.jobs.keys()].slice(-1)
    const credits = await creditsOf(async () => {
      runway.next.push(runway.told('accepted', upstreamId))
      const second = await submit(GEN4)
      expect(second.status).toBe(502)
      expect((await second.json()).error.code).toBe('job_duplicate')
    })
    expect(credits).toBe(0)
    runway.all('failed')
    expect(await later(first.id)).toMatchObject({ status: 'failed' })
  })

  test('by an answer without a name: nothing is charged', async () => {
    const credits = await creditsOf(async () => {
      runway.next.push(json({ hello: 'world' }))
      expect((await submit(GEN4)).status).toBe(502)
    })
    expect(credits).toBe(0)
  })

  test('by forgetting the job: it is waited for a while, then given back', async () => {
    const before = (await readBooks(gateway)).userQuota
    const { id } = await submitted(GEN4)
    runway.jobs.clear()
    expect(await later(id)).toMatchObject({ status: 'queued' })
    expect(await later(id, 180)).toMatchObject({ status: 'failed', error: { code: 'job_lost' } })
    expect((await readBooks(gateway)).userQuota).toBe(before)
  })

  test('by telling of a film that is longer than any: four times is believed', async () => {
    const credits = await creditsOf(async () => {
      const { id } = await submitted()
      const [upstreamId = ''] = [...kling.jobs.keys()].slice(-1)
      const videos = [{ url: 'https://a.example/film.mp4', duration: '999999999' }]
      const data = { task_id: upstreamId, task_status: 'succeed', task_result: { videos } }
      kling.next.push(json({ code: 0, data }))
      expect(await later(id)).toMatchObject({ status: 'completed' })
    })
    expect(credits).toBe(4 * 5 * CREDITS_PER_SECOND)
  })

  test('by never ending: it is stopped at the deadline, and given back', async () => {
    const before = (await readBooks(gateway)).userQuota
    const { id } = await submitted(GEN4)
    runway.all('running')
    expect(await later(id)).toMatchObject({ status: 'in_progress' })
    const end = await later(id, 3 * 3_600)
    expect(end).toMatchObject({ status: 'failed', error: { code: 'job_timed_out' } })
    expect(upstreams[2]?.last().method).toBe('DELETE')
    expect((await readBooks(gateway)).userQuota).toBe(before)
  })
})

test('a job whose channel is deleted is given back', async () => {
  const own = await startUpstream(runway.answer)
  const [channel] = await gateway.services.channels.create(TEST_ACTOR, {
    name: 'short-lived',
    type: 20_061,
    key: 'key_2',
    base_url: own.url,
    models: 'gen3a_turbo',
    group: 'default',
  })
  await gateway.services.prices.set(TEST_ACTOR, {
    prices: [{ model: 'gen3a_turbo', price: { model_price: 0.1 } }],
  })
  const before = (await readBooks(gateway)).userQuota
  const { id } = await submitted('gen3a_turbo')
  await gateway.services.channels.remove(TEST_ACTOR, channel?.id ?? 0)
  for (let times = 0; times < 5; times += 1) await later(id)
  expect(await look(id)).toMatchObject({ status: 'failed', error: { code: 'job_channel_gone' } })
  expect((await readBooks(gateway)).userQuota).toBe(before)
  await own.stop()
})

test('a channel whose key the provider refuses is taken out of service', async () => {
  await using provider = await startUpstream(json({ error: 'bad key' }, { status: 401 }))
  await using own = await startGateway({
    channels: [{ upstream: provider, models: GEN4, type: 20_061, key: 'key_3' }],
    options: { ModelRatio: { [GEN4]: 1 }, AutomaticDisableChannelEnabled: true },
  })
  const answer = await own.post('/v1/videos', { model: GEN4, prompt: 'a cat', seconds: 5 })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  await own.idle()
  expect((await own.services.channels.list()).items[0]?.status).toBe(3)
})

test('a channel with two keys is asked for a job with the key that began it', async () => {
  const vendor = new JobVendor({ provider: 'runway', submits: /_to_video$/, idIn: lastPart })
  await using provider = await startUpstream(vendor.answer)
  await using own = await startGateway({
    clock,
    channels: [{ upstream: provider, models: GEN4, type: 20_061, key: 'key_a' }],
    options: { ModelRatio: { [GEN4]: 1 } },
  })
  const [channel = 0] = own.channelIds
  await own.services.channels.addKeys(TEST_ACTOR, { id: channel, keys: 'key_b' })
  const headers = { authorization: `Bearer ${own.keys[0]}` }
  const begun: string[] = []
  for (let times = 0; times < 2; times += 1) {
    const { id } = await (await own.post('/v1/videos', { model: GEN4, prompt: 'a cat' })).json()
    const key = provider.last().headers.authorization ?? ''
    begun.push(key)
    clock.advance(30_000)
    await fetch(`${own.url}/v1/videos/${id}`, { headers })
    expect(provider.last()).toMatchObject({ method: 'GET', headers: { authorization: key } })
  }
  expect(begun.sort()).toEqual(['Bearer key_a', 'Bearer key_b'])
})
