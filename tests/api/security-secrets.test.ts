/** Where secrets may not be, and what is remembered of those who change something. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_PASSWORD, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const REQUEST_ID = 'x-oneapi-request-id'

let upstream: Upstream
let gateway: Gateway
let api: ApiClient
let root: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(fixture('openai/chat-text.json'))))
  gateway = await startGateway({ env: NO_LIMITS, channels: [{ upstream }] })
  api = apiClient(gateway)
  root = await api.as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

/** Database, its journal and backups; all that a thief of the data folder without its key has. */
function storedBytes(): Buffer {
  const names = readdirSync(gateway.dataDir).filter((name) => !name.includes('key'))
  expect(names).toContain('gw.db')
  return Buffer.concat(names.map((name) => readFileSync(join(gateway.dataDir, name))))
}

test('nothing that opens a door stands in the database in the clear', async () => {
  const user = await api.as('user')
  const secrets: Record<string, string> = {
    password: API_PASSWORD,
    'channel key': 'upstream-key-1',
    'api key': gateway.keys[0]?.replace('sk-', '') ?? '',
    'access token': (await user.post('/api/user/token')).body.data,
    'session id': user.cookie.replace('session=', ''),
    'webhook secret': 'a-webhook-secret-of-a-user',
    'option secret': 'a-secret-of-the-operator',
  }
  await user.put('/api/user/setting', {
    notify_type: 'webhook',
    quota_warning_threshold: 5,
    webhook_url: 'https://hooks.example/gw',
    webhook_secret: secrets['webhook secret'],
  })
  const option = { key: 'GitHubClientSecret', value: secrets['option secret'] }
  expect((await root.put('/api/option/', option)).body.success).toBe(true)
  const bytes = storedBytes()
  expect(bytes.includes('hooks.example')).toBe(true)
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length).toBeGreaterThan(10)
    expect([what, bytes.includes(secret)]).toEqual([what, false])
  }
  expect(JSON.stringify(gateway.logged)).not.toContain(secrets['access token'] ?? '?')
})

test('an accident is told by its request id alone, and the log knows the rest', async () => {
  await using broken = await startGateway({ env: NO_LIMITS })
  const admin = await apiClient(broken).as('admin')
  const file = new Database(join(broken.dataDir, 'gw.db'))
  file.run('ALTER TABLE redemptions RENAME TO lost_codes')
  file.close()
  const answer = await admin.get('/api/redemption/')
  expect(answer.status).toBe(500)
  expect(answer.body).toMatchObject({ success: false, code: 'internal' })
  expect(JSON.stringify(answer.body)).not.toMatch(/redemptions|sqlite|no such|select/i)
  const requestId = answer.headers.get(REQUEST_ID)
  expect(requestId).toBeString()
  const line = broken.logged.find(({ request_id }) => request_id === requestId)
  expect(JSON.stringify(line)).toContain('no such table: redemptions')
})

test('testing a channel bills nobody and asks nobody’s settings', async () => {
  const db = new Database(join(gateway.dataDir, 'gw.db'), { readonly: true })
  const figures = () =>
    db
      .query(
        `SELECT (SELECT count(*) FROM ledger) AS entries, (SELECT count(*) FROM logs) AS rows,
           (SELECT sum(quota) FROM users) AS quota, (SELECT sum(used_quota) FROM users) AS used`,
      )
      .get()
  const before = figures()
  const answer = await root.post(`/api/channel/test/${gateway.channelIds[0]}`)
  expect(answer.body.success).toBe(true)
  await gateway.idle()
  expect(figures()).toEqual(before)
  db.close()
})

test('whoever changes something is on record with address and request id', async () => {
  const admin = await api.as('admin')
  const user = await api.as('user')
  const id = gateway.channelIds[0]
  const { username } = (await admin.get('/api/user/self')).body.data
  const manage = (action: string) => ['POST', '/api/user/manage', { id: user.id, action }] as const
  const changes = [
    [root, 'option.set', 'PUT', '/api/option/', { key: 'RetryTimes', value: '4' }],
    [root, 'user.promote', ...manage('promote')],
    [root, 'user.demote', ...manage('demote')],
    [admin, 'user.set', 'PUT', '/api/user/', { id: user.id, group: 'vip' }],
    [admin, 'user.disable', ...manage('disable')],
    [admin, 'user.delete', 'DELETE', `/api/user/${user.id}`, undefined],
    [admin, 'channel.set', 'PUT', '/api/channel/', { id, priority: 7 }],
    [root, 'log.delete', 'DELETE', '/api/log/?target_timestamp=1', undefined],
    [admin, 'redemption.create', 'POST', '/api/redemption/', { name: 'r', quota: 5, count: 1 }],
    [admin, 'token.create', 'POST', '/api/token/', { name: 't', unlimited_quota: true }],
    [admin, 'session.start', 'POST', '/api/user/login', { username, password: API_PASSWORD }],
  ] as const
  for (const [caller, action, method, path, body] of changes) {
    const answer = await caller.send(method, path, body)
    expect([action, answer.body.success]).toEqual([action, true])
    const [entry] = await gateway.services.audit.list({ action, actorId: caller.id })
    expect(entry).toMatchObject({
      action,
      actor_id: caller.id,
      ip: '127.0.0.1',
      request_id: answer.headers.get(REQUEST_ID),
    })
  }
  const everything = JSON.stringify(await gateway.services.audit.list({}))
  expect(everything).not.toContain(API_PASSWORD)
  expect(everything).not.toContain('upstream-key-1')
})
