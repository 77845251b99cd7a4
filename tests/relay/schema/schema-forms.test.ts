/**
 * Schemas of clients arrive in the form that each vendor documents, whichever protocol they came
 * by: what the form cannot say is told in words, in another way, or named as lost.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../server/relay/wire/chat'
import { type Gateway, startGateway } from '../../support/gateway'
import { json, startUpstream, type Upstream } from '../../support/upstream'
import { CORPUS } from './corpus'
import { type Check, claudeStrict, geminiFull, geminiSubset, openaiStrict, plainTop } from './rules'

const CLAUDE = 'claude-opus-4-5'
const GEMINI = 'gemini-2.5-flash'
const OLD_GEMINI = 'gemini-2.0-flash'
const GPT = 'gpt-4o'
const NEW_GPT = 'gpt-5.6'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({ error: { message: 'no' } }, { status: 400 }))
  gateway = await startGateway({
    options: { RetryTimes: '0' },
    channels: [
      { type: 14, models: CLAUDE, upstream },
      { type: 24, models: `${GEMINI},${OLD_GEMINI}`, upstream },
      { type: 1, models: `${GPT},${NEW_GPT}`, upstream },
    ],
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Way {
  readonly path: string
  readonly body: (schema: JsonObject) => object
}

const messages = [{ role: 'user', content: 'Hello' }]
const chat = (model: string, more: (schema: JsonObject) => object): Way => ({
  path: '/v1/chat/completions',
  body: (schema) => ({ model, messages, ...more(schema) }),
})
const tool = (strict?: boolean) => (parameters: JsonObject) => ({
  tools: [{ type: 'function', function: { name: 'f', parameters, strict } }],
})
const format = (schema: JsonObject) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
})

interface Sent {
  /** The schema in what was sent, and the rules that hold for it there. */
  readonly schema: JsonObject | undefined
  readonly rules: readonly Check[]
}

function claudeTool(sent: JsonObject): Sent {
  const { input_schema: schema, strict } = at(sent, 'tools', 0) as JsonObject
  return {
    schema: schema as JsonObject,
    rules: strict === true ? [plainTop, claudeStrict] : [plainTop],
  }
}

function claudeFormat(sent: JsonObject): Sent {
  const schema = at(sent, 'output_config', 'format', 'schema') as JsonObject | undefined
  return schema === undefined ? claudeTool(sent) : { schema, rules: [claudeStrict] }
}

function geminiField(held: JsonObject, full: string, subset: string): Sent {
  const schema = (held[full] ?? held[subset]) as JsonObject | undefined
  return { schema, rules: [held[full] === undefined ? geminiSubset : geminiFull] }
}

function geminiTool(sent: JsonObject): Sent {
  const declared = at(sent, 'tools', 0, 'functionDeclarations', 0) as JsonObject
  const { schema, rules } = geminiField(declared, 'parametersJsonSchema', 'parameters')
  return { schema, rules: schema === undefined ? [] : [...rules, plainTop] }
}

function openaiTool(sent: JsonObject): Sent {
  const tool = at(sent, 'tools', 0) as JsonObject
  const { parameters, strict } = (tool.function ?? tool) as JsonObject
  return {
    schema: parameters as JsonObject,
    rules: strict === true ? [plainTop, openaiStrict] : [plainTop],
  }
}

function claudeClient(model: string) {
  return {
    path: '/v1/messages',
    body: (input_schema: JsonObject) => ({
      model,
      max_tokens: 9,
      messages,
      tools: [{ name: 'f', input_schema, strict: true }],
    }),
    read: openaiTool,
  }
}

const WAYS: Readonly<Record<string, Way & { readonly read: (sent: JsonObject) => Sent }>> = {
  'a tool for Claude': { ...chat(CLAUDE, tool()), read: claudeTool },
  'a strict tool for Claude': { ...chat(CLAUDE, tool(true)), read: claudeTool },
  'an answer of Claude': { ...chat(CLAUDE, format), read: claudeFormat },
  'a tool for Gemini': { ...chat(GEMINI, tool()), read: geminiTool },
  'a tool for an older Gemini': { ...chat(OLD_GEMINI, tool()), read: geminiTool },
  'an answer of Gemini': {
    ...chat(GEMINI, format),
    read: (sent) =>
      geminiField(sent.generationConfig as JsonObject, 'responseJsonSchema', 'responseSchema'),
  },
  'a strict tool of a Claude client for GPT': claudeClient(GPT),
  'a strict tool of a Claude client for a newer GPT': claudeClient(NEW_GPT),
}

function at(value: unknown, ...steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>((found, step) => Object(found)[step], value)
}

for (const [way, { path, body, read }] of Object.entries(WAYS)) {
  describe(`${way} keeps to what is documented`, () => {
    test.each(Object.entries(CORPUS))('%s', async (_name, schema) => {
      await gateway.post(path, body(schema))
      const first = upstream.last().bodyText
      const { schema: sent, rules } = read(JSON.parse(first))
      expect(rules.flatMap((rule) => rule(sent ?? {}))).toEqual([])
      expect(first.length).toBeLessThan(40_000)
      await gateway.post(path, body(schema))
      expect(upstream.last().bodyText).toBe(first)
    })
  })
}
