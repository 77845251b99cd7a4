/** A conversation of two turns with tools over Responses, by the official SDK, on every dialect. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PIXEL, WEATHER_AND_TIME } from '../contracts/conversation'
import { responsesTalk } from '../contracts/responses-talk'
import { type Aimock, startAimock } from '../support/aimock'
import { type Gateway, startGateway } from '../support/gateway'

/** OpenAI has Responses itself; DeepSeek has only chat, in the same dialect. */
const MODELS = {
  'its own vendor': { type: 1, model: 'gpt-4o' },
  openai: { type: 43, model: 'deepseek-chat' },
  anthropic: { type: 14, model: 'claude-sonnet-4-6' },
  gemini: { type: 24, model: 'gemini-2.5-flash' },
} as const

const SYSTEM = 'You are terse.'
const QUESTION = 'The weather and the time where this picture was taken?'
const CALLS = [
  { id: 'call_w1', name: 'get_weather', input: { city: 'Zürich' } },
  { id: 'call_t2', name: 'get_time', input: { zone: 'Europe/Zurich', format: '24h' } },
]

let aimock: Aimock
let gateway: Gateway

beforeAll(async () => {
  aimock = await startAimock()
  const toolCalls = CALLS.map(({ id, name, input }) => ({
    id,
    name,
    arguments: JSON.stringify(input),
  }))
  aimock.mock.on(
    { userMessage: QUESTION, systemMessage: SYSTEM },
    { toolCalls, usage: { prompt_tokens: 40, completion_tokens: 30, total_tokens: 70 } },
  )
  aimock.mock.prependFixture({
    match: { toolCallId: 'call_t2', toolResultContains: '12:05', systemMessage: SYSTEM },
    response: {
      content: 'Sunny, 12:05 — grüezi!',
      usage: { prompt_tokens: 90, completion_tokens: 8, total_tokens: 98 },
    },
  })
  gateway = await startGateway({
    channels: Object.values(MODELS).map(({ type, model }) => ({
      type,
      models: model,
      upstream: aimock,
    })),
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await aimock.stop()
})

describe('the Responses SDK', () => {
  for (const [dialect, { model }] of Object.entries(MODELS)) {
    for (const stream of [false, true]) {
      const how = stream ? 'streamed' : 'whole'
      test(`calls two tools at once and uses their results on ${dialect}, ${how}`, async () => {
        const [key = ''] = gateway.keys
        const options = { url: gateway.url, key, model, stream, system: SYSTEM }
        const talk = responsesTalk({ ...options, tools: WEATHER_AND_TIME })
        expect(await talk.ask(QUESTION, PIXEL)).toEqual({
          text: '',
          thinking: '',
          calls: CALLS,
          stop: 'tools',
          promptTokens: 40,
          completionTokens: 30,
        })
        expect(await talk.giveResults(['sunny', '12:05'])).toEqual({
          text: 'Sunny, 12:05 — grüezi!',
          thinking: '',
          calls: [],
          stop: 'end',
          promptTokens: 90,
          completionTokens: 8,
        })
      })
    }
  }
})
