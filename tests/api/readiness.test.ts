/** Health for orchestrators: whether the process lives, and whether it should get calls. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { readinessOf } from '../../server/domain/readiness'
import { ask, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { apiClient } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

const GOOD = json(recorded('openai').json)

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(GOOD)
  gateway = await startGateway({ options: PRICES, channels: [{ upstream, models: 'm' }] })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function get(path: string) {
  const response = await fetch(gateway.url + path)
  return { status: response.status, body: await response.json() }
}

test('a gateway in order passes every check, and asks nobody for a key', async () => {
  expect(await get('/livez')).toEqual({ status: 200, body: { status: 'pass' } })
  const { status, body } = await get('/readyz')
  expect([status, body.status, body.degraded]).toEqual([200, 'pass', []])
  expect(body.checks.database).toEqual({ status: 'pass', detail: 'ok' })
})

test('a drained one lives, and is not ready', async () => {
  const root = await apiClient(gateway).as('root')
  const [{ id }] = (await root.get('/api/node/')).body.data
  await root.post(`/api/node/${id}/drain`)
  const { status, body } = await get('/readyz')
  expect([status, body.status, body.degraded]).toEqual([503, 'fail', ['rotation']])
  expect((await get('/livez')).status).toBe(200)
  await root.post(`/api/node/${id}/resume`)
  expect((await get('/readyz')).status).toBe(200)
})

test('a database that is gone is named', async () => {
  const file = join(gateway.dataDir, 'gw.db')
  renameSync(file, `${file}.away`)
  const { status, body } = await get('/readyz')
  renameSync(`${file}.away`, file)
  expect(status).toBe(503)
  expect(body.checks.database).toEqual({ status: 'fail', detail: 'gone' })
  expect((await get('/readyz')).status).toBe(200)
})

test('upstreams that all fail are told, but no other server would do better', async () => {
  upstream.script(json({ error: { message: 'down' } }, { status: 500 }))
  for (let call = 0; call < 20; call += 1) await gateway.post(PATH_OF.openai, ask('openai'))
  const { status, body } = await get('/readyz')
  expect([status, body.status, body.degraded]).toEqual([200, 'warn', ['upstreams']])
  upstream.script(GOOD)
  expect((await gateway.post(PATH_OF.openai, ask('openai'))).status).toBe(200)
  expect((await get('/readyz')).body.status).toBe('pass')
})

const FINE = {
  isStopping: false,
  isDraining: false,
  database: 'ok',
  waiting: 0,
  heartbeat: 'ok',
  disk: 'ok',
  upstreams: 'ok',
  isProxyUnbelieved: false,
  valkey: undefined,
} as const

test('what others would do better fails, and what is only near warns', () => {
  const fails = [{ isStopping: true }, { waiting: 3 }, { heartbeat: 'lost' }] as const
  const warns = [
    { heartbeat: 'late' },
    { disk: 'low' },
    { isProxyUnbelieved: true },
    { valkey: 'away' },
  ] as const
  for (const part of fails) expect(readinessOf({ ...FINE, ...part }).status).toBe('fail')
  for (const part of warns) expect(readinessOf({ ...FINE, ...part }).status).toBe('warn')
  const both = readinessOf({ ...FINE, waiting: 3, disk: 'low' })
  expect(both).toMatchObject({ status: 'fail', degraded: ['settlements', 'disk'] })
})
