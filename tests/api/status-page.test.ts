/** What strangers see of how models do, from calls that were made through the gateway. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { type ApiBody, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, type Reply, startUpstream, type Upstream } from '../support/upstream'

const DAY = 86_400
/** Noon, so that an hour more is the same day. */
const NOON = 1_750_032_000 - (1_750_032_000 % DAY) + DAY / 2
const SECRET_NAME = 'upstream-account-seven'
const UNUSED = 'call'

let nowMs = NOON * 1000
let upstream: Upstream
let gateway: Gateway
let visitor: ApiClient
let root: ApiCaller

const good = json(JSON.parse(recorded('openai').json))
const broken = json({ error: { message: 'out of order' } }, { status: 500 })
const refused = json({ error: { message: 'no such field' } }, { status: 400 })

beforeAll(async () => {
  upstream = await startUpstream(good)
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: {
      nowMs: () => nowMs,
      monotonicMs: () => performance.now() + nowMs - NOON * 1000,
    },
    options: { ...PRICES, ChannelBreakerFailures: 0, RetryTimes: 0, SystemName: 'Acme AI' },
    channels: [
      {
        name: SECRET_NAME,
        base_url: upstream.url,
        models: `${MODEL},${UNUSED}`,
        auto_ban: false,
      },
    ],
  })
  visitor = apiClient(gateway)
  root = await visitor.as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function callTimes(count: number, reply: Reply): Promise<void> {
  upstream.script(reply)
  for (let made = 0; made < count; made += 1)
    await (await gateway.post(PATH_OF.openai, ask('openai'))).text()
}

async function setOption(key: string, value: unknown): Promise<void> {
  await root.put('/api/option/', { key, value: String(value) })
}

/** After the time that an answer is kept. */
async function page(): Promise<ApiBody> {
  await gateway.idle()
  nowMs += 16_000
  const { body } = await visitor.get('/api/status/page')
  return body.data
}

const modelNamed = ({ models }: ApiBody, name = MODEL): ApiBody =>
  models.find((model: ApiBody) => model.name === name)

const PUBLIC = [
  '/api/status/page',
  '/status/feed.xml',
  '/status/rss.xml',
  '/api/badge/m/status',
  '/api/badge/m/uptime/24',
  '/api/status-page/default',
  '/api/status-page/heartbeat/default',
  '/api/status-page/default/badge',
]

test('the page is not there until it is switched on', async () => {
  expect((await visitor.get('/api/status')).body.data.status_page_enabled).toBe(false)
  for (const path of PUBLIC) expect((await visitor.get(path)).status).toBe(404)
  await setOption('StatusPageEnabled', true)
  expect((await visitor.get('/api/status')).body.data.status_page_enabled).toBe(true)
  for (const path of PUBLIC) expect((await visitor.get(path)).status).toBe(200)
  expect((await visitor.get('/api/status-page/another')).status).toBe(404)
})

test('without a call there is no data, which is not 100 percent', async () => {
  const shown = await page()
  expect(shown).toMatchObject({ title: 'Acme AI', state: 'no_data', groups: [], incidents: [] })
  expect(modelNamed(shown, UNUSED)).toMatchObject({
    state: 'no_data',
    availability: null,
    availability_24h: null,
    p50_ms: null,
  })
  expect(modelNamed(shown, UNUSED).days).toEqual(new Array(90).fill(null))
})

test('errors of the caller are not counted, failures of the site are', async () => {
  await callTimes(9, good)
  await callTimes(5, refused)
  expect(modelNamed(await page())).toMatchObject({ state: 'operational', availability_24h: 100 })

  await callTimes(1, broken)
  const shown = await page()
  expect(modelNamed(shown)).toMatchObject({ state: 'degraded', availability_24h: 90 })
  expect(modelNamed(shown).days.at(-1)).toBe(90)
  expect(modelNamed(shown).days.at(-2)).toBeNull()
  expect(modelNamed(shown).p95_ms).toBeGreaterThanOrEqual(modelNamed(shown).p50_ms)
  expect(shown.state).toBe('degraded')
})

test('the thresholds are options, and say so on the page', async () => {
  await setOption('StatusPageDegradedPercent', 80)
  expect(modelNamed(await page()).state).toBe('operational')
  await setOption('StatusPageOutagePercent', 95)
  expect(modelNamed(await page()).state).toBe('outage')
  await setOption('StatusPageMinCalls', 11)
  const shown = await page()
  expect(modelNamed(shown).state).toBe('no_data')
  expect(shown.definition).toEqual({
    window_minutes: 30,
    min_calls: 11,
    degraded_below: 80,
    outage_below: 95,
  })
  await setOption('StatusPageDegradedPercent', 99)
  await setOption('StatusPageOutagePercent', 50)
  await setOption('StatusPageMinCalls', 3)
})

test('how it does now is told by the last minutes, and days stay', async () => {
  await setOption('StatusPageWindowMinutes', 60)
  nowMs += 40 * 60_000
  expect(modelNamed(await page()).state).toBe('degraded')
  await setOption('StatusPageWindowMinutes', 30)
  expect(modelNamed(await page())).toMatchObject({ state: 'no_data', availability_24h: 90 })
  nowMs += 2 * DAY * 1000
  await callTimes(3, good)
  const { state, days, availability, availability_24h } = modelNamed(await page())
  expect({ state, availability, availability_24h }).toEqual({
    state: 'operational',
    // 12 of 13.
    availability: 92.3,
    availability_24h: 100,
  })
  expect(days.slice(-4)).toEqual([null, 90, null, 100])
})

test('a model whose channel is switched off is an outage and stays on the page', async () => {
  await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[0] ?? 0 })
  await callTimes(8, good)
  const shown = modelNamed(await page())
  // 3 of 11.
  expect(shown).toMatchObject({ state: 'outage', availability_24h: 27.27 })
  await gateway.services.channels.enable(TEST_ACTOR, { id: gateway.channelIds[0] ?? 0 })
})

test('groups are shown where the operator wants it, and no channel or count ever is', async () => {
  await setOption('StatusPageGroupsEnabled', true)
  const shown = await page()
  expect(shown.groups.map(({ name }: ApiBody) => name)).toContain('default')
  expect(shown.groups[0]).toMatchObject({ name: 'default', availability_24h: 27.27 })
  const text = JSON.stringify(shown)
  expect(text).not.toContain(SECRET_NAME)
  expect(text).not.toContain(upstream.url)
  expect(text).not.toMatch(/"(?:calls|failed|channel\w*|source)"/)
})
