/** Long answers travel packed, and those that stay the same are asked about only. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const get = async (path: string, headers: Record<string, string>) =>
  await root.get(path, { headers })

describe('an answer of the management API', () => {
  test('is packed where the client takes it, and says the same', async () => {
    const plain = await get('/api/models', { 'accept-encoding': 'identity' })
    const packed = await get('/api/models', { 'accept-encoding': 'br, gzip' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.body).toEqual(plain.body)
    const length = ({ headers }: typeof plain) => Number(headers.get('content-length'))
    expect(length(packed)).toBeGreaterThan(0)
    expect(length(packed)).toBeLessThan(length(plain) / 3)
  })

  test('of a few words is sent as it is', async () => {
    const { headers } = await get('/api/group/', { 'accept-encoding': 'gzip' })
    expect(headers.get('content-encoding')).toBeNull()
  })

  test('that is still the same is not sent again', async () => {
    const first = await get('/api/models', { 'accept-encoding': 'gzip' })
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toContain('cookie')
    const again = await get('/api/models', { 'if-none-match': etag })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
    expect((await get('/api/models', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  test('with anything secret in it is kept by nobody', async () => {
    const { headers } = await get('/api/token/', { 'accept-encoding': 'gzip' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('etag')).toBeNull()
  })
})

describe('the limit of all calls', () => {
  test('an administrator has twenty times as many', async () => {
    const env = { GLOBAL_API_RATE_LIMIT: '5' }
    await using site = await startGateway({ env, users: [{ username: 'ann' }] })
    const api = apiClient(site)
    const ask = async (who: ApiCaller, count: number) => {
      const codes: string[] = []
      for (let made = 0; made < count; made += 1) {
        codes.push((await who.get('/api/user/self')).body.code ?? 'ok')
      }
      return codes
    }
    const [user, admin] = [await api.as('user'), await api.as('admin')]
    expect(await ask(user, 6)).toContain('request.too_many')
    expect(new Set(await ask(admin, 60))).toEqual(new Set(['ok']))
    expect(await ask(admin, 45)).toContain('request.too_many')
  })
})
