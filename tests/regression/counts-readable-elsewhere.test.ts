import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'

test('a page of another origin may read who counted, and the id of the call', async () => {
  await using gateway = await startGateway({ channels: [{ base_url: 'http://127.0.0.1:1' }] })
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }
  const answer = await gateway.post('/v1/messages/count_tokens', body)
  expect(answer.status).toBe(200)
  const exposed = answer.headers.get('access-control-expose-headers') ?? ''
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  for (const name of ['x-oneapi-request-id', 'x-gw-counted-by']) {
    expect(answer.headers.has(name)).toBe(true)
    expect(exposed.split(', ')).toContain(name)
  }
})
