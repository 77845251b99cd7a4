/** Names of tools longer than the upstream takes travel shortened and come back whole. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'

const LONG = `mcp__${'a-server-with-a-long-name-'.repeat(3)}__read_file`
const MODEL = 'gpt-4o'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({ channels: [{ type: 1, models: MODEL, upstream }] })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Sent {
  readonly tools: readonly { readonly function: { readonly name: string } }[]
  readonly stream?: boolean
}

/** Calls whatever tool it was offered first. */
function calling(sent: Sent): Reply {
  const called = { name: sent.tools[0]?.function.name ?? '', arguments: '{}' }
  const call = { id: 'call_1', type: 'function', function: called }
  const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }
  const base = { id: 'c1', created: 1, model: MODEL }
  if (!sent.stream) {
    const message = { role: 'assistant', content: null, tool_calls: [call] }
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
    return json({ ...base, object: 'chat.completion', choices, usage })
  }
  const chunk = (value: object) =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...value })}\n\n`
  return sse([
    chunk({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ])
}

const tool = { name: LONG, input_schema: { type: 'object' as const } }

async function ask(stream: boolean, padding = '') {
  upstream.script((request) => calling(request.json as Sent))
  const { messages } = gateway.anthropic()
  const body = {
    model: MODEL,
    max_tokens: 100,
    tools: [tool],
    tool_choice: { type: 'tool' as const, name: LONG },
    messages: [
      { role: 'user' as const, content: `Read.${padding}` },
      {
        role: 'assistant' as const,
        content: [{ type: 'tool_use' as const, id: 'toolu_0', name: LONG, input: {} }],
      },
      {
        role: 'user' as const,
        content: [{ type: 'tool_result' as const, tool_use_id: 'toolu_0', content: 'ok' }],
      },
    ],
  }
  return stream ? await messages.stream(body).finalMessage() : await messages.create(body)
}

describe('a tool whose name is too long for OpenAI', () => {
  for (const stream of [false, true]) {
    test(`is called by its own name, ${stream ? 'streamed' : 'whole'}`, async () => {
      const answer = await ask(stream)
      expect(answer.content).toMatchObject([{ type: 'tool_use', name: LONG }])
    })
  }

  test('has one and the same short name everywhere in the request', async () => {
    await ask(false)
    const text = JSON.stringify(upstream.last().json)
    expect(text).not.toContain(LONG)
    const name = (upstream.last().json as Sent).tools[0]?.function.name ?? ''
    expect(name).toHaveLength(64)
    expect(name).toMatch(/^mcp__a-server[\w-]*_[0-9a-f]{8}$/)
    // Offered, forced, and in the history.
    expect(text.split(name)).toHaveLength(4)
  })

  test('is called by its own name also when a thread encodes the body', async () => {
    for (const stream of [false, true]) {
      const answer = await ask(stream, 'x'.repeat(400_000))
      expect(answer.content).toMatchObject([{ type: 'tool_use', name: LONG }])
    }
  })

  test('is named among what was changed', async () => {
    upstream.script((request) => calling(request.json as Sent))
    const response = await gateway.post('/v1/messages', {
      model: MODEL,
      max_tokens: 9,
      tools: [tool],
      messages: [{ role: 'user', content: 'Read.' }],
    })
    expect(response.headers.get('x-gw-untranslated')).toBe('tools.name:shortened')
  })
})
