import { describe, expect, test } from 'bun:test'
import { GatewayError, UpstreamError } from '../../../server/domain/errors/gateway-error'
import { usage } from '../../../server/domain/money/usage'
import { claudeProtocol } from '../../../server/relay/formats/protocols/claude'
import type { ChatEvent, FinishReason } from '../../../server/relay/wire/chat'
import { checkedBlocks } from './claude-grammar'
import { anthropicClientReads, CONTEXT, framesOf, written } from './wire'

const START: ChatEvent = { type: 'start', id: 'chatcmpl-1', model: 'gpt' }
const FINISH: ChatEvent = { type: 'finish', reason: 'stop' }

function stream(events: readonly ChatEvent[]): string {
  return written(claudeProtocol.streamWriter(CONTEXT), events)
}

function call(index: number, name = `f${index}`): ChatEvent {
  return { type: 'tool_call', index, id: `id${index}`, name }
}

function fragment(index: number, json: string): ChatEvent {
  return { type: 'tool_arguments', index, json }
}

describe('a whole Claude answer', () => {
  test('keeps cached text out of input_tokens', () => {
    const body = claudeProtocol.writeAnswer(
      {
        id: 'chatcmpl-1',
        model: 'gpt',
        choices: [{ parts: [{ type: 'text', text: 'Hi' }], finishReason: 'stop' }],
        usage: usage({
          promptTokens: 10,
          cacheReadTokens: 5,
          cacheWriteTokens: 3,
          completionTokens: 7,
        }),
      },
      CONTEXT,
    )
    expect(body).toEqual({
      id: 'msg_chatcmpl-1',
      type: 'message',
      role: 'assistant',
      model: 'client-model',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 3,
        cache_read_input_tokens: 5,
        output_tokens: 7,
      },
    })
  })

  test('thinking, tool input as an object, and arguments that are no JSON', () => {
    const tool = { type: 'tool_call', id: 'a', name: 'f' } as const
    const body = claudeProtocol.writeAnswer(
      {
        id: 'msg_1',
        model: '',
        choices: [
          {
            finishReason: 'stop',
            parts: [
              { type: 'thinking', text: 'Hm.' },
              { type: 'text', text: '' },
              { ...tool, argumentsJson: '{"x":1}' },
              { ...tool, argumentsJson: '' },
              { ...tool, argumentsJson: '{"x":' },
            ],
          },
        ],
      },
      CONTEXT,
    )
    expect(body.stop_reason).toBe('tool_use')
    expect(body.id).toBe('msg_1')
    expect(body.content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: '' },
      { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
      { type: 'tool_use', id: 'a', name: 'f', input: { arguments: '{"x":' } },
    ])
  })

  const reasons: readonly (readonly [FinishReason, string])[] = [
    ['stop', 'end_turn'],
    ['stop_sequence', 'stop_sequence'],
    ['length', 'max_tokens'],
    ['tool_calls', 'tool_use'],
    ['content_filter', 'refusal'],
    ['refusal', 'refusal'],
    ['pause', 'pause_turn'],
  ]
  for (const [finishReason, stopReason] of reasons) {
    test(`an end by ${finishReason} is told as ${stopReason}, whole and streamed`, () => {
      const answer = { id: '', model: '', choices: [{ parts: [], finishReason }] }
      expect(claudeProtocol.writeAnswer(answer, CONTEXT).stop_reason).toBe(stopReason)
      const sse = stream([START, { type: 'finish', reason: finishReason }])
      expect(framesOf(sse).at(-2)?.json.delta).toMatchObject({ stop_reason: stopReason })
    })
  }
})

describe('a Claude stream', () => {
  test('of an upstream that said nothing begins and ends properly', () => {
    const sse = stream([])
    expect(checkedBlocks(sse)).toEqual([])
    expect(framesOf(sse)[0]?.json).toMatchObject({ message: { usage: { input_tokens: 33 } } })
  })

  test('that broke off inside a block still closes it when it is ended', () => {
    const [block] = checkedBlocks(stream([START, { type: 'text', text: 'Once' }]))
    expect(block?.text).toBe('Once')
  })

  test('opens with the true prompt count when it is known by then', () => {
    const known: ChatEvent = {
      type: 'usage',
      usage: usage({ promptTokens: 5, cacheReadTokens: 2 }),
    }
    expect(framesOf(stream([known, START]))[0]?.json).toMatchObject({
      message: { usage: { input_tokens: 5, cache_read_input_tokens: 2 } },
    })
  })

  test('closes with the last usage and the stop sequence', () => {
    const sse = stream([
      START,
      { type: 'text', text: 'a' },
      { type: 'usage', usage: usage({ promptTokens: 5, completionTokens: 1 }) },
      { type: 'usage', usage: usage({ promptTokens: 5, completionTokens: 9, reasoningTokens: 4 }) },
      { type: 'finish', reason: 'stop_sequence', stopSequence: 'END' },
    ])
    expect(framesOf(sse).at(-2)?.json).toMatchObject({
      delta: { stop_reason: 'stop_sequence', stop_sequence: 'END' },
      usage: { input_tokens: 5, output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
    })
  })

  test('gives thinking, text and tools blocks of their own in order', async () => {
    const sse = stream([
      START,
      { type: 'thinking', text: 'Two ' },
      { type: 'thinking', text: 'steps.' },
      { type: 'signature', signature: 'sig' },
      { type: 'redacted_thinking', blob: 'blob' },
      { type: 'text', text: 'So: ' },
      { type: 'text', text: 'now.' },
      call(0),
      fragment(0, '{"x":'),
      fragment(0, '1}'),
      FINISH,
    ])
    expect(checkedBlocks(sse).map((block) => [block.type, block.text, block.signature])).toEqual([
      ['thinking', 'Two steps.', 'sig'],
      ['redacted_thinking', '', ''],
      ['text', 'So: now.', ''],
      ['tool_use', '{"x":1}', ''],
    ])
    const message = await anthropicClientReads(sse)
    expect(message.stop_reason).toBe('tool_use')
    expect(message.content.at(-1)).toMatchObject({ type: 'tool_use', input: { x: 1 } })
  })

  test('a signature without visible thought keeps its block', () => {
    const [block] = checkedBlocks(stream([START, { type: 'signature', signature: 'sig' }]))
    expect(block).toMatchObject({ type: 'thinking', text: '', signature: 'sig' })
  })

  test('thinking after a signature begins a new block', () => {
    const blocks = checkedBlocks(
      stream([
        { type: 'thinking', text: 'a' },
        { type: 'signature', signature: 's' },
        { type: 'thinking', text: 'b' },
      ]),
    )
    expect(blocks.map((block) => block.text)).toEqual(['a', 'b'])
  })

  test('sorts the interleaved arguments of several tools into blocks', async () => {
    const sse = stream([
      START,
      call(0),
      call(1),
      call(2),
      fragment(1, '{"b":"'),
      fragment(0, '{"a":"}'),
      fragment(2, '{}'),
      fragment(1, '\\"}{"}'),
      fragment(0, '"}'),
      FINISH,
    ])
    expect(checkedBlocks(sse).map((block) => block.text)).toEqual([
      '{"a":"}"}',
      '{"b":"\\"}{"}',
      '{}',
    ])
    const message = await anthropicClientReads(sse)
    expect(message.content.map((block) => block.type === 'tool_use' && block.input)).toEqual([
      { a: '}' },
      { b: '"}{' },
      {},
    ])
  })

  test('writes the arguments of a tool live, and those of the next once it is complete', () => {
    const writer = claudeProtocol.streamWriter(CONTEXT)
    writer.write(call(0))
    expect(writer.write(fragment(0, '{"a":1'))).toContain('{\\"a\\":1')
    expect(writer.write(call(1))).toBe('')
    expect(writer.write(fragment(0, '}'))).toContain('"content_block_stop"')
    expect(writer.write(fragment(1, '{"b"'))).toContain('{\\"b\\"')
  })

  test('keeps text that comes while a call is open', () => {
    const sse = stream([call(0), { type: 'text', text: 'x' }, fragment(0, '{}'), FINISH])
    expect(checkedBlocks(sse).map((block) => block.text)).toEqual(['{}', 'x'])
  })

  test('ignores fragments of a call that was never announced', () => {
    expect(checkedBlocks(stream([START, fragment(3, '{}'), FINISH]))).toEqual([])
  })

  test('tells the first of several parallel answers', () => {
    const sse = stream([
      START,
      { type: 'text', text: 'a', choice: 0 },
      { type: 'text', text: 'b', choice: 1 },
      { type: 'finish', reason: 'length', choice: 1 },
      { type: 'finish', reason: 'stop', choice: 0 },
    ])
    expect(checkedBlocks(sse).map((block) => block.text)).toEqual(['a'])
    expect(sse).toContain('"end_turn"')
  })
})

describe("Gemini's signature on a tool call", () => {
  test('goes to a Claude client and comes back, streamed and whole', () => {
    const signature = 'CiQB+/=='
    const sse = stream([{ type: 'tool_call', index: 0, id: 'a', name: 'f', signature }, FINISH])
    const streamed = checkedBlocks(sse).map((block) => block.start)
    const part = { type: 'tool_call', id: 'a', name: 'f', argumentsJson: '{}', signature } as const
    const answer = {
      id: '',
      model: '',
      choices: [{ parts: [part], finishReason: 'stop' }],
    } as const
    const whole = claudeProtocol.writeAnswer(answer, CONTEXT).content
    expect(JSON.parse(JSON.stringify(streamed))).toEqual(whole)
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: whole },
    ]
    const request = claudeProtocol.readRequest({ model: 'm', messages })
    expect(request.messages[1]?.parts).toEqual([part])
  })

  test("a vendor's own redacted thinking that looks alike is left alone", () => {
    const content = [{ type: 'redacted_thinking', data: 'gw-tool-signature:not json' }]
    const messages = [{ role: 'assistant', content }]
    const request = claudeProtocol.readRequest({ model: 'm', messages })
    expect(request.messages[0]?.parts).toEqual([
      { type: 'redacted_thinking', blob: 'gw-tool-signature:not json' },
    ])
  })
})

describe('a Claude error', () => {
  test('inside a stream is one error event and no message_stop', () => {
    const frame = claudeProtocol.errorFrame(new GatewayError('upstream.cut'), 'req-7', 'en')
    const [read, ...rest] = framesOf(frame)
    expect(rest).toEqual([])
    expect(read?.name).toBe('error')
    expect(read?.json).toMatchObject({ type: 'error', error: { type: 'api_error' } })
  })

  test("keeps Anthropic's own error type", () => {
    const error = new UpstreamError({
      status: 529,
      message: 'Overloaded',
      type: 'overloaded_error',
    })
    expect(claudeProtocol.writeError(error, 'r', 'en')).toMatchObject({
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded (request id: r)' },
    })
  })
})
