/** Responses on channels that speak something else: the exact events, and what survives a turn. */
import { describe, expect, test } from 'bun:test'
import { fixture, frames, json, sse } from '../support/upstream'
import {
  billOf,
  DIALECTS,
  expectRefusal,
  RECORDED_CHARGE,
  recorded,
  TYPE_OF,
  told,
} from './black-box'
import { asking, type Event, eventsIn, expectWhole, kindsOf, PATH, talking } from './responses-wire'

/** DeepSeek has only chat, in OpenAI's dialect. */
const TYPES = { ...TYPE_OF, openai: 43 }
const TEXT = 'Grüße, 世界! Two plus two is four.'
const STREAM = { stream: true }

const TEXT_KINDS = [
  'created',
  'in_progress',
  'output_item.added',
  'content_part.added',
  'output_text.delta',
  'output_text.done',
  'content_part.done',
  'output_item.done',
  'completed',
]

describe.each([...DIALECTS])('on %s', (dialect) => {
  const channel = { type: TYPES[dialect] }

  test('a text is streamed in the order of the protocol, and billed as it is told', async () => {
    await talking(sse([recorded(dialect).sse]), channel, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking({ ...STREAM, metadata: { a: 'b' } })))
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      const events = eventsIn(answer.text)
      expect(kindsOf(events)).toEqual(TEXT_KINDS)
      const { response } = expectWhole(events)
      expect(response).toMatchObject({
        id: events[0]?.response.id,
        object: 'response',
        status: 'completed',
        model: 'm',
        store: false,
        metadata: { a: 'b' },
        output: [{ type: 'message', role: 'assistant', content: [{ text: TEXT }] }],
        usage: { input_tokens: 12, output_tokens: 9, total_tokens: 21 },
      })
      const { row } = await billOf(gateway, answer.requestId)
      expect(row).toMatchObject({ quota: RECORDED_CHARGE, prompt_tokens: 12, completion_tokens: 9 })
    })
  })

  test('a whole answer is the object that its stream ends with', async () => {
    const { sse: stream, json: whole } = recorded(dialect)
    const replies = [sse([stream]), json(JSON.parse(whole))]
    await talking(replies, channel, async ({ gateway }) => {
      const streamed = await told(gateway.post(PATH, asking(STREAM)))
      const answer = await told(gateway.post(PATH, asking()))
      const plain = ({ created_at: _, ...rest }: Event['response'], id: string): unknown =>
        JSON.parse(JSON.stringify(rest).replaceAll(id, 'ID'))
      expect(plain(JSON.parse(answer.text), answer.requestId)).toEqual(
        plain(eventsIn(streamed.text).at(-1)?.response, streamed.requestId),
      )
    })
  })

  test('what is cut fails under its own id, and is billed as far as it came', async () => {
    const all = frames(recorded(dialect).sse)
    const some = all.slice(0, Math.min(4, all.length - 1)).join('')
    await talking(sse([some], { ending: 'cut' }), channel, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      const events = eventsIn(answer.text)
      const last = events.at(-1)
      expect(last).toMatchObject({
        type: 'response.failed',
        response: { id: events[0]?.response.id, status: 'failed' },
      })
      expect(last?.response.error.message).toContain(answer.requestId)
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other).toMatchObject({ cut: { by: 'upstream', policy: 'partial' } })
      expect(row.completion_tokens).toBeGreaterThan(0)
    })
  })

  test('a refusal of the upstream keeps its status, and nothing is billed', async () => {
    const error = { error: { type: 'invalid_request_error', message: 'not like this' } }
    await talking(json(error, { status: 422 }), channel, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      expect(answer.status).toBe(422)
      expect(JSON.parse(answer.text).error.message).toContain('not like this')
      expect((await billOf(gateway, answer.requestId)).row.quota).toBe(0)
    })
  })

  test('structured output, effort and limits are asked for in its own words', async () => {
    const body = {
      ...asking({ store: true, top_logprobs: 2, include: ['web_search_call.results'] }),
      max_output_tokens: 2000,
      reasoning: { effort: 'low', summary: 'auto' },
      text: {
        format: { type: 'json_schema', name: 'sum', schema: { type: 'object', properties: {} } },
      },
    }
    await talking(json(JSON.parse(recorded(dialect).json)), channel, async (talk) => {
      const answer = await told(talk.gateway.post(PATH, body))
      expect(answer.status).toBe(200)
      const asked = JSON.stringify(talk.upstream.last().json)
      expect(asked).toContain('2000')
      expect(asked).toMatch(/schema/i)
      const lost = answer.headers.get('x-gw-untranslated')?.split(', ')
      expect(lost).not.toContain('store:false')
      expect(lost).toContain('top_logprobs')
      expect(lost).toContain('include:web_search_call.results')
    })
  })
})

/** Tools that no other vendor has, as agents offer them. */
const HOSTED = [
  { type: 'web_search', external_web_access: true },
  { type: 'web_search_preview' },
  { type: 'local_shell' },
  { type: 'tool_search', execution: 'client', parameters: {} },
  { type: 'mcp', server_label: 'x' },
  { type: 'apply_patch' },
  { type: 'computer_use_preview', display_width: 1, display_height: 1 },
] as const

describe('tools', () => {
  test('that are called side by side keep their places and their own arguments', async () => {
    const stream = fixture('openai/chat-tools-interleaved.sse')
    await talking(sse([stream]), { type: TYPES.openai }, async ({ gateway }) => {
      const answer = await told(gateway.post(PATH, asking(STREAM)))
      const { response } = expectWhole(eventsIn(answer.text))
      const calls = response.output.filter((item: Event) => item.type === 'function_call')
      expect(calls.map((call: Event) => JSON.parse(call.arguments))).toEqual([
        { city: '{São} "Paulo"' },
        { zone: 'Asia/Tokyo' },
      ])
      expect(response.usage).toEqual({
        input_tokens: 120,
        input_tokens_details: { cached_tokens: 64, cache_write_tokens: 0 },
        output_tokens: 40,
        output_tokens_details: { reasoning_tokens: 16 },
        total_tokens: 160,
      })
    })
  })

  test('of free text come back as such, though the upstream has only functions', async () => {
    const called = { name: 'apply_patch', arguments: '{"input":"*** Begin\\n+a"}' }
    const tool_calls = [{ id: 'call_p', type: 'function', function: called }]
    const message = { role: 'assistant', content: null, tool_calls }
    const body = { choices: [{ index: 0, message, finish_reason: 'tool_calls' }], id: 'x' }
    await talking(json(body), { type: TYPES.openai }, async ({ gateway, upstream }) => {
      const tools = [{ type: 'custom', name: 'apply_patch', description: 'Edits files' }]
      const first = await told(gateway.post(PATH, asking({ tools })))
      const [item] = JSON.parse(first.text).output
      expect(item).toMatchObject({
        type: 'custom_tool_call',
        call_id: 'call_p',
        input: '*** Begin\n+a',
      })
      const output = { type: 'custom_tool_call_output', call_id: 'call_p', output: 'done' }
      const input = [{ role: 'user', content: 'go' }, item, output]
      expect((await told(gateway.post(PATH, asking({ tools, input })))).status).toBe(200)
      expect(upstream.last().json).toMatchObject({
        messages: [
          { role: 'user' },
          { role: 'assistant', tool_calls: [{ id: 'call_p', function: called }] },
          { role: 'tool', tool_call_id: 'call_p', content: 'done' },
        ],
      })
    })
  })

  test('of namespaces are one function each, and are called in their namespace', async () => {
    const inner = ['spawn', 'close'].map((name) => ({ type: 'function', name, parameters: {} }))
    const tools = [
      { type: 'function', name: 'f', parameters: {} },
      { type: 'namespace', name: 'agents', description: 'Sub-agents', tools: inner },
      { type: 'web_search', external_web_access: true },
    ]
    const made = { name: 'agents__spawn', arguments: '{"a":1}' }
    const tool_calls = [{ id: 'call_s', type: 'function', function: made }]
    const message = { role: 'assistant', content: null, tool_calls }
    const body = { choices: [{ index: 0, message, finish_reason: 'tool_calls' }], id: 'x' }
    await talking(json(body), { type: TYPES.openai }, async ({ gateway, upstream }) => {
      const first = await told(gateway.post(PATH, asking({ tools })))
      const [item] = JSON.parse(first.text).output
      expect(item).toMatchObject({
        type: 'function_call',
        name: 'spawn',
        namespace: 'agents',
        call_id: 'call_s',
      })
      const asked = Object(upstream.last().json).tools as { function: { name: string } }[]
      expect(asked.map((tool) => tool.function.name)).toEqual([
        'f',
        'agents__spawn',
        'agents__close',
      ])
      // What an agent offers beside its own tools, it can do without.
      expect(first.headers.get('x-gw-untranslated')).toContain('tools[2].web_search')
      const output = { type: 'function_call_output', call_id: 'call_s', output: 'done' }
      const input = [{ role: 'user', content: 'go' }, item, output]
      const tool_choice = { type: 'function', namespace: 'agents', name: 'close' }
      const own = tools.slice(0, 2)
      const second = asking({ tools: own, tool_choice, input })
      expect((await told(gateway.post(PATH, second))).status).toBe(200)
      expect(upstream.last().json).toMatchObject({
        messages: [{ role: 'user' }, { tool_calls: [{ function: made }] }, { role: 'tool' }],
        tool_choice: { type: 'function', function: { name: 'agents__close' } },
      })
    })
  })

  test.each([...HOSTED])('of OpenAI are named and left out: %j', async (hosted) => {
    const own = { type: 'function', name: 'f', parameters: {} }
    const choosing = { tool_choice: 'auto', parallel_tool_calls: true }
    const whole = json(JSON.parse(recorded('openai').json))
    await talking(whole, { type: TYPES.openai }, async ({ gateway, upstream }) => {
      const body = asking({ tools: [own, hosted], ...choosing })
      const answer = await told(gateway.post(PATH, body))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-gw-untranslated')).toContain(`tools[1].${hosted.type}`)
      const { tools } = Object(upstream.last().json)
      expect(tools).toMatchObject([{ function: { name: 'f' } }])
      // Vendors refuse words about tools in a request that has none.
      expect(
        (await told(gateway.post(PATH, asking({ tools: [hosted], ...choosing })))).status,
      ).toBe(200)
      for (const word of ['tools', 'tool_choice', 'parallel_tool_calls']) {
        expect(upstream.last().json).not.toHaveProperty(word)
      }
    })
  })

  test.each([...HOSTED])('of OpenAI are refused on a strict channel: %j', async (hosted) => {
    const strict = { type: TYPES.openai, setting: JSON.stringify({ fidelity: 'strict' }) }
    await talking(json({}), strict, async ({ gateway, upstream }) => {
      const answer = await told(gateway.post(PATH, asking({ tools: [hosted] })))
      const error = expectRefusal(answer, 'openai', 400)
      expect(error.message).toContain(`tools[0].${hosted.type}`)
      expect(upstream.requests).toEqual([])
    })
  })

  test('only those that may be called are offered', async () => {
    const tools = ['f', 'g'].map((name) => ({ type: 'function', name, parameters: {} }))
    const tool_choice = { type: 'allowed_tools', mode: 'required', tools: [tools[1]] }
    const whole = json(JSON.parse(recorded('openai').json))
    await talking(whole, { type: TYPES.openai }, async ({ gateway, upstream }) => {
      await told(gateway.post(PATH, asking({ tools, tool_choice })))
      expect(upstream.last().json).toMatchObject({ tool_choice: 'required' })
      const { tools: offered } = upstream.last().json as { tools: { function: object }[] }
      expect(offered).toHaveLength(1)
      expect(offered[0]?.function).toMatchObject({ name: 'g' })
    })
  })
})

describe('reasoning', () => {
  /** The output of a first turn, streamed, goes back with another question. */
  async function secondTurn(stream: string, type: number): Promise<[Event, unknown]> {
    let seen: [Event, unknown] | undefined
    await talking(sse([stream]), { type }, async ({ gateway, upstream }) => {
      const first = await told(gateway.post(PATH, asking(STREAM)))
      const { response } = expectWhole(eventsIn(first.text))
      const results = response.output
        .filter((item: Event) => item.type === 'function_call')
        .map(({ call_id }: Event) => ({ type: 'function_call_output', call_id, output: 'sunny' }))
      const input = [
        { role: 'user', content: 'hi' },
        ...response.output,
        ...(results.length > 0 ? results : [{ role: 'user', content: 'again' }]),
      ]
      const second = await told(gateway.post(PATH, asking({ ...STREAM, input })))
      expect(second.status).toBe(200)
      seen = [response, upstream.last().json]
    })
    if (seen === undefined) throw new Error('nothing was seen')
    return seen
  }

  test('of Anthropic is shown as a summary, and comes back signed', async () => {
    const stream = fixture('anthropic/chat-thinking.sse')
    const [{ output }, asked] = await secondTurn(stream, TYPES.anthropic)
    expect(output.map(({ type }: Event) => type)).toEqual(['reasoning', 'reasoning', 'message'])
    expect(output[1].summary).toEqual([
      { type: 'summary_text', text: 'Adding two and two gives four.' },
    ])
    expect(asked).toMatchObject({
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4a' },
            {
              type: 'thinking',
              thinking: 'Adding two and two gives four.',
              signature: 'EqQBCkgIARABGAIiQL8=',
            },
            { type: 'text', text: 'It is 4.' },
          ],
        },
        { role: 'user' },
      ],
    })
  })

  test('of Gemini that led to a call comes back with it', async () => {
    const [{ output }, asked] = await secondTurn(fixture('gemini/chat-tool.sse'), TYPES.gemini)
    expect(output.map(({ type }: Event) => type)).toEqual(['reasoning', 'function_call'])
    expect(JSON.stringify(asked)).toContain('"thoughtSignature":"CiQBjz1rX0Gk1v+2p8Q="')
  })

  test('that OpenAI encrypted is nothing that anybody else could read', async () => {
    const whole = json(JSON.parse(recorded('anthropic').json))
    await talking(whole, { type: TYPES.anthropic }, async ({ gateway, upstream }) => {
      const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAAB' }
      const input = [{ role: 'user', content: 'hi' }, thought, { role: 'user', content: 'so?' }]
      const answer = await told(gateway.post(PATH, asking({ input })))
      expect(answer.headers.get('x-gw-untranslated')).toContain('input[1].encrypted_content')
      expect(upstream.last().bodyText).not.toContain('gAAAAAB')
    })
  })
})

test('an answer that ran out of room says so, and its item is unfinished', async () => {
  const stream = recorded('openai').sse.replace(
    '"finish_reason":"stop"',
    '"finish_reason":"length"',
  )
  await talking(sse([stream]), { type: TYPES.openai }, async ({ gateway }) => {
    const answer = await told(gateway.post(PATH, asking(STREAM)))
    const last = expectWhole(eventsIn(answer.text))
    expect(last).toMatchObject({
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ status: 'incomplete' }],
      },
    })
  })
})

test('instructions of every kind become the system prompt', async () => {
  const whole = json(JSON.parse(recorded('anthropic').json))
  await talking(whole, { type: TYPES.anthropic }, async ({ gateway, upstream }) => {
    const input = [
      { role: 'developer', content: 'Be terse.' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    ]
    await told(gateway.post(PATH, asking({ instructions: 'Be kind.', input })))
    const asked = JSON.stringify(upstream.last().json)
    expect(asked).toContain('Be kind.')
    expect(asked).toContain('Be terse.')
    expect(upstream.last().json).toMatchObject({ messages: [{ role: 'user' }] })
  })
})

test('a request that only a thread reads is served, and repeats its short fields', async () => {
  const whole = json(JSON.parse(recorded('anthropic').json))
  await talking(whole, { type: TYPES.anthropic }, async ({ gateway, upstream }) => {
    const input = 'long '.repeat(80_000)
    const tools = [{ type: 'custom', name: 'patch' }]
    const answer = await told(gateway.post(PATH, asking({ input, tools, temperature: 0.5 })))
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'completed', temperature: 0.5 })
    expect(upstream.last().bodyText).toContain('long long')
  })
})

test('a stream that told no usage says what was billed', async () => {
  const all = frames(recorded('openai').sse).filter((frame) => !frame.includes('"choices":[]'))
  await talking(sse([all.join('')]), { type: TYPES.openai }, async ({ gateway }) => {
    const answer = await told(gateway.post(PATH, asking(STREAM)))
    const { row, other } = await billOf(gateway, answer.requestId)
    expect(other.counted_by).toBe('tokenizer')
    expect(eventsIn(answer.text).at(-1)?.response.usage).toMatchObject({
      input_tokens: row.prompt_tokens,
      output_tokens: row.completion_tokens,
    })
  })
})
