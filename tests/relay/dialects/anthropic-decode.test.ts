import { describe, expect, test } from 'bun:test'
import { GatewayError, UpstreamError } from '../../../server/domain/errors/gateway-error'
import { usage } from '../../../server/domain/money/usage'
import { anthropicDialect } from '../../../server/relay/formats/dialects/anthropic'
import type {
  ChatAnswer,
  ChatEvent,
  JsonObject,
  StreamReader,
} from '../../../server/relay/wire/chat'
import { eventsOf, fixture, jsonFixture } from '../protocols/wire'

const { meter } = anthropicDialect

function readAnswer(answer: JsonObject): ChatAnswer {
  if (anthropicDialect.chat === undefined) throw new Error('no chat codec')
  return anthropicDialect.chat.readAnswer(answer)
}

function reader(): StreamReader {
  if (anthropicDialect.chat === undefined) throw new Error('no chat codec')
  return anthropicDialect.chat.streamReader()
}

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('an answer of Anthropic', () => {
  test('as recorded, with thinking of both kinds', () => {
    expect(readAnswer(jsonFixture('anthropic/chat-thinking.json'))).toEqual({
      id: 'rec-think',
      model: 'claude-sonnet-4-5',
      choices: [
        {
          finishReason: 'stop',
          parts: [
            { type: 'redacted_thinking', blob: 'EmwKAhgBEgy3va3pzix/LafPsn4a' },
            {
              type: 'thinking',
              text: 'Adding two and two gives four.',
              signature: 'EqQBCkgIARABGAIiQL8=',
            },
            { type: 'text', text: 'It is 4.' },
          ],
        },
      ],
      usage: usage({ promptTokens: 12, completionTokens: 9 }),
    })
  })

  test('as recorded, with several tools', () => {
    const [choice] = readAnswer(jsonFixture('anthropic/chat-tools.json')).choices
    expect(choice?.finishReason).toBe('tool_calls')
    expect(choice?.parts.map((part) => part.type)).toEqual(['text', 'tool_call', 'tool_call'])
    expect(choice?.parts[2]).toMatchObject({
      name: 'get_time',
      argumentsJson: '{"zone":"Europe/Paris","format":"24h"}',
    })
  })

  test('keeps every text block and skips what ran at Anthropic', () => {
    const content = [
      { type: 'text', text: 'One, ' },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      { type: 'text', text: 'two.' },
    ]
    expect(readAnswer({ content, stop_reason: 'pause_turn' }).choices[0]).toEqual({
      parts: [
        { type: 'text', text: 'One, ' },
        { type: 'text', text: 'two.' },
      ],
      finishReason: 'pause',
    })
  })

  const reasons = {
    end_turn: 'stop',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    stop_sequence: 'stop_sequence',
    tool_use: 'tool_calls',
    refusal: 'refusal',
  } as const
  for (const [stopReason, reason] of Object.entries(reasons)) {
    test(`"${stopReason}" means ${reason}`, () => {
      const [choice] = readAnswer({ content: [], stop_reason: stopReason }).choices
      expect(choice?.finishReason).toBe(reason)
    })
  }

  test('that ends with a word nobody knows was broken off', () => {
    const read = () => readAnswer({ content: [], stop_reason: 'yet to be invented' })
    expect(failureOf(read)).toBeInstanceOf(UpstreamError)
  })

  test('without content is not an answer, and an error is told as one', () => {
    const invalid = failureOf(() => readAnswer({ id: 'msg_1' }))
    expect(invalid instanceof GatewayError && invalid.id).toBe('upstream.invalid_answer')
    const error = { type: 'overloaded_error', message: 'Overloaded' }
    const refused = failureOf(() => readAnswer({ type: 'error', error }))
    expect(refused instanceof UpstreamError && refused.upstreamType).toBe('overloaded_error')
  })
})

const FIXTURES = [
  'chat-text',
  'chat-tool',
  'chat-tools',
  'chat-thinking',
  'chat-cache-ping',
  'chat-server-tool',
]

describe('a recorded Anthropic stream', () => {
  for (const name of FIXTURES) {
    test(`${name} reads the same however its bytes are torn`, () => {
      const text = fixture(`anthropic/${name}.sse`)
      const whole = reader()
      const events = eventsOf(whole, text)
      expect(events.length).toBeGreaterThan(2)
      expect(whole.finished()).toBe(true)
      for (const size of [1, 7, 64]) expect(eventsOf(reader(), text, size)).toEqual(events)
    })

    test(`${name} is not whole without its last frame`, () => {
      const frames = fixture(`anthropic/${name}.sse`).split(/(?<=\n\n)/)
      const stream = reader()
      eventsOf(stream, frames.slice(0, -1).join(''))
      expect(stream.finished()).toBe(false)
    })
  }

  test('with thinking keeps blobs, fragments and signatures in order', () => {
    const events = eventsOf(reader(), fixture('anthropic/chat-thinking.sse'))
    expect(events.map((event) => event.type)).toEqual([
      'usage',
      'start',
      'redacted_thinking',
      'thinking',
      'thinking',
      'signature',
      'text',
      'usage',
      'finish',
    ])
  })

  test('with cache classes keeps those that the last event leaves out', () => {
    const events = eventsOf(reader(), fixture('anthropic/chat-cache-ping.sse'))
    expect(events.slice(-2)).toEqual([
      {
        type: 'usage',
        usage: usage({
          promptTokens: 21,
          cacheReadTokens: 1024,
          cacheWriteTokens: 188,
          completionTokens: 37,
          reasoningTokens: 5,
        }),
      },
      { type: 'finish', reason: 'stop_sequence', stopSequence: 'THE END' },
    ])
  })

  test("with Anthropic's own tools counts only the client's", () => {
    const events = eventsOf(reader(), fixture('anthropic/chat-server-tool.sse'))
    const tools = events.filter((event) => event.type.startsWith('tool_'))
    const expected: ChatEvent = { type: 'tool_call', index: 0, id: 'toolu_2', name: 'no_arguments' }
    expect(tools).toEqual([expected])
    expect(events.findLast((event) => event.type === 'usage')).toMatchObject({
      usage: { promptTokens: 140, completionTokens: 22 },
    })
  })

  test('that reports an error in the middle is not whole', () => {
    const stream = reader()
    const events = eventsOf(stream, fixture('anthropic/chat-error-midway.sse'))
    expect(events.at(-1)).toEqual({
      type: 'error',
      message: 'Overloaded',
      vendorType: 'overloaded_error',
    })
    expect(stream.finished()).toBe(false)
  })

  test('of an imitator that sends the input of a tool at once', () => {
    const block = { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }
    const event = { type: 'content_block_start', index: 4, content_block: block }
    expect(reader().read('content_block_start', JSON.stringify(event))).toEqual([
      { type: 'tool_call', index: 0, id: 'a', name: 'f' },
      { type: 'tool_arguments', index: 0, json: '{"x":1}' },
    ])
  })

  test('that is no JSON is refused', () => {
    const failure = failureOf(() => reader().read('message_start', '<html>'))
    expect(failure instanceof GatewayError && failure.id).toBe('upstream.invalid_answer')
  })
})

describe('the meter of a native Anthropic answer', () => {
  test('puts prompt classes of the first and totals of the last event together', () => {
    const text = fixture('anthropic/chat-cache-ping.sse')
    const frames = text.split(/(?<=\n\n)/)
    const expected = usage({
      promptTokens: 21,
      cacheReadTokens: 1024,
      cacheWriteTokens: 188,
      completionTokens: 37,
      reasoningTokens: 5,
    })
    expect(meter.fromStreamEnds(() => text, text)).toEqual(expected)
    const tail = frames.slice(-2).join('')
    expect(meter.fromStreamEnds(() => frames[0] ?? '', tail)).toEqual(expected)
  })

  test('knows of a stream that was cut what its opening reported', () => {
    const text = fixture('anthropic/chat-error-midway.sse')
    const { promptTokens = 0 } = meter.fromStreamEnds(() => text, text) ?? {}
    expect(promptTokens).toBeGreaterThan(0)
    expect(meter.fromStreamEnds(() => '', '')).toBeUndefined()
  })

  test('reads a JSON answer, and nothing from a count', () => {
    expect(meter.fromJson(jsonFixture('anthropic/chat-text.json'), 'chat')).toEqual(
      usage({ promptTokens: 12, completionTokens: 9 }),
    )
    const count = { input_tokens: 9, usage: { input_tokens: 9 } }
    expect(meter.fromJson(count, 'count_tokens')).toBeUndefined()
  })

  test('gathers everything generated', () => {
    const generated = (name: string) => meter.generatedText(fixture(`anthropic/${name}.sse`))
    expect(generated('chat-thinking')).toBe('Adding two and two gives four.It is 4.')
    expect(generated('chat-tool')).toBe('get_weather{"city":"Zürich","unit":"celsius"}')
    const whole = meter.generatedTextOfJson(jsonFixture('anthropic/chat-tool.json'))
    expect(whole).toBe('get_weather{"city":"Zürich","unit":"celsius"}')
  })
})

describe('an error of an Anthropic upstream', () => {
  const read = (body: unknown) =>
    anthropicDialect.readError(502, typeof body === 'string' ? body : JSON.stringify(body))

  test('keeps type and message', () => {
    const error = { type: 'rate_limit_error', message: 'Slow down' }
    expect(read({ type: 'error', error, request_id: 'r' })).toEqual(error)
  })

  test('of a proxy in front is understood, a page is not shown', () => {
    expect(read({ message: 'Bad' }).message).toBe('Bad')
    expect(read({ error: 'Bad' }).message).toBe('Bad')
    for (const body of ['<html>secret</html>', '', '[]', 'null']) {
      expect(read(body).message).toBe('bad response status code 502')
    }
  })
})
