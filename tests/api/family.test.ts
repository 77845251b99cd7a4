/** What tools of the gateway family ask beside the console: a key's usage, and the ratios. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readPrices } from '../../server/domain/prices/read-prices'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway({
    tokens: [
      { name: 'laptop', remain_quota: 5_000 },
      { unlimited_quota: true, model_limits: 'gpt-4o,o3' },
    ],
    options: {
      ModelRatio: { 'gpt-4o': 1.25, own: 7 },
      ModelPrice: { 'dall-e-3': 0.04 },
      CompletionRatio: { own: 3 },
      CacheRatio: { own: 0.25 },
      CreateCacheRatio: { own: 1.5 },
    },
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(gateway.url + path, { headers })
  return { response, status: response.status, body: await response.json() }
}

const bearer = (index: number) => ({ authorization: `Bearer ${gateway.keys[index]}` })

describe('the usage of a key', () => {
  test.each(['/api/usage/token', '/api/usage/token/'])('is told at %s', async (path) => {
    const { body, response } = await get(path, bearer(0))
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(body).toEqual({
      code: true,
      success: true,
      message: 'ok',
      data: {
        object: 'token_usage',
        name: 'laptop',
        total_granted: 5_000,
        total_used: 0,
        total_available: 5_000,
        unlimited_quota: false,
        model_limits: {},
        model_limits_enabled: false,
        expires_at: 0,
      },
    })
  })

  test('names the models that it is limited to', async () => {
    const { body } = await get('/api/usage/token', bearer(1))
    expect(body.data).toMatchObject({
      unlimited_quota: true,
      model_limits: { 'gpt-4o': true, o3: true },
      model_limits_enabled: true,
    })
  })

  test.each(['', 'Bearer sk-nobody'])('is not told to %j', async (authorization) => {
    const { body } = await get('/api/usage/token', { authorization })
    expect(body).toMatchObject({ success: false, code: 'token.invalid' })
    expect(body.data).toBeUndefined()
  })

  test('may be asked by pages of other sites', async () => {
    const preflight = await fetch(`${gateway.url}/api/usage/token`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  })
})

describe('the ratios', () => {
  test('are kept unless ExposeRatioEnabled is on', async () => {
    const { status, body } = await get('/api/ratio_config')
    expect(status).toBe(403)
    expect(body).toMatchObject({ success: false, code: 'pricing.not_exposed' })
    expect(body.data).toBeUndefined()
  })

  test('are told to anybody then, and another gateway reads them', async () => {
    await gateway.services.options.set(TEST_ACTOR, { key: 'ExposeRatioEnabled', value: 'true' })
    const { status, body } = await get('/api/ratio_config')
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.data).toMatchObject({
      model_ratio: { 'gpt-4o': 1.25, own: 7 },
      completion_ratio: { 'gpt-4o': 4, own: 3 },
      cache_ratio: { own: 0.25 },
      create_cache_ratio: { own: 1.5 },
      model_price: { 'dall-e-3': 0.04 },
      image_ratio: {},
    })
    expect(Object.keys(body.data.model_ratio)).not.toContain('dall-e-3')
    const read = readPrices(JSON.stringify(body), 'modelRatio')
    expect(read).toMatchObject({
      tables: { modelRatio: { own: 7 }, modelPrice: { 'dall-e-3': 0.04 } },
    })
  })
})
