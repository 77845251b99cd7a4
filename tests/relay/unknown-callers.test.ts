/** Callers whom nobody knows are in the log, merged, and a flood of them writes next to nothing. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { ask, MODEL, PATH_OF, told } from './black-box'

const clock = {
  now: Date.UTC(2026, 10, 22, 12),
  nowMs: () => clock.now,
  monotonicMs: () => clock.now,
}
const FLOOD = 5_000

let upstream: Upstream
let gateway: Gateway
let admin: ApiCaller
let ann: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    clock,
    env: { ...NO_LIMITS, GW_TRUSTED_PROXIES: '127.0.0.1' },
    users: [{ username: 'ann', password: 'correct horse battery' }],
    tokens: [{ name: 'app' }, { name: 'home', allow_ips: '192.0.2.0/24' }, { name: 'off' }],
    channels: [{ upstream, models: MODEL }],
    options: { ModelRatio: { [MODEL]: 1 } },
  })
  admin = await apiClient(gateway).as('admin')
  ann = await apiClient(gateway).login('ann')
  await gateway.cli(['token', 'disable', String(gateway.tokenIds[2])])
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Row {
  readonly calls: number
  readonly ip: string
  readonly error: string
  readonly other: string
}

/** The rows of this minute, once they tell of so many calls. */
async function rowsOf(count: number): Promise<readonly Row[]> {
  return await waitUntil(`${count} calls in the log`, async () => {
    const { body } = await admin.get('/api/log/?query=type:unknown&page_size=100')
    const start = clock.now / 1000 - 60
    const rows: Row[] = body.data.items
      .filter(({ created_at }: { created_at: number }) => created_at > start)
      .map((row: { other: string; ip: string }) => {
        const { count: calls, error } = JSON.parse(row.other)
        return { calls, error, ip: row.ip, other: row.other }
      })
    return rows.reduce((sum, { calls }) => sum + calls, 0) === count ? rows : undefined
  })
}

const knock = (key: string, from: string) =>
  told(gateway.post(PATH_OF.openai, ask('openai'), { key, headers: { 'x-forwarded-for': from } }))

test('each kind of refusal is a row, with the network and without key or address', async () => {
  clock.now += 3_600_000
  const secret = 'sk-abcdefghijklmnopqrstuvwxyz0123456789'
  const kinds = [
    ['token.missing', ''],
    ['token.invalid', secret],
    ['token.ip_refused', gateway.keys[1] ?? ''],
    ['token.disabled', gateway.keys[2] ?? ''],
    ['token.pin_refused', `${gateway.keys[0]}-7`],
  ] as const
  for (const [, key] of kinds) {
    for (let at = 0; at < 3; at += 1) {
      const { status } = await knock(key, `203.0.113.${7 + at}`)
      expect(status).toBeWithin(401, 404)
    }
  }
  await knock(secret, '2001:db8:77:1::5')
  const rows = await rowsOf(16)
  const known = rows.filter(({ ip }) => ip === '203.0.113.0/24')
  expect(known.map(({ error }) => error).sort()).toEqual(kinds.map(([id]) => id).sort())
  for (const { calls } of known) expect(calls).toBe(3)
  expect(rows.find(({ ip }) => ip !== '203.0.113.0/24')?.ip).toBe('2001:db8:77::/48')
  const text = JSON.stringify(rows)
  for (const hidden of ['abcdefgh', '203.0.113.7', '203.0.113.8', ...gateway.keys]) {
    expect(text).not.toContain(hidden)
  }
})

test('sockets, jobs, lists and files say so as well', async () => {
  clock.now += 3_600_000
  const headers = { authorization: 'Bearer sk-nobody' }
  const get = (path: string) => fetch(gateway.url + path, { headers })
  const socket = { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' }
  const answers = await Promise.all([
    get('/v1/videos/video_1'),
    get('/v1/files'),
    get('/v1/models'),
    get('/v1/token/usage'),
    get('/mj/task/1/fetch'),
    fetch(`${gateway.url}/v1/realtime?model=${MODEL}`, {
      headers: { ...headers, ...socket, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    }),
    fetch(`${gateway.url}/v1/realtime/client_secrets`, { method: 'POST', headers }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401])
  const rows = await rowsOf(answers.length)
  expect(new Set(rows.map(({ error }) => error))).toEqual(new Set(['token.invalid']))
})

test("users do not see them, and they are nobody's calls", async () => {
  const { body } = await ann.get('/api/log/self/?query=type:unknown')
  expect(body.data.items).toEqual([])
  expect((await admin.get('/api/log/?query=type:refused')).body.data.total).toBeGreaterThan(0)
})

test('5,000 wrong keys of 5,000 networks write a bounded number of rows', async () => {
  clock.now += 3_600_000
  const { total } = await gateway.services.logs.list()
  const guess = async (n: number) => {
    const from = { 'x-forwarded-for': `11.${n >> 8}.${n & 255}.1` }
    const headers = { authorization: `Bearer sk-wrong${n}`, ...from }
    const { status } = await fetch(`${gateway.url}/v1/videos/video_1`, { headers })
    return status
  }
  for (let at = 0; at < FLOOD; at += 250) {
    const statuses = await Promise.all(Array.from({ length: 250 }, (_, index) => guess(at + index)))
    expect(new Set(statuses)).toEqual(new Set([401]))
  }
  // What is known so far is written when the server stops.
  await gateway.stop()
  await using again = await startGateway({ restartOf: gateway })
  const { items, total: after } = await again.services.logs.list({ page_size: 100 })
  expect(after - total).toBe(21)
  const calls = items.slice(0, 21).map(({ other }) => Number(JSON.parse(other).count))
  expect(calls.reduce((sum, count) => sum + count, 0)).toBe(FLOOD)
  expect(Math.max(...calls)).toBe(FLOOD - 20)
})
