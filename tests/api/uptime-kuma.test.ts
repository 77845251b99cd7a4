/** The shapes of Uptime Kuma: its badges, its status page, and a push monitor that is called. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { type ApiBody, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'

const START = 1_750_000_000
const PUSH_TOKEN = 'aBcDeFgHiJ'

let nowMs = START * 1000
let upstream: Upstream
let kuma: Upstream
let gateway: Gateway
let visitor: ApiClient

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  kuma = await startUpstream(json({ ok: true }))
  gateway = await startGateway({
    env: NO_LIMITS,
    clock: { nowMs: () => nowMs, monotonicMs: () => performance.now() + nowMs - START * 1000 },
    options: { ...PRICES, StatusPageEnabled: true },
    channels: [{ base_url: upstream.url, models: `${MODEL},call` }],
  })
  visitor = apiClient(gateway)
  for (let made = 0; made < 4; made += 1) {
    await (await gateway.post(PATH_OF.openai, ask('openai'))).text()
  }
  await gateway.idle()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([upstream.stop(), kuma.stop()])
})

async function badge(path: string): Promise<string> {
  const { status, headers, body } = await visitor.get(`/api/badge/${path}`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(body) ?? []
  return title
}

test('badges say what those of Uptime Kuma say', async () => {
  expect(await badge(`${MODEL}/status`)).toBe('Status: Up')
  expect(await badge(`${MODEL}/status?label=API&upLabel=fine`)).toBe('API: fine')
  expect(await badge(`${MODEL}/uptime`)).toBe('Uptime (24h): 100%')
  expect(await badge(`${MODEL}/uptime/720`)).toBe('Uptime (90d): 100%')
  expect(await badge(`${MODEL}/avg-response/24h`)).toMatch(/^First byte \(24h\): \d+ms$/)
  expect(await badge('call/status')).toBe('Status: N/A')
  expect(await badge('nobody/status')).toBe('N/A')
  expect(await badge(`${MODEL}/cert-exp`)).toBe('N/A')
})

test('texts of an address become no markup of a badge', async () => {
  const label = encodeURIComponent('<script>alert(1)</script>')
  const { body, headers } = await visitor.get(`/api/badge/${MODEL}/status?label=${label}&color=x"y`)
  expect(body).not.toContain('<script')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await visitor.get('/api/status-page/default/badge')).body).toContain('Up')
})

test('its status page has the models as monitors, and their state as the last beat', async () => {
  const { body: shown } = await visitor.get('/api/status-page/default')
  const [{ monitorList }] = shown.publicGroupList
  expect(shown).toMatchObject({ config: { slug: 'default', title: 'gw' }, incident: null })
  expect(monitorList.map(({ name }: ApiBody) => name)).toEqual(['call', MODEL])
  const id = monitorList[1].id
  const { body: beats } = await visitor.get('/api/status-page/heartbeat/default')
  expect(beats.heartbeatList[id].at(-1)).toMatchObject({
    status: 1,
    time: '2025-06-15 15:06:40.000',
    ping: expect.any(Number),
  })
  expect(beats.heartbeatList[monitorList[0].id]).toEqual([])
  expect(beats.uptimeList).toEqual({ [`${id}_24`]: 1 })
  expect(await badge(`${id}/status`)).toBe('Status: Up')
})

test('a push monitor is called with how the site does', async () => {
  const root = await visitor.as('root')
  await gateway.services.statusPage.push()
  expect(kuma.requests).toEqual([])
  const value = `${kuma.url}/api/push/${PUSH_TOKEN}?status=up&msg=OK&ping=`
  await root.put('/api/option/', { key: 'UptimeKumaPushUrl', value })
  const { body: options } = await root.get('/api/option/')
  expect(JSON.stringify(options)).not.toContain(PUSH_TOKEN)
  await gateway.services.statusPage.push()
  const asked = new URL(kuma.last().path, kuma.url)
  expect(asked.pathname).toBe(`/api/push/${PUSH_TOKEN}`)
  const { status, msg, ping } = Object.fromEntries(asked.searchParams)
  expect({ status, msg }).toEqual({ status: 'up', msg: 'OK' })
  expect(Number(ping)).toBeGreaterThan(0)

  await gateway.services.incidents.create(TEST_ACTOR, {
    ...{ kind: 'incident', title: 'Down', body: '', impact: 'critical', models: [] },
  })
  nowMs += 16_000
  await gateway.services.statusPage.push()
  expect(kuma.last().path).toContain('status=down')

  kuma.script(json({ ok: false, msg: 'Monitor not found or not active.' }, { status: 404 }))
  const failure = gateway.services.statusPage.push()
  expect(failure).rejects.toMatchObject({
    id: 'status_page.push_refused',
    params: { problem: 'HTTP 404' },
  })
})
