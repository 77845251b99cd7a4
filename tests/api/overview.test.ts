/** First pages, and the pages of single things, out of calls that were really made. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { addRollups, type RollupDelta } from '../../db/tables/rollups'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

const HOUR = 3600
const DAY = 24 * HOUR
/** Twenty minutes into an hour, so that the running one has begun. */
const NOW = 1_750_000_800
const FULL = NOW - (NOW % HOUR)
const DOLLAR = 500_000

let good: Upstream
let bad: Upstream
let gateway: Gateway
let admin: ApiCaller
let root: ApiCaller
let ann: ApiCaller
let badId = 0
let goodId = 0
let appId = 0
let wildId = 0

beforeAll(async () => {
  bad = await startUpstream(json({ error: { message: 'out of order' } }, { status: 500 }))
  good = await startUpstream(json(JSON.parse(recorded('openai').json)))
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => NOW * 1000, monotonicMs: () => performance.now() },
    options: PRICES,
    users: [{ username: 'ann', password: 'correct horse battery' }],
    tokens: [{ name: 'app' }, { name: 'wild' }],
    channels: [
      { name: 'bad', base_url: bad.url, models: `${MODEL},alone`, priority: 2 },
      { name: 'good', base_url: good.url, models: `${MODEL},not-priced`, priority: 1 },
    ],
  })
  ;[badId = 0, goodId = 0] = gateway.channelIds
  ;[appId = 0, wildId = 0] = gateway.tokenIds
  const api = apiClient(gateway)
  admin = await api.as('admin')
  root = await api.as('root')
  ann = await api.login('ann')
  for (const _ of [1, 2, 3]) await gateway.post(PATH_OF.openai, ask('openai'))
  await gateway.post(PATH_OF.openai, { ...ask('openai'), model: 'no-such-model' })
  await gateway.idle()
  await write([
    // A day before, to compare with; and what the wild one usually does.
    { kind: 'site', subject: '', at: NOW - (NOW % 60) - DAY, calls: 2, quota: 10 },
    ...Array.from({ length: 8 }, (_, index) => ({
      kind: 'token' as const,
      subject: String(wildId),
      at: FULL - (index + 5) * HOUR,
      calls: 5,
      quota: DOLLAR / 2,
    })),
    { kind: 'token', subject: String(wildId), at: FULL, calls: 90, quota: 20 * DOLLAR },
  ])
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await good.stop()
  await bad.stop()
})

const NOTHING = { calls: 0, failed: 0, refused: 0, quota: 0, tokens: 0, latency: [], errors: '' }

async function write(
  rows: readonly (Pick<RollupDelta, 'kind' | 'subject' | 'at'> & Partial<RollupDelta>)[],
): Promise<void> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  await db.transaction((trx) =>
    addRollups(
      trx,
      rows.map((row) => ({ ...NOTHING, ...row })),
    ),
  )
  await db.close()
}

const stats = async (kind: string, subject: number | string, more = ''): Promise<ApiBody> =>
  (await admin.get(`/api/stats/?kind=${kind}&subject=${subject}${more}`)).body.data

describe('counted calls', () => {
  test('a channel that always fails shows it, though others answered every call', async () => {
    const { total, errors } = await stats('channel', badId)
    expect(total).toMatchObject({ calls: 3, failed: 3, quota: 0, p50_ms: 0 })
    expect(errors).toEqual([
      expect.objectContaining({ at: NOW, count: 3, model: MODEL, status: 500 }),
    ])
    expect(errors[0].message).toContain('out of order')
    const other = (await stats('channel', goodId)).total
    expect(other).toMatchObject({ calls: 3, failed: 0, quota: 3 * RECORDED_CHARGE })
    expect(other.p50_ms).toBeGreaterThan(0)
    expect(other.p95_ms).toBeGreaterThanOrEqual(other.p50_ms)
  })

  test.each(['user', 'token', 'model'])('a %s has its calls, spend and refusals', async (kind) => {
    const subject = { user: gateway.userIds[0] ?? 0, token: appId, model: MODEL }[kind] ?? ''
    const { total, buckets, from, to, step } = await stats(kind, subject)
    expect(total).toMatchObject({ calls: 3, failed: 0, quota: 3 * RECORDED_CHARGE })
    expect(total.refused).toBe(kind === 'model' ? 0 : 1)
    expect([buckets.length, to - from, step]).toEqual([24, DAY, HOUR])
    expect(buckets.at(-1)).toMatchObject({ at: FULL, calls: 3 })
  })

  test('a week comes in steps of six hours, a month in days of the reader', async () => {
    const week = await stats('channel', goodId, '&range=week')
    expect([week.buckets.length, week.step, week.total.calls]).toEqual([28, 6 * HOUR, 3])
    const month = await stats('channel', goodId, `&range=month&shift=${8 * HOUR}`)
    expect([month.buckets.length, month.step]).toEqual([30, DAY])
    expect((month.from + 8 * HOUR) % DAY).toBe(0)
    expect(month.to).toBeGreaterThan(NOW)
  })

  test('what is long over is deleted', async () => {
    await write([{ kind: 'channel', subject: '77', at: FULL - 100 * DAY, calls: 1 }])
    await gateway.services.rollups.purge()
    const db = await openDatabase(`${gateway.dataDir}/gw.db`)
    const old = db.kysely.selectFrom('rollups').selectAll().where('subject', '=', '77')
    expect(await old.execute()).toEqual([])
    await db.close()
    expect((await stats('channel', goodId)).total.calls).toBe(3)
  })
})

describe('the overview of admins', () => {
  test('tells what charts mark: channels, prices and the version that was started', async () => {
    const changes = async () =>
      (await admin.get('/api/overview/changes?start_timestamp=1')).body.data
    expect(await changes()).toContainEqual(expect.objectContaining({ action: 'server.release' }))
    const { name } = (await root.get(`/api/channel/${goodId}`)).body.data
    const before = (await changes()).length
    for (const status of [2, 1]) await root.put('/api/channel/', { id: goodId, status })
    await root.put('/api/price/', { prices: [{ model: MODEL, price: { cache_ratio: 0.5 } }] })
    await root.put('/api/option/', { key: 'Footer', value: 'marks nothing' })
    const now = await changes()
    expect(now.slice(0, now.length - before)).toMatchObject([
      { action: 'price.set', name: MODEL },
      { action: 'channel.enable', name },
      { action: 'channel.disable', name },
    ])
  })

  test('compares the last hour with that of yesterday', async () => {
    const { hour, yesterday, buckets, held } = (await admin.get('/api/overview/health')).body.data
    expect(hour).toMatchObject({ calls: 3, failed: 0, refused: 1 })
    expect(hour.quota).toBe(3 * RECORDED_CHARGE)
    expect(yesterday).toMatchObject({ calls: 2, quota: 10 })
    expect(buckets).toHaveLength(48)
    expect(buckets.at(-1)).toMatchObject({ calls: 3, refused: 1 })
    expect(held).toEqual({ calls: 0, quota: 0 })
  })

  test('names what needs somebody, and what the upstream said', async () => {
    const { items } = (await admin.get('/api/overview/attention')).body.data
    const found = (kind: string) => items.filter((item: ApiBody) => item.kind === kind)
    expect(found('channel_failing')).toEqual([
      expect.objectContaining({ id: badId, name: 'bad', failed: 3, calls: 3 }),
    ])
    expect(found('channel_failing')[0].detail).toContain('out of order')
    const [wild] = found('token_spends')
    expect(wild).toMatchObject({ id: wildId, name: 'wild', owner: 'ann', usual: DOLLAR / 2 })
    expect(wild.quota).toBeGreaterThan(2.5 * DOLLAR)
    expect(found('model_unpriced').map(({ name }: ApiBody) => name)).toContain('not-priced')
    expect(found('channel_off')).toEqual([])
  })

  test('a channel that was switched off says why, and its model is unserved', async () => {
    await gateway.services.channels.autoDisable({ id: badId, reason: 'status 500: out of order' })
    await write([{ kind: 'model', subject: 'alone', at: FULL, refused: 4 }])
    const { items } = (await admin.get('/api/overview/attention')).body.data
    const told = items.map(({ kind, name, detail }: ApiBody) => `${kind} ${name} ${detail}`.trim())
    expect(told).toContain('channel_off bad status 500: out of order')
    // Its model is told with it, not as a matter of its own.
    expect(told.join()).not.toContain('model_unserved')
    expect(items.find(({ kind }: ApiBody) => kind === 'channel_off').models).toBe(1)
    expect(told.join()).not.toContain('channel_failing')
    await admin.put('/api/channel/', { id: badId, status: 1 })
  })

  test('a channel that somebody disabled is one matter, with all of its models', async () => {
    await admin.put('/api/channel/', { id: badId, status: 2 })
    const { items } = (await admin.get('/api/overview/attention')).body.data
    expect(items.filter(({ kind }: ApiBody) => /unserved|disabled/.test(kind))).toEqual([
      expect.objectContaining({
        kind: 'channel_disabled',
        name: 'bad',
        models: 1,
        detail: 'alone',
      }),
    ])
    await admin.put('/api/channel/', { id: badId, status: 1 })
  })

  test('a stopped token needs nobody any more', async () => {
    const body = { id: wildId, status: 2 }
    expect((await admin.put('/api/token/all?status_only=true', body)).body.success).toBe(true)
    const { items } = (await admin.get('/api/overview/attention')).body.data
    expect(items.filter(({ kind }: ApiBody) => kind === 'token_spends')).toEqual([])
  })

  test('the busiest come with their hours, and a channel with what failed in each', async () => {
    const top = (await admin.get('/api/overview/top')).body.data
    expect(top.tokens.map(({ name, owner }: ApiBody) => `${name} ${owner}`)).toEqual([
      'wild ann',
      'app ann',
    ])
    expect(top.users[0]).toMatchObject({ name: 'ann', calls: 3, refused: 1 })
    const failing = top.channels.find(({ id }: ApiBody) => id === badId)
    expect(failing.failed_by_hour).toHaveLength(24)
    expect(failing.failed_by_hour.at(-1)).toBe(3)
    expect(top.models.map(({ name }: ApiBody) => name)).toContain(MODEL)
  })

  test('root reads what the doctor would complain of, admins do not', async () => {
    await root.put('/api/option/', { key: 'GitHubOAuthEnabled', value: 'false' })
    const answer = (await root.get('/api/overview/findings')).body
    expect(answer.success).toBe(true)
    expect(answer.data.every(({ status }: ApiBody) => status !== 'ok')).toBe(true)
    expect((await admin.get('/api/overview/findings')).body.code).toBe('permission.root_needed')
  })
})

describe('the overview of a user', () => {
  test('tells what is spent a day, by which tokens and models', async () => {
    const own = (await ann.get('/api/overview/self')).body.data
    expect(own.day).toMatchObject({ calls: 3, refused: 1, quota: 3 * RECORDED_CHARGE })
    expect(own.spend_per_day).toBe(3 * RECORDED_CHARGE)
    expect(own.models).toEqual([expect.objectContaining({ name: MODEL, calls: 3 })])
    expect(own.tokens.map(({ name }: ApiBody) => name)).toEqual(['wild', 'app'])
    expect(own.buckets).toHaveLength(24)
  })

  test('has its own tokens only', async () => {
    const mine = (await ann.get(`/api/stats/self/token/${appId}`)).body
    expect(mine.data.total.calls).toBe(3)
    const other = (await admin.get(`/api/stats/self/token/${appId}`)).body
    expect(other).toMatchObject({ success: false, code: 'token.not_found' })
    expect((await ann.get(`/api/stats/?kind=token&subject=${appId}`)).body.success).toBe(false)
  })
})

describe('lists of admins', () => {
  test('all tokens come by what they spent in the last day', async () => {
    const { items } = (await admin.get('/api/token/all?sort=spent_day')).body.data
    const spent = items.map(({ name, spent_day }: ApiBody) => [name, spent_day])
    expect(spent.slice(0, 2)).toEqual([
      // Twenty dollars in the running hour, and half a dollar in each of eight before.
      ['wild', 24 * DOLLAR],
      ['app', 3 * RECORDED_CHARGE],
    ])
    const least = (await admin.get('/api/token/all?sort=spent_day&order=asc')).body.data.items
    expect(least.at(-1).name).toBe('wild')
  })

  test('users come by what they spent in the last day', async () => {
    await write([
      // Root has spent more, but not in the last day.
      { kind: 'user', subject: String(root.id), at: FULL - DAY, calls: 1, quota: 90 * DOLLAR },
      { kind: 'user', subject: String(admin.id), at: FULL - 23 * HOUR, calls: 1, quota: DOLLAR },
    ])
    const found = async (query: string) =>
      (await admin.get(`/api/user/search?sort=spent_day${query}`)).body.data.items.map(
        ({ username, spent_day }: ApiBody) => [username, spent_day],
      )
    const admins = (await admin.get('/api/user/search?role=10')).body.data.items[0].username
    expect((await found('')).slice(0, 3)).toEqual([
      [admins, DOLLAR],
      ['ann', 3 * RECORDED_CHARGE],
      ['root', 0],
    ])
    expect((await found('&order=asc')).at(-1)).toEqual([admins, DOLLAR])
    const listed = (await admin.get('/api/user/')).body.data.items
    expect(listed.find(({ username }: ApiBody) => username === admins).spent_day).toBe(DOLLAR)
    const command = await gateway.cli(['user', 'list', '--sort', 'spent_day:desc', '--json'])
    expect(JSON.parse(command.stdout)).toHaveLength(listed.length)
  })

  test('a token of anybody can be looked at, without its key', async () => {
    const { data } = (await admin.get(`/api/token/all/${appId}`)).body
    expect(data).toMatchObject({ name: 'app', username: 'ann' })
    expect(data.key).toBeUndefined()
    expect((await admin.get('/api/token/all/999')).body.code).toBe('token.not_found')
  })

  test('the last day of channels on a page is told by the hour', async () => {
    const path = `/api/stats/day?ids=${badId},${goodId},999,x`
    const days: ApiBody[] = (await admin.get(path)).body.data
    const [bad, good] = [badId, goodId].map((id) => days.find((day) => day.id === id))
    expect(days).toHaveLength(2)
    expect(bad).toMatchObject({ calls: bad?.failed })
    expect(good?.failed).toBe(0)
    expect(good?.calls_by_hour).toHaveLength(24)
    expect((await admin.get('/api/stats/day?ids=')).body.data).toEqual([])
    expect((await ann.get(path)).body.code).toBe('permission.denied')
  })

  test('states and types are counted, users found by their state', async () => {
    const counts = async (noun: string) =>
      (await admin.get(`/api/stats/counts?noun=${noun}`)).body.data
    const total = (rows: ApiBody) =>
      rows.reduce((sum: number, { count }: ApiBody) => sum + count, 0)
    const channels = await counts('channel')
    expect([total(channels.states), total(channels.types)]).toEqual([2, 2])
    expect((await counts('token')).states).toContainEqual({ status: 2, count: 1 })
    const users = await counts('user')
    const found = (await admin.get('/api/user/search?status=1')).body.data
    expect(found.total).toBe(total(users.states))
    expect((await admin.get('/api/user/search?status=2')).body.data.total).toBe(0)
  })
})

describe('updates', () => {
  const set = async (value: string) =>
    await root.put('/api/option/', { key: 'ReleaseAddress', value })
  const check = async (language = 'en') =>
    (await root.post('/api/overview/update', {}, { headers: { 'accept-language': language } })).body

  test('without an address nothing is asked, and it is said so', async () => {
    expect((await root.get('/api/overview/update')).body.data.state).toBe('unset')
    expect(await check()).toMatchObject({ success: false, code: 'update.no_address' })
  })

  test('the release address is asked when somebody presses, and only then', async () => {
    let asked = 0
    let answer = new Response(JSON.stringify({ tag_name: 'v99.0.1', html_url: 'https://x.test/r' }))
    using releases = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch() {
        asked += 1
        return answer.clone()
      },
    })
    await set(`http://127.0.0.1:${releases.port}/latest`)
    expect((await root.get('/api/overview/update')).body.data.state).toBe('unasked')
    expect(asked).toBe(0)
    const newer = { state: 'newer', latest: 'v99.0.1', page: 'https://x.test/r', problem: '' }
    expect((await check()).data).toMatchObject(newer)
    expect((await root.get('/api/overview/update')).body.data).toMatchObject(newer)
    expect(asked).toBe(1)
    answer = new Response('0.0.1\n')
    expect((await check()).data).toMatchObject({ state: 'current', latest: '0.0.1' })
    answer = new Response('<html>')
    expect((await check()).data).toMatchObject({
      state: 'failed',
      latest: '',
      problem: 'The release address returned no version',
    })
    answer = new Response('', { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    expect((await check('zh')).data.problem).toBe('版本发布地址返回 302')
    expect((await admin.post('/api/overview/update', {})).body.code).toBe('permission.root_needed')
  })

  test('an address that nobody answers at is no news', async () => {
    await set('http://127.0.0.1:1/latest')
    expect((await root.get('/api/overview/update')).body.data.state).toBe('unasked')
    expect((await check()).data).toMatchObject({ state: 'failed', problem: 'connection refused' })
  })
})

describe('the command line', () => {
  test('tells the same of a channel, and what needs somebody', async () => {
    const shown = await gateway.cli(['stats', 'show', 'user', String(gateway.userIds[0]), '--json'])
    const rows: ApiBody[] = JSON.parse(shown.stdout)
    // The clock of a command is the system's: what the test made is long ago for it.
    expect(rows).toHaveLength(24)
    expect(Object.keys(rows[0])).toContain('p95_ms')
    const needs = await gateway.cli(['stats', 'attention', '--filter', 'kind=model_unpriced'])
    expect(needs.stdout).toContain('not-priced')
    const tokens = await gateway.cli(['token', 'list', '--json'])
    expect(JSON.parse(tokens.stdout)[0]).toMatchObject({ username: 'ann', key: null, spent_day: 0 })
  })
})

test('own tokens are found in the order asked for', async () => {
  const names = async (query: string) =>
    (await ann.get(`/api/token/search?p=0&size=10&${query}`)).body.data.map(
      ({ name }: ApiBody) => name,
    )
  expect(await names('sort=used_quota')).toEqual(['app', 'wild'])
  expect(await names('sort=used_quota&order=asc')).toEqual(['wild', 'app'])
  expect(await names('sort=name&keyword=a')).toEqual(['app'])
})
