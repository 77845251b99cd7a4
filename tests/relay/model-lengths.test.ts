/** How much a model reads and answers, where a list of models has a place for it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway({
    channels: [{ models: 'gpt-4o,unheard-of' }],
    options: {
      'global.context_tokens': '{"gpt-4o":128000}',
      ModelPrice: '{"unheard-of":0.01}',
    },
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const key = () => gateway.keys[0] ?? ''
const listed = async (path: string, headers: Readonly<Record<string, string>>) => {
  const response = await fetch(`${gateway.url}${path}`, { headers })
  return await response.json()
}

test('Gemini clients are told both, and nothing of a model that nobody knows', async () => {
  const { models } = await listed('/v1beta/models', { 'x-goog-api-key': key() })
  const named = (name: string) => models.find((row: { name: string }) => row.name === name)
  expect(named('models/gpt-4o')).toMatchObject({
    inputTokenLimit: 128_000,
    outputTokenLimit: 16_384,
  })
  const unknown = named('models/unheard-of')
  expect(unknown).toMatchObject({ name: 'models/unheard-of' })
  expect(unknown).not.toHaveProperty('inputTokenLimit')
})

test('Anthropic clients are told both, and null for what nobody knows', async () => {
  const headers = { 'x-api-key': key(), 'anthropic-version': '2023-06-01' }
  const { data } = await listed('/v1/models', headers)
  const named = (id: string) => data.find((row: { id: string }) => row.id === id)
  expect(named('gpt-4o')).toMatchObject({ max_input_tokens: 128_000, max_tokens: 16_384 })
  expect(named('unheard-of')).toMatchObject({ max_input_tokens: null, max_tokens: null })
})

test('an option of another form is refused', async () => {
  const change = { key: 'global.context_tokens', value: '{"gpt-4o":"long"}' }
  await expect(gateway.services.options.set(TEST_ACTOR, change)).rejects.toMatchObject({
    id: 'option.invalid',
  })
})
