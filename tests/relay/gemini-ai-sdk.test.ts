/** The AI SDK's own Google provider, whose parsers are strict, on channels of other vendors. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import {
  embedMany,
  generateObject,
  generateText,
  jsonSchema,
  stepCountIs,
  streamText,
  tool,
} from 'ai'
import { type Aimock, startAimock } from '../support/aimock'
import { type Gateway, startGateway } from '../support/gateway'

const MODELS = { openai: 'gpt-4o', anthropic: 'claude-sonnet-4-6' } as const
const QUESTION = 'The weather in Bern?'

let aimock: Aimock
let gateway: Gateway

beforeAll(async () => {
  aimock = await startAimock()
  const call = { id: 'call_w1', name: 'get_weather', arguments: '{"city":"Bern"}' }
  const usage = (prompt: number, completion: number) => ({
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  })
  aimock.mock.on({ userMessage: QUESTION }, { toolCalls: [call], usage: usage(40, 30) })
  aimock.mock.on({ userMessage: 'A number' }, { content: '{"n":4}' })
  aimock.mock.prependFixture({
    match: { toolResultContains: 'sunny' },
    response: { content: 'Sunny in Bern.', usage: usage(90, 8) },
  })
  gateway = await startGateway({
    channels: [
      { type: 1, models: [MODELS.openai, 'text-embedding-3-small'], upstream: aimock },
      { type: 14, models: MODELS.anthropic, upstream: aimock },
    ],
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await aimock.stop()
})

function google() {
  const [apiKey = ''] = gateway.keys
  return createGoogleGenerativeAI({ apiKey, baseURL: `${gateway.url}/v1beta` })
}

const NUMBER = jsonSchema<{ n: number }>({ type: 'object', properties: { n: { type: 'number' } } })

const get_weather = tool({
  description: 'Weather of a city',
  inputSchema: jsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  }),
  execute: async ({ city }) => `sunny in ${city}`,
})

for (const [dialect, name] of Object.entries(MODELS)) {
  describe(`the AI SDK on ${dialect}`, () => {
    const loop = () => ({
      model: google()(name),
      tools: { get_weather },
      prompt: QUESTION,
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    })
    const done = { text: 'Sunny in Bern.', reason: 'stop', input: 130, output: 38 }

    test('runs a tool and answers with its result', async () => {
      const { text, finishReason, totalUsage } = await generateText(loop())
      const { inputTokens: input, outputTokens: output } = totalUsage
      expect({ text, reason: finishReason, input, output }).toMatchObject(done)
    })

    test('does so in streams', async () => {
      const result = streamText({ ...loop(), onError: () => {} })
      const [text, reason, total] = await Promise.all([
        result.text,
        result.finishReason,
        result.totalUsage,
      ])
      const { inputTokens: input, outputTokens: output } = total
      expect({ text, reason, input, output }).toMatchObject(done)
    })

    test('has an object after a schema', async () => {
      const asked = { model: google()(name), schema: NUMBER, prompt: 'A number', maxRetries: 0 }
      expect((await generateObject(asked)).object).toEqual({ n: 4 })
    })
  })
}

test('the AI SDK embeds by OpenAI', async () => {
  const model = google().embedding('text-embedding-3-small')
  const { embeddings } = await embedMany({ model, values: ['a', 'b'], maxRetries: 0 })
  expect(embeddings).toHaveLength(2)
  expect(embeddings.every((vector) => vector.length > 1)).toBe(true)
})
