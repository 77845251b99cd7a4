/** What streams keep of themselves while they run: bounded, and still enough to bill by. */
import { heapStats } from 'bun:jsc'
import { describe, expect, test } from 'bun:test'
import { GatewayError, UpstreamError } from '../../server/domain/errors/gateway-error'
import { ListPipe } from '../../server/relay/call/stream/list-pipe'
import { NativePipe } from '../../server/relay/call/stream/native-pipe'
import type { StreamPipe } from '../../server/relay/call/stream/stream-pipe'
import { TranslatedPipe } from '../../server/relay/call/stream/translated-pipe'
import type { FailureOf } from '../../server/relay/call/upstream-failure'
import { DIALECT_CODECS } from '../../server/relay/formats/dialects'
import { FrameAligner } from '../../server/relay/formats/framings/frames'
import { PROTOCOL_CODECS } from '../../server/relay/formats/protocols'
import { MemoryBudget } from '../../server/relay/wire/memory-budget'

const context = {
  requestId: 'r',
  model: 'm',
  nowSeconds: 0,
  includeUsage: true,
  promptTokensEstimate: 1,
}
const failureOf: FailureOf = (status, { message }) =>
  new UpstreamError({ status, message, type: undefined, code: undefined, param: undefined })

function nativePipe(dialect: 'openai' | 'anthropic' | 'gemini', hideUsage = false): NativePipe {
  return new NativePipe({
    dialect: DIALECT_CODECS[dialect],
    failureOf,
    hideUsage,
    usageFrame: undefined,
  })
}

function translatedPipe(protocol: 'claude' | 'gemini' = 'claude'): StreamPipe {
  const reader = DIALECT_CODECS.openai.chat?.streamReader()
  if (reader === undefined) throw new Error('the dialect has no chat')
  return new TranslatedPipe(
    { reader, writer: PROTOCOL_CODECS[protocol].streamWriter(context), lastWords: [] },
    failureOf,
  )
}

function delta(content: string): Buffer {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }]
  return Buffer.from(`data: ${JSON.stringify({ id: 'chatcmpl', model: 'm', choices })}\n\n`)
}

/** Every frame of older models says that it may be the last, and waits for the next one. */
function slice(text: string): Buffer {
  const candidates = [{ content: { parts: [{ text }] }, finishReason: 'STOP', index: 0 }]
  return Buffer.from(`data: ${JSON.stringify({ candidates })}\r\n\r\n`)
}

function listPipe(): StreamPipe {
  const { listOf } = PROTOCOL_CODECS.gemini
  if (listOf === undefined) throw new Error('the protocol has no lists')
  return new ListPipe(nativePipe('gemini'), listOf)
}

const USAGE = 'data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":9}}\n\n'
const DONE = 'data: [DONE]\n\n'

/** Live bytes of buffers and live objects after a full collection. */
function held(): { readonly bytes: number; readonly objects: number } {
  Bun.gc(true)
  const { extraMemorySize, objectCount } = heapStats()
  return { bytes: extraMemorySize, objects: objectCount }
}

const PIPES = 20
const FRAMES = 5000

describe('what a running stream keeps', () => {
  const kinds: readonly (readonly [kind: string, open: () => StreamPipe, frame: typeof delta])[] = [
    ['native', () => nativePipe('openai'), delta],
    ['translated', translatedPipe, delta],
    ['native without a terminator', () => nativePipe('gemini'), slice],
    ['as a list', listPipe, slice],
    ['translated to Gemini', () => translatedPipe('gemini'), delta],
  ]
  for (const [kind, open, frame] of kinds) {
    test(`does not grow with its length, ${kind}`, () => {
      const run = (): StreamPipe[] => {
        const pipes = Array.from({ length: PIPES }, open)
        for (let count = 0; count < FRAMES; count += 1) {
          for (const pipe of pipes) pipe.push(frame(`word ${count} `))
        }
        return pipes
      }
      // What the engine makes of hot code is no stream's.
      run()
      const before = held()
      const pipes = run()
      const after = held()
      expect((after.bytes - before.bytes) / PIPES).toBeLessThan(32 * 1024)
      expect((after.objects - before.objects) / PIPES).toBeLessThan(100)
      for (const pipe of pipes) expect(pipe.generated().scale).toBeGreaterThan(1)
    })
  }

  test('is not the packets that its frames came in', () => {
    const pipes = Array.from({ length: PIPES }, () => nativePipe('openai'))
    const before = held()
    for (const pipe of pipes) {
      // A short frame cut out of a large packet.
      const packet = Buffer.concat([delta('hello'), Buffer.alloc(512 * 1024)])
      pipe.push(packet.subarray(0, delta('hello').length))
      const torn = Buffer.concat([delta('world'), Buffer.alloc(512 * 1024)])
      pipe.push(torn.subarray(0, 20))
    }
    expect((held().bytes - before.bytes) / PIPES).toBeLessThan(128 * 1024)
    expect(pipes[0]?.generated()).toEqual({ text: 'hello', scale: 1 })
  })
})

describe('what is remembered of a long native stream', () => {
  test('gives the count of all that was generated, though only its ends are read', () => {
    const pipe = nativePipe('openai')
    for (let count = 0; count < 10_000; count += 1) pipe.push(delta(' word'))
    const { text, scale } = pipe.generated()
    const words = text.split(' word').length - 1
    expect(words).toBeLessThan(300)
    expect(text).toBe(' word'.repeat(words))
    expect(Math.abs(words * scale - 10_000)).toBeLessThan(20)
  })

  test('is taken from both ends', () => {
    const pipe = nativePipe('openai')
    for (let count = 0; count < 2000; count += 1) pipe.push(delta(count < 1000 ? 'a' : 'z'))
    const { text } = pipe.generated()
    const share = text.replaceAll('z', '').length / text.length
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.6)
  })

  test('is everything of a short one, in order', () => {
    const pipe = nativePipe('openai')
    for (let count = 0; count < 100; count += 1) pipe.push(delta(`${count} `))
    const all = Array.from({ length: 100 }, (_, count) => `${count} `).join('')
    expect(pipe.generated()).toEqual({ text: all, scale: 1 })
  })

  for (const size of [3000, 9000, 40_000, 900_000]) {
    for (const inOnePiece of [true, false]) {
      const how = inOnePiece ? 'in one piece' : 'frame by frame'
      test(`has the usage of a last frame of ${size} bytes, ${how}`, () => {
        const pipe = nativePipe('openai')
        for (let count = 0; count < 500; count += 1) pipe.push(delta('word'))
        const choices = [{ index: 0, delta: { content: 'x'.repeat(size) }, finish_reason: 'stop' }]
        const usage = { prompt_tokens: 12, completion_tokens: 9 }
        const last = `data: ${JSON.stringify({ usage, choices })}\n\n`
        const pieces = [last, ': ping\n\n', DONE]
        for (const piece of inOnePiece ? [pieces.join('')] : pieces) pipe.push(Buffer.from(piece))
        expect(pipe.isWhole()).toBe(true)
        expect(pipe.usage()).toMatchObject({ promptTokens: 12, completionTokens: 9 })
      })
    }
  }

  test('counts frames that are larger than the sample', () => {
    const pipe = nativePipe('openai')
    for (let count = 0; count < 10; count += 1) pipe.push(delta('x'.repeat(60_000)))
    const { text, scale } = pipe.generated()
    expect(text.length * scale).toBeGreaterThan(590_000)
    expect(text.length * scale).toBeLessThan(610_000)
  })

  test('has the prompt of the first frame and the totals of the last, for Claude', () => {
    const pipe = nativePipe('anthropic')
    const event = (type: string, more: object): Buffer =>
      Buffer.from(`event: ${type}\r\ndata: ${JSON.stringify({ type, ...more })}\r\n\r\n`)
    const usage = { input_tokens: 12, output_tokens: 1, cache_read_input_tokens: 3 }
    pipe.push(event('message_start', { message: { usage } }))
    for (let count = 0; count < 5000; count += 1) {
      const text = { type: 'text_delta', text: 'word ' }
      pipe.push(event('content_block_delta', { index: 0, delta: text }))
    }
    pipe.push(event('message_delta', { delta: {}, usage: { output_tokens: 5000 } }))
    pipe.push(event('message_stop', {}))
    expect(pipe.isWhole()).toBe(true)
    expect(pipe.usage()).toMatchObject({
      promptTokens: 12,
      cacheReadTokens: 3,
      completionTokens: 5000,
    })
  })

  test('tells an error that the client has seen already', () => {
    const pipe = nativePipe('openai')
    for (let count = 0; count < 500; count += 1) pipe.push(delta('word'))
    expect(pipe.errorWasForwarded()).toBe(false)
    const error = { message: `overloaded ${'x'.repeat(20_000)}`, type: 'server_error' }
    pipe.push(Buffer.from(`data: ${JSON.stringify({ error })}\n\n`))
    expect(pipe.errorWasForwarded()).toBe(true)
    pipe.push(delta('word'))
    expect(pipe.errorWasForwarded()).toBe(false)
  })

  test('tells an end without terminator, however long it was', () => {
    const pipe = nativePipe('openai')
    for (let count = 0; count < 500; count += 1) pipe.push(delta('word'))
    pipe.push(Buffer.from('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'))
    pipe.push(Buffer.from(USAGE))
    pipe.end()
    expect(pipe.isWhole()).toBe(true)
    expect(Buffer.from(pipe.closing()).toString()).toBe(DONE)
  })

  test('is nothing before the first frame', () => {
    const pipe = nativePipe('openai')
    pipe.push(Buffer.from('data: {"choi'))
    expect(pipe.generated()).toEqual({ text: '', scale: 1 })
    expect(pipe.usage()).toBeUndefined()
    expect(pipe.errorWasForwarded()).toBe(false)
  })
})

describe('what is remembered of a long translated stream', () => {
  test('is exact while it is short, in any script', () => {
    const pipe = translatedPipe()
    for (const word of ['Grüße', ' 世界', ' 😀']) pipe.push(delta(word))
    expect(pipe.generated()).toEqual({ text: 'Grüße 世界 😀', scale: 1 })
  })

  test('never has half a character', () => {
    const pipe = translatedPipe()
    for (let count = 0; count < 20_000; count += 1) pipe.push(delta(count % 7 === 0 ? '世' : '😀'))
    const { text } = pipe.generated()
    expect(text).toMatch(/^[世😀]+$/u)
    expect(text.length).toBeGreaterThan(4000)
  })

  test('weighs a middle that is written in another script than both ends', () => {
    const pipe = translatedPipe()
    for (let count = 0; count < 1000; count += 1) pipe.push(delta('ten chars '))
    for (let count = 0; count < 10_000; count += 1) pipe.push(delta('漢字'))
    for (let count = 0; count < 1000; count += 1) pipe.push(delta('ten chars '))
    const { text, scale } = pipe.generated()
    expect(text).not.toContain('漢')
    // Four Latin characters or one other to a token: 2,500 + 20,000 + 2,500.
    expect(Math.round((text.length / 4) * scale)).toBe(25_000)
  })
})

describe('pieces of frames', () => {
  test('of many streams share one budget, which frames that end give back', () => {
    const budget = new MemoryBudget({ totalMb: 4, maxBodyMb: 1 })
    const holds = Array.from({ length: 8 }, (_, user) => budget.open(user))
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    const aligners = holds.map((hold) => new FrameAligner(hold))
    const fill = (): unknown[] =>
      aligners.flatMap((aligner) => {
        try {
          aligner.push(megabyte)
          return []
        } catch (error) {
          return [error]
        }
      })
    const refused = fill()
    expect(refused).toHaveLength(4)
    for (const error of refused) {
      expect(error).toBeInstanceOf(GatewayError)
      expect(error).toMatchObject({ id: 'overloaded' })
    }
    for (const aligner of aligners) aligner.push(Buffer.from('\n\n'))
    expect(fill()).toHaveLength(4)
    // Some have ended in the middle.
    for (const hold of holds) hold.release()
    expect(budget.used).toBe(0)
  })

  test('of ordinary size need no budget', () => {
    const budget = new MemoryBudget({ totalMb: 0, maxBodyMb: 0 })
    const aligner = new FrameAligner(budget.open(1))
    expect(aligner.push(Buffer.alloc(60_000, 'x'))).toBeUndefined()
    expect(aligner.push(Buffer.from('\n\n'))?.length).toBe(60_002)
  })

  test('that come byte by byte take no more room than their bytes', () => {
    const aligner = new FrameAligner()
    const before = held()
    for (let count = 0; count < 300_000; count += 1) aligner.push(Buffer.from('x'))
    const after = held()
    expect(after.bytes - before.bytes).toBeLessThan(1024 * 1024)
    expect(after.objects - before.objects).toBeLessThan(100)
    expect(aligner.rest().length).toBe(300_000)
  })
})

describe('the usage chunk that only we asked for', () => {
  for (const choices of ['"choices":[]', '"choices": []', '"choices" : [ ]', '"choices":\t[\t]']) {
    test(`is hidden when it is written as ${JSON.stringify(choices)}`, () => {
      const pipe = nativePipe('openai', true)
      const usage = `data: {"id": "x", ${choices}, "usage": {"prompt_tokens": 12}}\n\n`
      expect(pipe.push(delta('hi'))?.toString()).toBe(delta('hi').toString())
      expect(pipe.push(Buffer.from(usage))).toBeUndefined()
      pipe.push(Buffer.from(DONE))
      expect(Buffer.from(pipe.closing()).toString()).toBe(DONE)
      expect(pipe.usage()).toMatchObject({ promptTokens: 12 })
    })
  }

  test('is taken out of a piece with other frames', () => {
    const pipe = nativePipe('openai', true)
    const frames = [delta('a').toString(), USAGE.replace('[]', ' [ ]'), delta('b').toString()]
    const shown = pipe.push(Buffer.from(frames.join('')))
    expect(Buffer.from(shown ?? []).toString()).toBe(`${frames[0]}${frames[2]}`)
  })

  test('is nothing that a model writes about', () => {
    const pipe = nativePipe('openai', true)
    const frame = delta('{"choices": [], "usage": {"prompt_tokens": 1}}')
    expect(pipe.push(frame)?.toString()).toBe(frame.toString())
    const empty = 'data: {"choices": [], "prompt_filter_results": [{}]}\n\n'
    expect(pipe.push(Buffer.from(empty))?.toString()).toBe(empty)
  })
})

describe('a stream that never comes to a point', () => {
  const frame = (delta: object, index = 0): Buffer =>
    Buffer.from(`data: ${JSON.stringify({ id: 'x', model: 'm', choices: [{ index, delta }] })}\n\n`)

  /** How many frames a pipe takes before it refuses. */
  function takenBy(frameAt: (count: number) => Buffer, most: number): number {
    const pipe = translatedPipe()
    for (let count = 0; count < most; count += 1) {
      try {
        pipe.push(frameAt(count))
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
        return count
      }
    }
    return most
  }

  test('because a tool is called and never given arguments may not wait with all its text', () => {
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f' } }] }
    const text = { content: 'x'.repeat(64 * 1024) }
    expect(takenBy((count) => frame(count === 0 ? call : text), 100)).toBeLessThan(40)
  })

  test('because its calls have no names is refused', () => {
    const call = { tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(64 * 1024) } }] }
    expect(takenBy(() => frame(call), 100)).toBeLessThan(20)
  })

  test('because every frame opens another choice is refused', () => {
    expect(takenBy((count) => frame({}, count), 1000)).toBe(128)
  })

  test('because every frame calls another tool is refused', () => {
    const called = { name: 'f', arguments: '{}' }
    const call = (count: number) => ({
      tool_calls: [{ index: count, id: `${count}`, function: called }],
    })
    expect(takenBy((count) => frame(call(count)), 10_000)).toBe(4096)
  })

  test('is none that opens 128 choices or calls a hundred tools', () => {
    expect(takenBy((count) => frame({ content: 'x' }, count % 128), 1000)).toBe(1000)
    const called = { name: 'f', arguments: '{"a":1}' }
    const call = (index: number) => ({
      tool_calls: [{ index, id: `${index}`, function: called }],
    })
    expect(takenBy((count) => frame(call(count)), 100)).toBe(100)
  })
})
