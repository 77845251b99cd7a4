/** What chat front ends ask before their user has said a word. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'
import { ask, PATH_OF, recorded, told } from './black-box'

let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway({ channels: [{ models: 'm' }] })
})

afterAll(() => gateway[Symbol.asyncDispose]())

function get(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${gateway.keys[0]}` }
  return fetch(gateway.url + path, { headers, ...init })
}

test('models are listed without /v1, too', async () => {
  const answer = await get('/models')
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toEqual(await (await get('/v1/models')).json())
})

test('models without a key are refused as JSON, not with a page', async () => {
  const answer = await get('/models', { headers: {} })
  expect(answer.status).toBe(401)
  expect((await answer.json()).error.code).toBe('missing_api_key')
})

for (const path of ['/health', '/v1/health', '/healthz']) {
  test(`${path} says as JSON that the server works`, async () => {
    const answer = await get(path, { headers: {} })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({ ok: true })
  })
}

describe('preflights', () => {
  for (const path of ['/models', '/v1/models', '/v1/chat/completions', '/health', '/v1/health']) {
    test(`of ${path} are allowed`, async () => {
      const answer = await get(path, { method: 'OPTIONS' })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
    })
  }
})

test('what was used is told without the noise of floating point', async () => {
  await using upstream = await startUpstream(json(recorded('openai').json))
  await using used = await startGateway({
    channels: [{ upstream, models: 'call' }],
    // In cents, divided first and multiplied then, 213.43480000000002.
    options: { ModelPrice: { call: 2.134348 } },
  })
  await told(used.post(PATH_OF.openai, ask('openai', { model: 'call' })))
  const headers = { authorization: `Bearer ${used.keys[0]}` }
  const answer = await fetch(`${used.url}/dashboard/billing/usage`, { headers })
  expect((await answer.json()).total_usage).toBe(213.4348)
})
