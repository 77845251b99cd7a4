/**
 * JSON from Claude models that have no format for it: asked for as the arguments of a tool, and
 * shown to the client as the text that it asked for.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'

const OLD = 'claude-3-7-sonnet-20250219'
const NEW = 'claude-sonnet-4-5'
const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const FORMAT = {
  type: 'json_schema' as const,
  json_schema: { name: 'place', schema: SCHEMA, strict: true },
}

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({ channels: [{ type: 14, models: `${OLD},${NEW}`, upstream }] })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Use {
  readonly name: string
  readonly input: string
}

/** An answer of Anthropic that calls these tools, the input in the given pieces. */
function whole(uses: readonly Use[]): Reply {
  return json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: OLD,
    content: uses.map(({ name, input }, at) => ({
      type: 'tool_use',
      id: `toolu_${at}`,
      name,
      input: JSON.parse(input || '{}'),
    })),
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  })
}

function streamed(uses: readonly Use[]): Reply {
  const event = (value: Readonly<Record<string, unknown>>) =>
    `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
  const usage = { input_tokens: 10, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: OLD, content: [] }
  return sse([
    event({ type: 'message_start', message: { ...message, usage } }),
    ...uses.flatMap(({ name, input }, index) => [
      event({
        type: 'content_block_start',
        index,
        content_block: { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      }),
      ...(input.match(/.{1,5}/gs) ?? []).map((partial_json) =>
        event({
          type: 'content_block_delta',
          index,
          delta: { type: 'input_json_delta', partial_json },
        }),
      ),
      event({ type: 'content_block_stop', index }),
    ]),
    event({
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    event({ type: 'message_stop' }),
  ])
}

type Fields = Partial<Parameters<ReturnType<Gateway['openai']>['chat']['completions']['stream']>[0]>

async function ask(stream: boolean, uses: readonly Use[], fields: Fields) {
  upstream.script(stream ? streamed(uses) : whole(uses))
  const { completions } = gateway.openai().chat
  const body = { model: OLD, messages: [{ role: 'user' as const, content: 'JSON?' }], ...fields }
  const answer = stream
    ? await completions.stream({ ...body, stream: true }).finalChatCompletion()
    : await completions.create({ ...body, stream: false })
  const [choice] = answer.choices
  if (choice === undefined) throw new Error('no choice')
  return { choice, sent: upstream.last().json as Record<string, unknown> }
}

const PLACE = '{"city":"Oslo"}'

for (const stream of [false, true]) {
  describe(`JSON from an older Claude, ${stream ? 'streamed' : 'whole'}`, () => {
    test('by a schema is the text of the answer', async () => {
      const uses = [{ name: 'json_answer', input: PLACE }]
      const { choice, sent } = await ask(stream, uses, { response_format: FORMAT })
      expect(choice.message.content).toBe(PLACE)
      expect(choice.message.tool_calls ?? []).toEqual([])
      expect(choice.finish_reason).toBe('stop')
      expect(sent).toMatchObject({
        tools: [{ name: 'json_answer', input_schema: SCHEMA }],
        tool_choice: { type: 'tool', name: 'json_answer' },
      })
      expect(sent).not.toHaveProperty('output_config')
    })

    test('without a schema is any object, also an empty one', async () => {
      const { choice, sent } = await ask(stream, [{ name: 'json_answer', input: '' }], {
        response_format: { type: 'json_object' },
      })
      expect(choice.message.content).toBe('{}')
      expect(choice.finish_reason).toBe('stop')
      expect(sent).toMatchObject({ tools: [{ input_schema: { type: 'object' } }] })
    })

    test('leaves the model the choice between tools of the client and the answer', async () => {
      const tools = [{ type: 'function' as const, function: { name: 'look', parameters: SCHEMA } }]
      const fields = { response_format: FORMAT, tools }
      const called = await ask(stream, [{ name: 'look', input: PLACE }], fields)
      expect(called.sent).toMatchObject({
        tools: [{ name: 'look' }, { name: 'json_answer' }],
        tool_choice: { type: 'any' },
      })
      expect(called.choice.finish_reason).toBe('tool_calls')
      expect(called.choice.message.tool_calls).toMatchObject([
        { function: { name: 'look', arguments: PLACE } },
      ])
      const both = [
        { name: 'json_answer', input: PLACE },
        { name: 'look', input: PLACE },
      ]
      const mixed = await ask(stream, both, fields)
      expect(mixed.choice.message.content).toBe(PLACE)
      expect(mixed.choice.message.tool_calls).toMatchObject([
        { id: 'toolu_1', function: { name: 'look', arguments: PLACE } },
      ])
      expect(mixed.choice.finish_reason).toBe('tool_calls')
    })
  })
}

async function losses(body: object): Promise<string | null> {
  upstream.script(whole([]))
  const messages = [{ role: 'user', content: 'JSON?' }]
  const response = await gateway.post('/v1/chat/completions', { model: OLD, messages, ...body })
  expect(response.status).toBe(200)
  return response.headers.get('x-gw-untranslated')
}

test('the client is told that a format is emulated', async () => {
  expect(await losses({ response_format: FORMAT })).toBe('response_format:emulated')
})

test('a format is lost where the client forces a tool of its own, and is named', async () => {
  const tools = [{ type: 'function', function: { name: 'look', parameters: SCHEMA } }]
  const body = { response_format: FORMAT, tools, tool_choice: 'required' }
  expect(await losses(body)).toBe('response_format')
})

test('a schema of something else than an object cannot be emulated', async () => {
  const schema = { type: 'array', items: { type: 'string' } }
  const format = { type: 'json_schema', json_schema: { name: 'list', schema } }
  expect(await losses({ response_format: format })).toBe('response_format')
})

test('a Claude with structured outputs gets the schema itself', async () => {
  expect(await losses({ model: NEW, response_format: FORMAT })).toBeNull()
  expect(upstream.last().json).toMatchObject({
    output_config: { format: { type: 'json_schema', schema: SCHEMA } },
  })
})
