/** Who serves the database, and taking one of them out of rotation. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { type ApiCaller, apiClient } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

let gateway: Gateway
let upstream: Upstream
let root: ApiCaller
let admin: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  gateway = await startGateway({ options: PRICES, channels: [{ upstream, models: MODEL }] })
  const api = apiClient(gateway)
  root = await api.as('root')
  admin = await api.as('admin')
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const healthz = async () => {
  const answer = await fetch(`${gateway.url}/healthz`)
  return { status: answer.status, body: await answer.json() }
}

test('a process that serves is listed with what it does', async () => {
  const [node, ...others] = (await admin.get('/api/node/')).body.data
  expect(others).toEqual([])
  expect(node).toMatchObject({ is_alive: true, draining: false, in_flight: 0 })
  expect(node.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(node.host).toContain(':')
  expect(node.rss_bytes).toBeGreaterThan(10_000_000)
})

test('a drained process is out of rotation, serves what reaches it, and comes back', async () => {
  const [{ id }] = (await root.get('/api/node/')).body.data
  expect((await admin.post(`/api/node/${id}/drain`)).body.success).toBe(false)
  expect((await root.post('/api/node/nowhere/drain')).body).toMatchObject({
    success: false,
    code: 'node.not_found',
  })
  const drained = await root.post(`/api/node/${id.slice(0, 2)}/drain`)
  expect(drained.body.data).toMatchObject({ id, draining: true })
  expect(await healthz()).toMatchObject({ status: 503, body: { ok: false, draining: true } })
  expect((await gateway.post(PATH_OF.openai, ask('openai'))).status).toBe(200)
  const resumed = await root.post(`/api/node/${id}/resume`)
  expect(resumed.body.data).toMatchObject({ id, draining: false })
  expect(resumed.body.data.calls_per_minute).toBeGreaterThan(0)
  expect(await healthz()).toMatchObject({ status: 200, body: { ok: true } })
  const { data } = (await root.get('/api/audit/?action=node&page_size=10')).body
  expect(data.items.map(({ action }: { action: string }) => action)).toEqual([
    'node.resume',
    'node.drain',
  ])
})
