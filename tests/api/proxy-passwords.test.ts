/** The password of a channel's proxy is a secret like the channel's key. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const SECRET = 'hunter2-of-the-proxy'
const OPEN = `{"proxy":"http://ann:${SECRET}@8.8.8.8:3128","force_format":true}`
const SHOWN = '{"proxy":"http://ann:***@8.8.8.8:3128","force_format":true}'
const CHANNEL = { name: 'main', key: 'sk-upstream', models: 'gpt-4o', setting: OPEN }

let gateway: Gateway
let root: ApiCaller
let admin: ApiCaller

beforeEach(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const api = apiClient(gateway)
  root = await api.as('root')
  admin = await api.as('admin')
})
afterEach(() => gateway[Symbol.asyncDispose]())

async function makeChannel(): Promise<number> {
  const { body } = await root.post('/api/channel/', CHANNEL)
  expect(body.success).toBe(true)
  const { data } = (await root.get('/api/channel/?p=0')).body
  return data[0].id
}

const put = async (who: ApiCaller, change: object) => (await who.put('/api/channel/', change)).body

/** What calls through the channel would use. */
function usedProxy(): string {
  const file = new Database(join(gateway.dataDir, 'gw.db'), { readonly: true })
  const row = file.query('SELECT proxy_sealed FROM channels').get() as { proxy_sealed: string }
  file.close()
  return row.proxy_sealed
}

function storedText(): string {
  const names = readdirSync(gateway.dataDir).filter((name) => name.startsWith('gw.db'))
  return names.map((name) => readFileSync(join(gateway.dataDir, name), 'latin1')).join('\n')
}

describe('the password of a proxy', () => {
  test('is shown nowhere: list, channel, audit log, command line, export, log, file', async () => {
    const id = await makeChannel()
    await put(root, { id, setting: OPEN.replace(SECRET, `${SECRET}-new`) })
    const shown = [
      (await admin.get('/api/channel/?p=0')).body,
      (await admin.get(`/api/channel/${id}`)).body,
      (await admin.get('/api/channel/search?keyword=main')).body,
      (await root.get('/api/audit/?p=1&page_size=100')).body,
      (await gateway.cli(['channel', 'show', String(id), '--json'])).stdout,
      (await gateway.cli(['audit', 'list', '--json'])).stdout,
      (await gateway.cli(['export'])).stdout,
      gateway.logged,
      storedText(),
    ]
    for (const [at, text] of shown.map((value) => JSON.stringify(value)).entries()) {
      expect([at, text.includes(SECRET)]).toEqual([at, false])
    }
    expect((await admin.get(`/api/channel/${id}`)).body.data.setting).toBe(SHOWN)
    // That it has changed is on record.
    expect(JSON.stringify(shown[3])).toContain('proxy_password')
  })

  test('stays when the masked text comes back, other settings changed or not', async () => {
    const id = await makeChannel()
    const before = usedProxy()
    expect(before).not.toBe('')
    expect((await put(root, { id, setting: SHOWN })).data.setting).toBe(SHOWN)
    const other = SHOWN.replace('true', 'false')
    expect((await put(admin, { id, setting: other })).data.setting).toBe(other)
    expect(usedProxy()).toBe(before)
    expect((await put(root, { id, setting: '' })).data.setting).toBe('')
    expect(usedProxy()).toBe('')
  })

  test.each([
    ['another host', '{"proxy":"http://ann:***@9.9.9.9:3128"}'],
    ['another port', '{"proxy":"http://ann:***@8.8.8.8:3129"}'],
    ['another protocol', '{"proxy":"socks5://ann:***@8.8.8.8:3128"}'],
    ['another user', '{"proxy":"http://bob:***@8.8.8.8:3128"}'],
  ])('does not go to %s', async (_, setting) => {
    const id = await makeChannel()
    const { success, message } = await put(root, { id, setting, key: 'sk-new' })
    expect(success).toBe(false)
    expect(message).toContain('enter the proxy password again')
    expect((await root.get(`/api/channel/${id}`)).body.data.setting).toBe(SHOWN)
  })

  test('is not made out of the mask', async () => {
    const { body } = await root.post('/api/channel/', { ...CHANNEL, setting: SHOWN })
    expect(body).toMatchObject({ success: false, code: 'channel.field_invalid' })
  })

  test('cannot hide behind a name that is there twice', async () => {
    const setting = `{"proxy":"http://ann:${SECRET}@8.8.8.8:1","proxy":""}`
    const { body } = await root.post('/api/channel/', { ...CHANNEL, setting })
    expect(body.message).toContain('proxy appears twice')
  })

  test('goes with a copy, and a name without a password is a secret too', async () => {
    const id = await makeChannel()
    const copy = await gateway.cli(['channel', 'copy', String(id), '--json'])
    expect(copy.code).toBe(0)
    expect(usedProxy()).not.toBe('')
    const setting = '{"proxy":"socks5://an-api-token@8.8.8.8:1080"}'
    const { data } = await put(root, { id, setting })
    expect(data.setting).toBe('{"proxy":"socks5://***@8.8.8.8:1080"}')
  })
})

test('what older releases stored in the clear is sealed when the server starts', async () => {
  const id = await makeChannel()
  const sealed = usedProxy()
  await gateway.stop()
  const file = new Database(join(gateway.dataDir, 'gw.db'))
  file.run("UPDATE channels SET setting = ?, proxy_sealed = ''", [OPEN])
  file.run("UPDATE audit_log SET after = ? WHERE action = 'channel.create'", [
    JSON.stringify({ name: 'main', setting: OPEN }),
  ])
  file.close()
  // Until then it is masked all the same.
  const masked = await gateway.cli(['channel', 'show', String(id), '--json'])
  expect(masked.stdout).not.toContain(SECRET)
  await using again = await startGateway({ restartOf: gateway, env: NO_LIMITS })
  const after = new Database(join(again.dataDir, 'gw.db'), { readonly: true })
  const row = after.query('SELECT setting, proxy_sealed FROM channels').get()
  after.close()
  expect(row).toEqual({ setting: SHOWN, proxy_sealed: expect.stringMatching(/^v1:/) })
  expect(sealed).toMatch(/^v1:/)
  // Entries of the audit log are never rewritten, so they are masked as they are read.
  const entries = await apiClient(again).as('root')
  const audit = JSON.stringify((await entries.get('/api/audit/?p=1&page_size=100')).body)
  expect(audit).toContain('ann:***@8.8.8.8')
  expect(audit).not.toContain(SECRET)
  expect((await again.cli(['audit', 'list', '--json'])).stdout).not.toContain(SECRET)
  // What stays in the file is told to the operator, who can make it worthless.
  const doctor = (await again.cli(['doctor', '--offline'])).stdout
  expect(doctor).toMatch(/warn {2}old-secrets .*masked: 1 \(channel:/)
  expect(doctor).not.toContain(SECRET)
  const { stdout } = await again.cli(['export', '--with-secrets'])
  expect(JSON.parse(stdout).channels[0].setting).toBe(OPEN)
})

describe('an address among the settings', () => {
  test('takes no user name and no password', async () => {
    const value = 'https://ann:pw@pay.example.com'
    const { body } = await root.put('/api/option/', { key: 'PayAddress', value })
    expect(body).toMatchObject({ success: false, code: 'option.invalid' })
    expect(body.message).toContain('user name or password')
  })

  test('and the values of secret headers are masked in the audit log and left out', async () => {
    const value = '{"x-api-key":["sk-of-the-vendor"],"anthropic-beta":["tools"]}'
    await root.put('/api/option/', { key: 'claude.headers_settings', value })
    const entries = JSON.stringify((await root.get('/api/audit/?p=1')).body)
    expect(entries).toContain('anthropic-beta')
    expect(entries).not.toContain('sk-of-the-vendor')
    expect((await gateway.cli(['export'])).stdout).not.toContain('sk-of-the-vendor')
    expect((await gateway.cli(['export', '--with-secrets'])).stdout).toContain('sk-of-the-vendor')
  })
})
