/** Each kind of client that a stream ends for: how it asks, and what it takes for which end. */
import { expect } from 'bun:test'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { failureOf, geminiClient } from '../support/sdk'
import { within } from '../support/wait-until'
import { ask, PATH_OF, told } from './black-box'
import { DONE } from './dear-model'
import { eventsIn, expectWhole, PATH } from './responses-wire'
import type { Asked, SpentClient } from './spent-client'
import { COHERE_SDK } from './spent-cohere'

const RAN_OUT = 'ran out'

interface Post {
  readonly path: string
  readonly body: object
}

async function textOf({ gateway, key }: Asked, { path, body }: Post): Promise<string> {
  const answer = await told(gateway.post(path, body, { key }))
  expect(answer.requestId).not.toBe('')
  return answer.text
}

/** The data of all frames. */
// biome-ignore lint/suspicious/noExplicitAny: frames of any protocol, looked into field by field
function objectsIn(text: string): any[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: '))
  return lines.filter((line) => !line.endsWith('[DONE]')).map((line) => JSON.parse(line.slice(6)))
}

const chat = (asked: Asked) => {
  const { model } = asked
  const body = ask('openai', { model, stream: true, stream_options: { include_usage: true } })
  return textOf(asked, { path: PATH_OF.openai, body })
}

const claude = ({ gateway, key, model }: Asked) =>
  gateway.anthropic(key).messages.stream({
    ...{ model, max_tokens: 100_000 },
    messages: [{ role: 'user', content: 'hello' }],
  })

const gemini = (asked: Asked, query: string) => {
  const body = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
  const path = `/v1beta/models/${asked.model}:streamGenerateContent${query}`
  return textOf(asked, { path, body })
}

/** Of the official SDK. */
// biome-ignore lint/suspicious/noExplicitAny: events of any kind, looked into field by field
async function interaction({ gateway, key, model }: Asked): Promise<any[]> {
  const { interactions } = geminiClient(gateway.url, key)
  return Array.fromAsync(await interactions.create({ model, input: 'hello', stream: true }))
}

const MAX_TOKENS = {
  candidates: [{ finishReason: 'MAX_TOKENS' }],
  usageMetadata: { totalTokenCount: expect.any(Number) },
}

const responses = (asked: Asked) => {
  const body = { model: asked.model, input: 'hello', store: false, stream: true }
  return textOf(asked, { path: PATH, body })
}

const INCOMPLETE = {
  type: 'response.incomplete',
  response: {
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    error: null,
    usage: { total_tokens: expect.any(Number) },
  },
}

async function overSocket({ gateway, key, model }: Asked, wanted: string) {
  const socket = new ResponsesWS(gateway.openai(key))
  // biome-ignore lint/suspicious/noExplicitAny: an event of any kind, looked into field by field
  const events: any[] = []
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => {})
    socket.on('event', (event) => {
      events.push(event)
      if (event.type === wanted) resolve()
    })
  })
  socket.send({ type: 'response.create', model, input: 'hello', store: false })
  await within(wanted, ended)
  socket.close()
  expect(events.map(({ sequence_number: at }) => at)).toEqual(events.map((_, at) => at))
  return events
}

export const SPENT_CLIENTS: readonly SpentClient[] = [
  COHERE_SDK,
  {
    name: 'chat completions',
    async length(asked) {
      const text = await chat(asked)
      expect(text).toEndWith(DONE)
      const chunks = objectsIn(text)
      const usage = { total_tokens: expect.any(Number) }
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage })
      expect(chunks.at(-2).choices[0].finish_reason).toBe('length')
      expect(chunks.filter(({ error }) => error !== undefined)).toEqual([])
    },
    async error(asked) {
      const text = await chat(asked)
      expect(text).not.toContain(DONE)
      expect(objectsIn(text).at(-1).error.message).toContain(RAN_OUT)
    },
  },
  {
    name: 'the completions of its SDK',
    onlyAt: 1,
    async length({ gateway, key, model }) {
      const stream = await gateway
        .openai(key)
        .completions.create({ model, prompt: 'hello', stream: true })
      const reasons = []
      for await (const { choices } of stream) reasons.push(choices[0]?.finish_reason)
      expect(reasons.at(-1)).toBe('length')
    },
    async error({ gateway, key, model }) {
      const stream = await gateway
        .openai(key)
        .completions.create({ model, prompt: 'hello', stream: true })
      const failure = await failureOf(Array.fromAsync(stream))
      expect(failure.message).toContain(RAN_OUT)
    },
  },
  {
    name: "Anthropic's SDK",
    async length(asked) {
      const message = await claude(asked).finalMessage()
      expect(message.stop_reason).toBe('max_tokens')
      expect(message.usage.output_tokens).toBeGreaterThan(1000)
      expect(message.content[0]).toMatchObject({ type: 'text' })
    },
    async error(asked) {
      const failure = await failureOf(claude(asked).finalMessage())
      expect(failure.message).toContain(RAN_OUT)
    },
  },
  {
    name: "Gemini's events",
    async length(asked) {
      expect(objectsIn(await gemini(asked, '?alt=sse')).at(-1)).toMatchObject(MAX_TOKENS)
    },
    async error(asked) {
      const last = objectsIn(await gemini(asked, '?alt=sse')).at(-1)
      expect(last.error.message).toContain(RAN_OUT)
    },
  },
  {
    name: "Gemini's list",
    async length(asked) {
      expect(JSON.parse(await gemini(asked, '')).at(-1)).toMatchObject(MAX_TOKENS)
    },
    async error(asked) {
      expect(JSON.parse(await gemini(asked, '')).at(-1).error.message).toContain(RAN_OUT)
    },
  },
  {
    name: "Gemini's interactions",
    onlyAt: 24,
    async length(asked) {
      const events = await interaction(asked)
      expect(events.at(-2)).toEqual({ event_type: 'step.stop', index: 1 })
      expect(events.at(-1)).toMatchObject({
        event_type: 'interaction.completed',
        interaction: { id: 'i_1', status: 'incomplete' },
      })
      const { usage } = events.at(-1).interaction
      expect(usage.total_output_tokens).toBeGreaterThan(1000)
      expect(usage.total_tokens).toBe(usage.total_input_tokens + usage.total_output_tokens)
    },
    async error(asked) {
      const last = (await interaction(asked)).at(-1)
      expect(last.event_type).toBe('error')
      expect(last.error).toEqual({
        code: expect.any(String),
        message: expect.stringContaining(RAN_OUT),
      })
    },
  },
  {
    name: 'Responses',
    async length(asked) {
      const events = eventsIn(await responses(asked))
      const last = expectWhole(events)
      expect(last).toMatchObject(INCOMPLETE)
      const deltas = events.filter(({ type }) => type === 'response.output_text.delta')
      const text = deltas.map(({ delta }) => delta).join('')
      const [item] = last.response.output
      expect(item).toMatchObject({ status: 'incomplete', content: [{ text }] })
    },
    async error(asked) {
      const last = eventsIn(await responses(asked)).at(-1)
      expect(last?.type).toBe('response.failed')
      expect(last?.response.error.message).toContain(RAN_OUT)
    },
  },
  {
    name: "Responses of OpenAI's SDK",
    async length({ gateway, key, model }) {
      const stream = gateway.openai(key).responses.stream({ model, input: 'hello', store: false })
      const events = await Array.fromAsync(stream)
      const last = events.at(-1)
      expect(last).toMatchObject(INCOMPLETE)
      const response = await stream.finalResponse()
      expect(response.output_text.length).toBeGreaterThan(1000)
    },
    async error({ gateway, key, model }) {
      const stream = gateway.openai(key).responses.stream({ model, input: 'hello', store: false })
      expect((await Array.fromAsync(stream)).at(-1)?.type).toBe('response.failed')
    },
  },
  {
    name: 'Responses on a socket',
    async length(asked) {
      const last = (await overSocket(asked, 'response.incomplete')).at(-1)
      expect(last).toMatchObject(INCOMPLETE)
      expect(last.response.output[0].content[0].text.length).toBeGreaterThan(1000)
    },
    async error(asked) {
      const last = (await overSocket(asked, 'response.failed')).at(-1)
      expect(last.response.error.message).toContain(RAN_OUT)
    },
  },
]
