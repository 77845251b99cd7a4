/** DemoSiteEnabled: visitors look at everything and change nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ENDPOINTS } from '../../server/domain/endpoints'
import type { Endpoint } from '../../server/domain/endpoints/endpoint'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

let gateway: Gateway
let api: ApiClient
let admin: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, options: { DemoSiteEnabled: true } })
  api = apiClient(gateway)
  admin = await api.as('admin')
})
afterAll(() => gateway[Symbol.asyncDispose]())

const isWrite = ({ method, changes }: Endpoint) => method !== 'GET' || changes === true
const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '999999')
const call = (caller: ApiCaller, row: Endpoint) =>
  caller.send(row.method, pathOf(row), row.method === 'GET' ? undefined : {})

describe('a demonstration site', () => {
  for (const row of ENDPOINTS.filter((one) => isWrite(one) && one.demo !== 'allowed')) {
    test(`lets visitors not call ${row.method} ${row.path}`, async () => {
      const { status, body } = await call(row.role === 'anonymous' ? api : admin, row)
      if (row.role === 'root') expect(body.code).toBe('permission.root_needed')
      else expect({ status, code: body.code }).toEqual({ status: 405, code: 'demo.read_only' })
    })
  }

  test('keeps a visitor from locking the others out of the account they share', async () => {
    for (const path of ['2fa/setup', '2fa/enable', 'passkey/register/begin', 'token']) {
      expect((await admin.post(`/api/user/${path}`)).status).toBe(405)
    }
    expect((await admin.post('/api/access_token/', { name: 'x' })).status).toBe(405)
  })

  test('goes on showing what only shows something', async () => {
    const rows = ENDPOINTS.filter((row) => !isWrite(row))
    const answers = await Promise.all(rows.map((row) => call(admin, row)))
    expect(answers.filter(({ status }) => status === 405)).toEqual([])
    expect(rows.length).toBeGreaterThan(5)
  })

  test('says so in the language of the visitor', async () => {
    const inLanguage = async (language: string) => {
      const headers = { 'accept-language': language }
      return (await admin.put('/api/user/self', {}, { headers })).body.message
    }
    expect(await inLanguage('zh-CN')).toBe('本站仅作演示之用，无服务端')
    expect(await inLanguage('en')).toMatch(/demo/i)
  })

  test('lets people in and out, and lets root work and end the demonstration', async () => {
    const root = await api.as('root')
    expect((await root.put('/api/user/self', {})).status).not.toBe(405)
    expect((await admin.put('/api/user/self', {})).status).toBe(405)
    await gateway.services.options.set(TEST_ACTOR, { key: 'DemoSiteEnabled', value: 'false' })
    expect((await admin.put('/api/user/self', {})).status).not.toBe(405)
  })
})
