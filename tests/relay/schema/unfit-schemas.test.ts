/** What happens where Claude's own form cannot say a schema, and what the client is told of it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../../support/gateway'
import { json, startUpstream, type Upstream } from '../../support/upstream'

const CLAUDE = 'claude-opus-4-5'
const text = { type: 'string' } as const
const OPEN = { type: 'object', additionalProperties: text } as const
const LIMITED = {
  type: 'object',
  properties: { age: { type: 'integer', minimum: 0 } },
  required: ['age'],
} as const
const FITTED = {
  type: 'object',
  properties: { age: { type: 'integer', description: '{minimum: 0}' } },
  required: ['age'],
  additionalProperties: false,
} as const

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: CLAUDE,
    content: [{ type: 'text', text: '{}' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  }
  upstream = await startUpstream(json(answer))
  gateway = await startGateway({ channels: [{ type: 14, models: CLAUDE, upstream }] })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function ask(path: string, body: object) {
  const response = await gateway.post(path, body)
  expect(response.status).toBe(200)
  return { sent: upstream.last().json, lost: response.headers.get('x-gw-untranslated') }
}

const messages = [{ role: 'user', content: 'Hello' }]
const chat = (more: object) => ask('/v1/chat/completions', { model: CLAUDE, messages, ...more })
const format = (schema: object) =>
  chat({ response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } })
const strictTools = (...schemas: readonly object[]) =>
  chat({
    tools: schemas.map((parameters, at) => ({
      type: 'function',
      function: { name: `f${at}`, parameters, strict: true },
    })),
  })

describe('an answer of Claude by a schema', () => {
  test('keeps the limits that the form has no word for in the description', async () => {
    const { sent, lost } = await format(LIMITED)
    expect(sent).toMatchObject({ output_config: { format: { schema: FITTED } } })
    expect(lost).toBe('response_format.json_schema.schema.minimum')
  })

  test('is asked for as the arguments of a tool where an object is open', async () => {
    const { sent, lost } = await format(OPEN)
    expect(sent).not.toHaveProperty('output_config')
    expect(sent).toMatchObject({ tools: [{ name: 'json_answer', input_schema: OPEN }] })
    expect(lost).toBe('response_format:emulated')
  })

  test('of a client of Gemini, whose schemas close no object', async () => {
    const responseSchema = { type: 'OBJECT', properties: { city: { type: 'STRING' } } }
    const { sent } = await ask(`/v1beta/models/${CLAUDE}:generateContent`, {
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      generationConfig: { responseMimeType: 'application/json', responseSchema },
    })
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      additionalProperties: false,
    }
    expect(sent).toMatchObject({ output_config: { format: { type: 'json_schema', schema } } })
  })
})

describe('a strict tool for Claude', () => {
  test('stays strict with a schema that fits', async () => {
    const { sent, lost } = await strictTools(LIMITED)
    expect(sent).toMatchObject({ tools: [{ strict: true, input_schema: FITTED }] })
    expect(lost).toBe('tools.parameters.minimum')
  })

  test('is no longer strict where an object is open', async () => {
    const { sent, lost } = await strictTools(OPEN)
    expect(sent).toMatchObject({ tools: [{ name: 'f0', input_schema: OPEN }] })
    expect(JSON.stringify(sent)).not.toContain('"strict"')
    expect(lost).toBe('tools.strict')
  })

  test('is no longer strict behind as many as a request may have', async () => {
    const { sent, lost } = await strictTools(...Array.from({ length: 21 }, () => FITTED))
    expect(JSON.stringify(sent).match(/"strict":true/g)).toHaveLength(20)
    expect(lost).toBe('tools.strict')
  })
})
