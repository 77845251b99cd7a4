import { describe, expect, test } from 'bun:test'
import { usage } from '../../../server/domain/money/usage'
import { GeminiStreamReader } from '../../../server/relay/formats/dialects/gemini/stream'
import type { ChatEvent } from '../../../server/relay/wire/chat'
import { recordedEvents } from './gemini-calls'

const SIGNATURE = 'CiQBjz1rX0Gk1v+2p8Q='

function readAll(frames: readonly string[]) {
  const reader = new GeminiStreamReader()
  const events = frames.flatMap((frame) => [...reader.read('', frame)])
  return { events, isFinished: reader.finished() }
}

function without(events: readonly ChatEvent[], ...types: ChatEvent['type'][]) {
  return events.filter((event) => !types.includes(event.type))
}

function frameOf(parts: readonly object[], more: object = {}): string {
  const candidate = { content: { parts, role: 'model' }, index: 0, ...more }
  return JSON.stringify({ responseId: 'r', candidates: [candidate] })
}

describe('recorded streams', () => {
  test('text comes piece by piece and ends once', async () => {
    const { events, isFinished } = readAll(await recordedEvents('chat-text.sse'))
    expect(without(events, 'usage')).toEqual([
      { type: 'start', id: 'rec-text', model: 'gemini-2.5-flash' },
      { type: 'text', text: 'Grüße, ' },
      { type: 'text', text: '世界! ' },
      { type: 'text', text: 'Two plus two is four.' },
      { type: 'finish', reason: 'stop' },
    ])
    expect(events.findLast((event) => event.type === 'usage')).toEqual({
      type: 'usage',
      usage: usage({ promptTokens: 12, completionTokens: 9 }),
    })
    expect(isFinished).toBe(true)
  })

  test('thinking is apart from text, its late signature is passed on', async () => {
    const { events } = readAll(await recordedEvents('chat-thinking.sse'))
    expect(without(events, 'usage', 'start')).toEqual([
      { type: 'thinking', text: 'Adding two and two ' },
      { type: 'thinking', text: 'gives four.' },
      { type: 'text', text: 'It is ' },
      { type: 'text', text: '4.' },
      { type: 'signature', signature: `gw-gemini:${SIGNATURE}` },
      { type: 'finish', reason: 'stop' },
    ])
    expect(events.findLast((event) => event.type === 'usage')).toMatchObject({
      usage: { completionTokens: 25, reasoningTokens: 21 },
    })
  })

  test('calls in separate events are numbered on, and no stop follows tool_calls', async () => {
    const { events } = readAll(await recordedEvents('chat-tools.sse'))
    expect(without(events, 'usage', 'start', 'text')).toEqual([
      {
        type: 'tool_call',
        index: 0,
        id: '',
        name: 'get_weather',
        signature: SIGNATURE,
      },
      { type: 'tool_arguments', index: 0, json: '{"city":"Paris"}' },
      { type: 'tool_call', index: 1, id: '', name: 'get_time' },
      { type: 'tool_arguments', index: 1, json: '{"zone":"Europe/Paris","format":"24h"}' },
      { type: 'finish', reason: 'tool_calls' },
    ])
  })

  test('a call finished by a later, empty frame is still a tool call', async () => {
    const { events, isFinished } = readAll(await recordedEvents('chat-tool.sse'))
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' })
    expect(isFinished).toBe(true)
  })

  test('candidates keep their own calls and their own end', async () => {
    const frames = await recordedEvents('chat-candidates.sse')
    const { events } = readAll(frames)
    expect(without(events, 'usage', 'start', 'tool_arguments')).toMatchObject([
      { type: 'text', text: 'One' },
      { type: 'tool_call', choice: 1, index: 0 },
      { type: 'text', text: '.' },
      { type: 'finish', reason: 'stop' },
      { type: 'tool_call', choice: 1, index: 1 },
      { type: 'finish', reason: 'tool_calls', choice: 1 },
    ])
    expect(readAll(frames.slice(0, 2)).isFinished).toBe(false)
    expect(readAll(frames).isFinished).toBe(true)
  })

  test('a blocked prompt ends at once', async () => {
    const { events, isFinished } = readAll(await recordedEvents('chat-blocked.sse'))
    expect(without(events, 'usage')).toEqual([
      { type: 'start', id: 'rec-blocked', model: 'gemini-2.5-flash' },
      { type: 'finish', reason: 'content_filter' },
    ])
    expect(isFinished).toBe(true)
  })

  test.each(['chat-text.sse', 'chat-thinking.sse', 'chat-tool.sse', 'chat-tools.sse'])(
    '%s is not whole while its last frame is missing',
    async (name) => {
      const frames = await recordedEvents(name)
      expect(readAll(frames.slice(0, -1)).isFinished).toBe(false)
    },
  )
})

describe('odd streams', () => {
  test('nothing at all is not an answer', () => {
    expect(readAll([]).isFinished).toBe(false)
  })

  test('models that repeat STOP in every frame end once', () => {
    const stop = { finishReason: 'STOP' }
    const { events } = readAll([frameOf([{ text: 'a' }], stop), frameOf([{ text: 'b' }], stop)])
    expect(events.filter((event) => event.type === 'finish')).toHaveLength(1)
    expect(events.at(-1)).toEqual({ type: 'text', text: 'b' })
  })

  test('a failure inside the stream is reported and the answer is not whole', () => {
    const failure = JSON.stringify([
      { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
    ])
    const { events, isFinished } = readAll([
      frameOf([{ text: 'a' }], { finishReason: 'STOP' }),
      failure,
    ])
    expect(events.at(-1)).toEqual({
      type: 'error',
      message: 'The model is overloaded.',
      vendorType: 'UNAVAILABLE',
      vendorCode: '503',
    })
    expect(isFinished).toBe(false)
  })

  test.each(['{"candidates":[', '<html>', 'null', '"text"', '[]'])(
    'a frame %j is refused',
    (frame) => {
      expect(() => new GeminiStreamReader().read('', frame)).toThrow('upstream.invalid_answer')
    },
  )

  test('a signature on a text closes the thinking before it', () => {
    const { events } = readAll([
      frameOf([{ text: 'hm', thought: true }]),
      frameOf([{ text: 'a', thoughtSignature: 's' }]),
    ])
    expect(without(events, 'start')).toEqual([
      { type: 'thinking', text: 'hm' },
      { type: 'signature', signature: 'gw-gemini:s' },
      { type: 'text', text: 'a' },
    ])
  })
})
