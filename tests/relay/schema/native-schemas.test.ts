/**
 * Schemas in requests that pass through: what their vendor is certain to refuse is changed, and
 * everything else keeps the client's own bytes.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../../support/gateway'
import { json, startUpstream, type Upstream } from '../../support/upstream'
import { CORPUS } from './corpus'
import { geminiFull } from './rules'

const CLAUDE = 'claude-opus-4-5'
const OTHER = 'deepseek-v4-pro'
const GEMINI = 'gemini-2.5-flash'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({ error: { message: 'no' } }, { status: 400 }))
  gateway = await startGateway({
    options: { RetryTimes: '0' },
    channels: [
      { type: 14, models: `${CLAUDE},${OTHER}`, upstream },
      { type: 24, models: GEMINI, upstream },
    ],
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const text = { type: 'string' }
const JOINED = {
  type: 'object',
  properties: { title: text, body: text },
  anyOf: [{ required: ['title'] }, { required: ['body'] }],
}
const PLAIN = {
  type: 'object',
  properties: { title: text, maybe: { anyOf: [text, { type: 'null' }] } },
}

/** The bytes that were asked for, and those that arrived. */
async function pass(path: string, body: object): Promise<readonly [string, string]> {
  const asked = JSON.stringify(body, null, 1)
  await gateway.post(path, asked)
  return [asked, upstream.last().bodyText]
}

function claude(model: string, ...schemas: readonly object[]) {
  const tools = schemas.map((input_schema, at) => ({ name: `f${at}`, input_schema }))
  const messages = [{ role: 'user', content: 'Hello' }]
  return pass('/v1/messages', { model, max_tokens: 9, messages, tools })
}

describe('tools of a Claude client', () => {
  test('with alternatives at the top of a schema become plain objects, alone', async () => {
    const [, sent] = await claude(CLAUDE, PLAIN, JOINED)
    const { anyOf: _, ...rest } = JOINED
    const description = '{anyOf: [{"required":["title"]},{"required":["body"]}]}'
    expect(JSON.parse(sent).tools).toEqual([
      { name: 'f0', input_schema: PLAIN },
      { name: 'f1', input_schema: { ...rest, description } },
    ])
  })

  test('with alternatives deeper down pass as they came', async () => {
    const [asked, sent] = await claude(CLAUDE, PLAIN)
    expect(sent).toBe(asked)
  })

  test('for a model of another maker pass as they came', async () => {
    const [asked, sent] = await claude(OTHER, JOINED)
    expect(sent).toBe(asked)
  })

  test('in a body that is too long to be parsed on the loop', async () => {
    const long = {
      ...JOINED,
      properties: { ...JOINED.properties, x: { const: 'y'.repeat(300_000) } },
    }
    const [, sent] = await claude(CLAUDE, long)
    expect(JSON.parse(sent).tools[0].input_schema).not.toHaveProperty('anyOf')
  })
})

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]
const PATH = `/v1beta/models/${GEMINI}:generateContent`
const WITH_REFERENCES = Object.entries(CORPUS).filter(([, schema]) =>
  JSON.stringify(schema).includes('"$ref":"#'),
)

describe('schemas of a Gemini client', () => {
  test.each(WITH_REFERENCES)('%s', async (_name, schema) => {
    const [, sent] = await pass(PATH, {
      contents,
      tools: [{ function_declarations: [{ name: 'f', parameters_json_schema: schema }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    })
    const { tools, generationConfig } = JSON.parse(sent)
    const declared = tools[0].function_declarations[0].parameters_json_schema
    expect(declared).toEqual(generationConfig.responseJsonSchema)
    expect(geminiFull(declared)).toEqual([])
  })

  test('without references pass as they came', async () => {
    const schema = CORPUS['limits of numbers, texts and lists']
    const [asked, sent] = await pass(PATH, {
      contents,
      tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: schema }] }],
    })
    expect(sent).toBe(asked)
  })

  test('that only talk of references pass as they came', async () => {
    const parts = [{ text: 'What is "$ref"?', videoMetadata: { $ref: 1 } }]
    const said = [{ role: 'user', parts }]
    const [asked, sent] = await pass(PATH, { contents: said, generationConfig: { topP: 1 } })
    expect(sent).toBe(asked)
  })
})
