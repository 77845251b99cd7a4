import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { usage } from '../../../server/domain/money/usage'
import { openaiDialect as dialect } from '../../../server/relay/formats/dialects/openai'
import type { ChatEvent, JsonObject, StreamReader } from '../../../server/relay/wire/chat'
import { eventsOf, fixture } from '../protocols/wire'

function reader(): StreamReader {
  if (dialect.chat === undefined) throw new Error('no chat codec')
  return dialect.chat.streamReader()
}

function eventsOfChunks(...chunks: readonly JsonObject[]): ChatEvent[] {
  const stream = reader()
  return chunks.flatMap((chunk) => stream.read('', JSON.stringify(chunk)))
}

function chunk(delta: JsonObject, finish: string | null = null): JsonObject {
  return { id: 'c1', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] }
}

const FIXTURES = [
  'chat-text',
  'chat-tool',
  'chat-tools',
  'chat-tools-interleaved',
  'chat-thinking',
  'chat-refusal',
]

describe('a recorded OpenAI stream', () => {
  for (const name of FIXTURES) {
    test(`${name} reads the same however its bytes are torn`, () => {
      const text = fixture(`openai/${name}.sse`)
      const whole = reader()
      const events = eventsOf(whole, text)
      expect(events.length).toBeGreaterThan(2)
      expect(whole.finished()).toBe(true)
      for (const size of [1, 7, 64]) expect(eventsOf(reader(), text, size)).toEqual(events)
    })

    test(`${name} with CRLF line ends reads the same`, () => {
      const text = fixture(`openai/${name}.sse`)
      expect(eventsOf(reader(), text.replaceAll('\n', '\r\n'))).toEqual(eventsOf(reader(), text))
    })
  }

  test('with text', () => {
    const events = eventsOf(reader(), fixture('openai/chat-text.sse'))
    const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
    expect(text).toBe('Grüße, 世界! Two plus two is four.')
    expect(events[0]).toEqual({ type: 'start', id: 'rec-text', model: 'gpt-4o' })
    expect(events.slice(-2)).toEqual([
      { type: 'finish', reason: 'stop', choice: 0 },
      { type: 'usage', usage: usage({ promptTokens: 12, completionTokens: 9 }) },
    ])
  })

  test('with the arguments of two tools interleaved', () => {
    const events = eventsOf(reader(), fixture('openai/chat-tools-interleaved.sse'))
    const argumentsOf = (index: number) =>
      events
        .map((event) =>
          event.type === 'tool_arguments' && event.index === index ? event.json : '',
        )
        .join('')
    expect(events.filter((event) => event.type === 'tool_call')).toEqual([
      { type: 'tool_call', index: 0, id: 'call_a', name: 'get_weather', choice: 0 },
      { type: 'tool_call', index: 1, id: 'call_b', name: 'get_time', choice: 0 },
    ])
    expect(JSON.parse(argumentsOf(0))).toEqual({ city: '{São} "Paulo"' })
    expect(JSON.parse(argumentsOf(1))).toEqual({ zone: 'Asia/Tokyo' })
    expect(events.at(-1)).toEqual({
      type: 'usage',
      usage: usage({
        promptTokens: 56,
        cacheReadTokens: 64,
        completionTokens: 40,
        reasoningTokens: 16,
      }),
    })
  })

  test('with a refusal', () => {
    const events = eventsOf(reader(), fixture('openai/chat-refusal.sse'))
    expect(events.find((event) => event.type === 'finish')).toMatchObject({ reason: 'refusal' })
    expect(events.filter((event) => event.type === 'text')).toHaveLength(2)
  })

  test('that reports an error in the middle is not whole', () => {
    const stream = reader()
    const events = eventsOf(stream, fixture('openai/chat-error-midway.sse'))
    expect(events.at(-1)).toMatchObject({ type: 'error', vendorType: 'server_error' })
    expect(stream.finished()).toBe(false)
  })

  test('that is cut anywhere before its last frame is not whole', () => {
    const frames = fixture('openai/chat-text.sse').split(/(?<=\n\n)/)
    for (let kept = 0; kept < frames.length - 2; kept += 1) {
      const stream = reader()
      eventsOf(stream, frames.slice(0, kept).join(''))
      expect(stream.finished()).toBe(false)
    }
  })
})

describe('a stream of an imitator', () => {
  test('that never says [DONE] is whole with its finish reason and usage', () => {
    const stream = reader()
    stream.read('', JSON.stringify(chunk({ content: 'a' }, 'stop')))
    expect(stream.finished()).toBe(false)
    stream.read('', JSON.stringify({ choices: [], usage: { prompt_tokens: 1 } }))
    expect(stream.finished()).toBe(true)
  })

  test('may begin with a chunk without choices, as Azure does', () => {
    const events = eventsOfChunks(
      { id: '', choices: [], prompt_filter_results: [] },
      chunk({ content: 'a' }),
    )
    expect(events).toEqual([
      { type: 'start', id: 'c1', model: 'm' },
      { type: 'text', text: 'a', choice: 0 },
    ])
  })

  test('may repeat id and name in every fragment of a call', () => {
    const call = (json: string) =>
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: json } }] })
    expect(eventsOfChunks(call('{"x"'), call(':1}')).slice(1)).toEqual([
      { type: 'tool_call', index: 0, id: 'a', name: 'f', choice: 0 },
      { type: 'tool_arguments', index: 0, json: '{"x"', choice: 0 },
      { type: 'tool_arguments', index: 0, json: ':1}', choice: 0 },
    ])
  })

  test('may leave index and id out', () => {
    const events = eventsOfChunks(
      chunk({ tool_calls: [{ function: { name: 'f', arguments: '{' } }] }),
      chunk({ tool_calls: [{ function: { arguments: '}' } }] }),
    )
    expect(events.slice(1)).toEqual([
      { type: 'tool_call', index: 0, id: '', name: 'f', choice: 0 },
      { type: 'tool_arguments', index: 0, json: '{', choice: 0 },
      { type: 'tool_arguments', index: 0, json: '}', choice: 0 },
    ])
  })

  test('may give whole calls the same index', () => {
    const call = (id: string) =>
      chunk({ tool_calls: [{ index: 0, id, function: { name: 'f', arguments: '{}' } }] })
    const events = eventsOfChunks(call('a'), call('b')).filter((e) => e.type === 'tool_call')
    expect(events.map((event) => [event.index, event.id])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ])
  })

  test('may give whole calls the same index, and no ids or all the same', () => {
    const call = (name: string, at: number, id?: string) =>
      chunk({
        tool_calls: [{ index: 0, id, function: { name, arguments: `{"p":${at}}` } }],
      })
    for (const id of [undefined, 'call_0']) {
      const events = eventsOfChunks(call('read', 0, id), call('grep', 1, id), call('grep', 2, id))
      const calls = events.filter((event) => event.type === 'tool_call')
      expect(calls.map(({ index, name }) => [index, name])).toEqual([
        [0, 'read'],
        [1, 'grep'],
        [2, 'grep'],
      ])
      expect(new Set(calls.map((one) => one.id)).size).toBe(id === undefined ? 1 : 3)
      const pieces = events.flatMap((event) =>
        event.type === 'tool_arguments' ? [[event.index, event.json]] : [],
      )
      expect(pieces).toEqual([
        [0, '{"p":0}'],
        [1, '{"p":1}'],
        [2, '{"p":2}'],
      ])
    }
  })

  test('may close a whole call with an empty fragment', () => {
    const part = (json: string) =>
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: json } }] })
    const events = eventsOfChunks(part('{}'), part(''))
    expect(events.filter((event) => event.type === 'tool_call')).toHaveLength(1)
  })

  test('may send the name after the id and the first arguments', () => {
    const events = eventsOfChunks(
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { arguments: '{' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: 'f', arguments: '}' } }] }),
    )
    expect(events.slice(1)).toEqual([
      { type: 'tool_call', index: 0, id: 'a', name: 'f', choice: 0 },
      { type: 'tool_arguments', index: 0, json: '{}', choice: 0 },
    ])
  })

  test('may call thinking "reasoning", or sign it', () => {
    const signed = { type: 'reasoning.text', text: 'b', signature: 'sig' }
    const events = eventsOfChunks(
      chunk({ reasoning: 'a' }),
      chunk({ reasoning_content: 'b', reasoning_details: [signed] }),
    )
    expect(events.slice(1)).toEqual([
      { type: 'thinking', text: 'a', choice: 0 },
      { type: 'thinking', text: 'b', choice: 0 },
      { type: 'signature', signature: 'gw-openai:sig', choice: 0 },
    ])
  })

  test('may put usage into a choice', () => {
    const usageChunk = { choices: [{ index: 0, delta: {}, usage: { prompt_tokens: 2 } }] }
    expect(eventsOfChunks(usageChunk).at(-1)).toEqual({
      type: 'usage',
      usage: usage({ promptTokens: 2 }),
    })
  })

  test('may report an error as a text', () => {
    expect(reader().read('error', '{"message":"busy"}')).toMatchObject([
      { type: 'error', message: 'busy' },
    ])
    expect(reader().read('', '{"error":"busy"}')).toMatchObject([
      { type: 'error', message: 'busy' },
    ])
  })

  test('that is no JSON is refused', () => {
    let failure: unknown
    try {
      reader().read('', '<html>')
    } catch (error) {
      failure = error
    }
    expect(failure instanceof GatewayError && failure.id).toBe('upstream.invalid_answer')
  })
})

describe('the meter of a native OpenAI answer', () => {
  const { meter } = dialect

  test('finds usage in the last frames of every recorded stream', () => {
    for (const name of ['chat-text', 'chat-tools', 'chat-thinking']) {
      const text = fixture(`openai/${name}.sse`)
      expect(meter.fromStreamEnds(() => '', text)).toEqual(
        usage({ promptTokens: 12, completionTokens: 9 }),
      )
    }
    expect(meter.fromStreamEnds(() => '', fixture('openai/completion-text.sse'))).toEqual(
      usage({ promptTokens: 5, completionTokens: 2 }),
    )
  })

  test('is not fooled by text that talks of usage, nor by null', () => {
    const content = 'data: {"usage":{"prompt_tokens":99}}'
    const tail = [
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } },
      { choices: [{ index: 0, delta: { content } }], usage: null },
    ]
    const text = tail.map((json) => `data: ${JSON.stringify(json)}\n\n`).join('')
    expect(meter.fromStreamEnds(() => '', text)).toEqual(
      usage({ promptTokens: 3, completionTokens: 1 }),
    )
  })

  test('finds none where a stream was cut', () => {
    expect(meter.fromStreamEnds(() => '', fixture('openai/chat-error-midway.sse'))).toBeUndefined()
    expect(meter.fromStreamEnds(() => '', '')).toBeUndefined()
    expect(meter.fromStreamEnds(() => '', 'data: {"usage":{"prompt_to')).toBeUndefined()
  })

  test('gathers everything generated: text, thinking, refusals, names and arguments', () => {
    const generated = (name: string) => meter.generatedText(fixture(`openai/${name}.sse`))
    expect(generated('chat-thinking')).toBe('Adding two and two gives four.It is 4.')
    expect(generated('chat-refusal')).toBe('I cannot help with that.')
    expect(generated('completion-text')).toBe('Hello there')
    expect(generated('chat-tools')).toBe(
      'Let me look.get_weather{"city":"Paris"}get_time{"zone":"Europe/Paris","format":"24h"}',
    )
  })

  test('gathers the same from a JSON answer', () => {
    const read = (name: string) => meter.generatedTextOfJson(JSON.parse(fixture(name)))
    expect(read('openai/chat-thinking.json')).toBe('Adding two and two gives four.It is 4.')
    expect(read('openai/chat-tool.json')).toBe('get_weather{"city":"Zürich","unit":"celsius"}')
    expect(meter.generatedTextOfJson({})).toBe('')
  })
})
