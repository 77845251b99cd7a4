/** A conversation of two turns with tools, by both official SDKs, against aimock's dialects. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PIXEL, SPOKEN_PROTOCOLS, TALKS, WEATHER_AND_TIME } from '../contracts/conversation'
import type { TalkOptions } from '../contracts/talk'
import { type Aimock, startAimock } from '../support/aimock'
import { type Gateway, startGateway } from '../support/gateway'

const MODELS = {
  openai: { type: 1, model: 'gpt-4o' },
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
  const systemMessage = SYSTEM
  const toolCalls = CALLS.map(({ id, name, input }) => ({
    id,
    name,
    arguments: JSON.stringify(input),
  }))
  aimock.mock.on(
    { userMessage: QUESTION, systemMessage },
    { toolCalls, usage: { prompt_tokens: 40, completion_tokens: 30, total_tokens: 70 } },
  )
  aimock.mock.prependFixture({
    match: { toolCallId: 'call_t2', toolResultContains: '12:05', systemMessage },
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

function options(model: string, stream: boolean): TalkOptions {
  const [key = ''] = gateway.keys
  return { url: gateway.url, key, model, stream, system: SYSTEM, tools: WEATHER_AND_TIME }
}

for (const protocol of SPOKEN_PROTOCOLS) {
  describe(`the ${protocol} SDK`, () => {
    for (const [dialect, { model }] of Object.entries(MODELS)) {
      for (const stream of [false, true]) {
        const how = stream ? 'streamed' : 'whole'
        test(`calls two tools at once and uses their results on ${dialect}, ${how}`, async () => {
          const talk = TALKS[protocol](options(model, stream))
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
}

test('a conversation without the system prompt is another one', async () => {
  const { system: _, ...rest } = options(MODELS.gemini.model, false)
  const talk = TALKS.openai(rest)
  await expect(talk.ask(QUESTION)).rejects.toMatchObject({ status: 404 })
})
