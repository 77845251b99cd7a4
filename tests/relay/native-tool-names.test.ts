/** Names of tools that the upstream refuses are fitted where bytes pass as where they do not. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'

const LONG = `mcp__${'a-server-with-a-long-name-'.repeat(6)}__read_file`
const ODD = 'files/read file'
const SHORT = 'plain'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 43, models: 'deep', upstream },
      { type: 14, models: 'claude-sonnet-4-5', upstream },
      { type: 24, models: 'gemini-2.5-flash', upstream },
      { type: 1, models: 'gpt-5-codex', upstream },
    ],
    options: { SelfUseModeEnabled: true },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const parameters = { type: 'object', properties: { name: { type: 'string' } } }
const event = (value: object, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`

interface Talk {
  readonly path: string
  readonly body: (names: readonly string[], stream: boolean, forced: string) => object
  readonly streamed?: string
  /** Of the tools that a request offers. */
  readonly offered: (sent: never) => readonly string[]
  readonly reply: (name: string, stream: boolean) => Reply
}

const said = [{ role: 'user', content: 'Read.' }]
const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }

const chat: Talk = {
  path: '/v1/chat/completions',
  body: (names, stream, forced) => ({
    model: 'deep',
    stream,
    tools: names.map((name) => ({ type: 'function', function: { name, parameters } })),
    tool_choice: { type: 'function', function: { name: forced } },
    messages: [
      ...said,
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_0', type: 'function', function: { name: forced, arguments: '{"name":"x"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'ok' },
    ],
  }),
  offered: (sent: { tools: { function: { name: string } }[] }) =>
    sent.tools.map((tool) => tool.function.name),
  reply: (name, stream) => {
    const call = { id: 'call_1', type: 'function', function: { name, arguments: '{}' } }
    const base = { id: 'c1', created: 1, model: 'deep' }
    const message = { role: 'assistant', content: null, tool_calls: [call] }
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
    if (!stream) return json({ ...base, object: 'chat.completion', choices, usage })
    const delta = { role: 'assistant', tool_calls: [{ index: 0, ...call }] }
    const chunk = { ...base, object: 'chat.completion.chunk' }
    return sse([
      event({ ...chunk, choices: [{ index: 0, delta }] }),
      event({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }], usage }),
      'data: [DONE]\n\n',
    ])
  },
}

const claude: Talk = {
  path: '/v1/messages',
  body: (names, stream, forced) => ({
    model: 'claude-sonnet-4-5',
    stream,
    max_tokens: 50,
    tools: names.map((name) => ({ name, input_schema: parameters })),
    tool_choice: { type: 'tool', name: forced },
    messages: [
      ...said,
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_0', name: forced, input: { name: ODD } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_0', content: 'ok' }] },
    ],
  }),
  offered: (sent: { tools: { name: string }[] }) => sent.tools.map(({ name }) => name),
  reply: (name, stream) => {
    const block = { type: 'tool_use', id: 'toolu_1', name, input: {} }
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'c', content: [] }
    const counts = { input_tokens: 5, output_tokens: 3 }
    const whole = { ...message, content: [block], stop_reason: 'tool_use', usage: counts }
    if (!stream) return json(whole)
    const delta = { stop_reason: 'tool_use', stop_sequence: null }
    return sse([
      event({ type: 'message_start', message: { ...message, usage: counts } }, 'message_start'),
      event({ type: 'content_block_start', index: 0, content_block: block }, 'content_block_start'),
      event({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
      event({ type: 'message_delta', delta, usage: counts }, 'message_delta'),
      event({ type: 'message_stop' }, 'message_stop'),
    ])
  },
}

const gemini: Talk = {
  path: '/v1beta/models/gemini-2.5-flash:generateContent',
  streamed: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
  body: (names, _, forced) => ({
    tools: [{ functionDeclarations: names.map((name) => ({ name, parameters })) }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [forced] } },
    contents: [
      { role: 'user', parts: [{ text: 'Read.' }] },
      { role: 'model', parts: [{ functionCall: { name: forced, args: { name: ODD } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: forced, response: { name: ODD } } }],
      },
    ],
  }),
  offered: (sent: { tools: { functionDeclarations: { name: string }[] }[] }) =>
    sent.tools.flatMap((tool) => tool.functionDeclarations.map(({ name }) => name)),
  reply: (name, stream) => {
    const content = { role: 'model', parts: [{ functionCall: { name, args: {} } }] }
    const answer = {
      candidates: [{ index: 0, content, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
    }
    return stream ? sse([event(answer)]) : json(answer)
  },
}

const responses: Talk = {
  path: '/v1/responses',
  body: (names, stream, forced) => ({
    model: 'gpt-5-codex',
    stream,
    store: false,
    tools: names.map((name) => ({ type: 'function', name, parameters, strict: false })),
    tool_choice: { type: 'function', name: forced },
    input: [
      ...said,
      { type: 'function_call', call_id: 'call_0', name: forced, arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_0', output: 'ok' },
    ],
  }),
  offered: (sent: { tools: { name: string }[] }) => sent.tools.map(({ name }) => name),
  reply: (name, stream) => {
    const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name, arguments: '{}' }
    const counts = { input_tokens: 5, output_tokens: 3, total_tokens: 8 }
    const base = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5-codex' }
    const whole = { ...base, status: 'completed', output: [item], usage: counts }
    if (!stream) return json(whole)
    const begun = { ...base, status: 'in_progress', output: [] }
    const added = { type: 'response.output_item.added', output_index: 0, item }
    return sse([
      event({ type: 'response.created', response: begun }, 'response.created'),
      event(added, added.type),
      event({ type: 'response.completed', response: whole }, 'response.completed'),
    ])
  },
}

const TALKS = { chat, claude, gemini, responses }
const CASES = Object.keys(TALKS).flatMap((name) =>
  [LONG, ODD].flatMap((odd) =>
    [false, true].map((stream) => [name as keyof typeof TALKS, odd, stream] as const),
  ),
)

async function ask(talk: Talk, names: readonly string[], stream: boolean, more: object = {}) {
  const [forced = ''] = names
  upstream.script(({ json: sent }) => talk.reply(talk.offered(sent as never)[0] ?? '', stream))
  const { path, streamed = path } = talk
  const body = { ...talk.body(names, stream, forced), ...more }
  const answer = await gateway.post(stream ? streamed : path, body)
  expect(answer.status).toBe(200)
  return { answer, text: await answer.text(), sent: upstream.last() }
}

describe.each(CASES)('a native client of %s with a tool called %s, stream %p', (...given) => {
  const [protocol, odd, stream] = given
  const talk = TALKS[protocol]

  test('is served as one that is translated', async () => {
    const { answer, text, sent } = await ask(talk, [odd, SHORT], stream)
    const [made = ''] = talk.offered(sent.json as never)
    expect(made).toMatch(/^[a-zA-Z_][\w-]{0,118}_[0-9a-f]{8}$/)
    expect(made.length).toBeLessThanOrEqual(protocol === 'claude' ? 128 : 64)
    const loss = odd === LONG ? 'shortened' : 'renamed'
    expect(answer.headers.get('x-gw-untranslated')).toBe(`tools.name:${loss}`)
    // Offered, forced and in the history; what the arguments hold stays the client's own.
    expect(sent.bodyText.split(JSON.stringify(made)).length - 1).toBe(protocol === 'gemini' ? 4 : 3)
    if (odd === LONG) expect(sent.bodyText).not.toContain(LONG)
    else if (protocol === 'claude') expect(sent.bodyText).toContain(`"input":{"name":"${ODD}"}`)
    expect(text).toContain(`"name":${JSON.stringify(odd)}`)
    expect(text).not.toContain(made)
  })
})

test.each(Object.entries(TALKS))('names that fit pass as they came, %s', async (_, talk) => {
  const { answer, text, sent } = await ask(talk, [SHORT, 'other-1'], false)
  expect(answer.headers.get('x-gw-untranslated')).toBeNull()
  expect(sent.bodyText).toBe(JSON.stringify(talk.body([SHORT, 'other-1'], false, SHORT)))
  expect(text).toContain(`"name":"${SHORT}"`)
})

test.each([false, true])(
  'a thread that prepares the body fits them, too, stream %p',
  async (stream) => {
    const { text, sent } = await ask(chat, [LONG], stream, { user: 'x'.repeat(400_000) })
    expect(sent.bodyText).not.toContain(LONG)
    expect(text).toContain(`"name":"${LONG}"`)
  },
)
