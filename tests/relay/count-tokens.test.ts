import { beforeAll, describe, expect, test } from 'bun:test'
import { countChat, countInput } from '../../server/relay/call/billing/count-chat'
import { createTokenizer } from '../../server/relay/call/billing/count-tokens'
import { estimateBytes } from '../../server/relay/call/billing/estimate-tokens'
import type { ChatMessage, ChatRequest, ImagePart, Json } from '../../server/relay/wire/chat'

const tokenizer = createTokenizer()

beforeAll(() => Promise.all([tokenizer.ready('gpt-4o'), tokenizer.ready('gpt-4')]))

const counter = {
  countText: tokenizer.countText,
  countChat: (request: ChatRequest, model: string) =>
    countChat(request, model, (text) => tokenizer.countText(text, model)),
  countInput: (input: Json | undefined, model: string) =>
    countInput(input, (text) => tokenizer.countText(text, model)),
}

/** A PNG head that states the size; the pixels are not needed. */
function pngOf(width: number, height: number): string {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

function chatWith(part: Partial<ChatRequest>): ChatRequest {
  return {
    model: 'm',
    stream: false,
    includeUsage: false,
    system: [],
    messages: [],
    tools: [],
    stop: [],
    unmapped: {},
    ...part,
  }
}

function user(...parts: ChatMessage['parts']): ChatMessage {
  return { role: 'user', parts }
}

function imageTokens(base64: string, model = 'gpt-4o', detail?: ImagePart['detail']): number {
  const source = { kind: 'base64', mediaType: 'image/png', base64 } as const
  const image: ImagePart = { type: 'image', source, ...(detail && { detail }) }
  const empty = counter.countChat(chatWith({ messages: [user()] }), model)
  return counter.countChat(chatWith({ messages: [user(image)] }), model) - empty
}

describe('text', () => {
  test.each([
    ['gpt-4o', 'hello world', 2],
    ['gpt-4o', '你好，世界', 3],
    ['gpt-4', '你好，世界', 6],
    ['gpt-4o', '', 0],
    ['gpt-4o', '<|endoftext|>', 7],
  ])('%s counts %j as %i', (model, text, tokens) => {
    expect(counter.countText(text, model)).toBe(tokens)
  })

  const probe = 'ಕನ್ನಡ ಭಾಷೆ'
  test.each(['gpt-4', 'gpt-4-turbo', 'gpt-4-0613', 'gpt-3.5-turbo', 'text-embedding-3-small'])(
    '%s is counted with the older encoding',
    (model) => {
      expect(counter.countText(probe, model)).toBe(counter.countText(probe, 'gpt-4'))
      expect(counter.countText(probe, model)).not.toBe(counter.countText(probe, 'gpt-4o'))
    },
  )

  test.each(['chatgpt-4o-latest', 'o1', 'o3-mini', 'o4-mini', 'gpt-4.1', 'gpt-4.5', 'gpt-5', 'x'])(
    '%s is counted with the newer encoding',
    (model) => {
      expect(counter.countText(probe, model)).toBe(counter.countText(probe, 'gpt-4o'))
    },
  )

  test('slicing does not change the count of ordinary prose and code', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog.\n\n  if (a) { b = c }\n'
    const one = counter.countText(sentence, 'gpt-4o')
    expect(counter.countText(sentence.repeat(50), 'gpt-4o')).toBe(one * 50)
  })

  test('a run without spaces is counted within a few per cent', () => {
    const once = counter.countText('é'.repeat(400), 'gpt-4o')
    const tokens = counter.countText('é'.repeat(20_000), 'gpt-4o')
    expect(Math.abs(tokens - once * 50)).toBeLessThanOrEqual(once * 50 * 0.02)
  })

  test('very long text is estimated near its real count', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog. '
    const exact = counter.countText(sentence.repeat(4_000), 'gpt-4o')
    const estimate = counter.countText(sentence.repeat(20_000), 'gpt-4o')
    expect(Math.abs(estimate / (exact * 5) - 1)).toBeLessThan(0.02)
  })

  test('before the tokenizer is loaded a count is an estimate, never zero for text', () => {
    const cold = createTokenizer()
    expect(cold.countText('hello world', 'gpt-4o')).toBe(3)
    expect(cold.countText('你好', 'gpt-4o')).toBe(2)
    expect(cold.countText('', 'gpt-4o')).toBe(0)
  })

  test('one encoding can be loaded without the other', async () => {
    const half = createTokenizer()
    await half.ready('gpt-4o')
    expect(half.countText('hello world', 'gpt-4o')).toBe(2)
    expect(half.countText('hello world', 'gpt-4')).toBe(3)
  })

  test('the bound from bytes is above the count of common languages and code', () => {
    for (const text of [
      'The quick brown fox. ',
      '敏捷的棕色狐狸。',
      'Быстрая лиса ',
      'const total = items.reduce((sum, item) => sum + item.price, 0)\n',
    ]) {
      const long = text.repeat(50)
      const bound = estimateBytes(new TextEncoder().encode(long).length)
      expect(bound).toBeGreaterThanOrEqual(counter.countText(long, 'gpt-4o'))
    }
    expect(estimateBytes(0)).toBe(0)
    expect(estimateBytes(3)).toBe(2)
  })
})

describe('conversations', () => {
  const hello = { type: 'text', text: 'hello world' } as const

  test('a message weighs three, its role and its text, the reply three', () => {
    expect(counter.countChat(chatWith({ messages: [user(hello)] }), 'gpt-4o')).toBe(3 + 1 + 2 + 3)
  })

  test('the first turbo model has its own overhead', () => {
    const messages = [{ ...user(hello), name: 'Ann' }]
    const of = (model: string) => counter.countChat(chatWith({ messages }), model)
    expect(of('gpt-3.5-turbo-0301') - of('gpt-3.5-turbo')).toBe(1 - 2)
  })

  test('system, names, calls and results count', () => {
    const plain = counter.countChat(chatWith({ messages: [user(hello)] }), 'gpt-4o')
    const more = (part: Partial<ChatRequest>) =>
      counter.countChat(chatWith({ messages: [user(hello)], ...part }), 'gpt-4o') - plain
    expect(more({ system: [hello] })).toBe(3 + 1 + 2)
    expect(more({ messages: [{ ...user(hello), name: 'Ann' }] })).toBe(2)
    const call = { type: 'tool_call', id: 'c', name: 'f', argumentsJson: '{}' } as const
    expect(more({ messages: [user(hello), { role: 'assistant', parts: [call] }] })).toBe(3 + 1 + 2)
    const result = { type: 'tool_result', toolCallId: 'c', parts: [hello] } as const
    expect(more({ messages: [user(hello), user(result, result)] })).toBe(2 * (3 + 1 + 2))
  })

  test('every tool counts, not only the last', () => {
    const tool = { name: 'f', description: 'd', parameters: { type: 'object' } }
    const of = (count: number) =>
      counter.countChat(chatWith({ tools: Array.from({ length: count }, () => tool) }), 'gpt-4o')
    const each = counter.countText('fd{"type":"object"}', 'gpt-4o')
    expect(of(1) - of(0)).toBe(8 + each)
    expect(of(3) - of(0)).toBe(8 + 3 * each)
  })

  test('sounds and files have flat weights', () => {
    const base = counter.countChat(chatWith({ messages: [user()] }), 'gpt-4o')
    const audio = { type: 'audio', mediaType: 'audio/wav', base64: '' } as const
    const file = { type: 'file', source: { kind: 'url', url: 'https://a/f' } } as const
    const messages = [user(audio, file)]
    expect(counter.countChat(chatWith({ messages }), 'gpt-4o') - base).toBe(5100)
  })
})

describe('pictures', () => {
  test.each([
    [512, 512, 'gpt-4o', 255],
    [100, 100, 'gpt-4o', 255],
    [1024, 1024, 'gpt-4o', 765],
    [2048, 4096, 'gpt-4o', 1105],
    [4096, 2048, 'gpt-4o', 1105],
    [1024, 1024, 'gpt-4o-mini', 25501],
    [1024, 1024, 'glm-4v', 1047],
    [1024, 1024, 'claude-sonnet-4-5', 1000],
    [1024, 1024, 'gemini-2.5-flash', 255],
  ])('%ix%i on %s weighs %i', (width, height, model, tokens) => {
    expect(imageTokens(pngOf(width, height), model)).toBe(tokens)
  })

  test('low detail weighs the base only', () => {
    expect(imageTokens(pngOf(1024, 1024), 'gpt-4o', 'low')).toBe(85)
  })

  const gif = Buffer.from('GIF89a\x00\x04\x00\x04', 'latin1')
  const lossyWebp = Buffer.from(`RIFF\0\0\0\0WEBPVP8 ${'\0'.repeat(10)}\x00\x04\x00\x04`, 'latin1')
  const losslessWebp = Buffer.from(
    'RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\xff\xc3\xff\0\0\0\0\0\0\0',
    'latin1',
  )
  const extendedWebp = Buffer.from(
    `RIFF\0\0\0\0WEBPVP8X${'\0'.repeat(8)}\xff\x03\0\xff\x03\0`,
    'latin1',
  )
  const jpeg = Buffer.from(
    `\xff\xd8\xff\xe1\x01\x02${'E'.repeat(256)}\xff\xff\xc0\x00\x11\x08\x04\x00\x04\x00\x03\x01`,
    'latin1',
  )

  test.each([
    ['GIF', gif],
    ['lossy WebP', lossyWebp],
    ['lossless WebP', losslessWebp],
    ['extended WebP', extendedWebp],
    ['JPEG behind camera metadata', jpeg],
  ])('the size of a %s is read', (_name, bytes) => {
    expect(imageTokens(bytes.toString('base64'))).toBe(765)
  })

  test.each([
    ['nothing', ''],
    ['no picture', btoa('hello')],
    ['a cut PNG', pngOf(1024, 1024).slice(0, 12)],
    ['a PNG of no size', pngOf(0, 9)],
    ['a JPEG without a frame', jpeg.subarray(0, 200).toString('base64')],
  ])('%s weighs the default', (_name, base64) => {
    expect(imageTokens(base64)).toBe(255)
  })
})

describe('inputs', () => {
  test.each([
    ['text', 'hello world', 2],
    ['a list, joined', ['hello', ' world'], 2],
    ['token numbers', [1, 2, 3], 3],
    ['lists of token numbers', [[1, 2], [3]], 3],
    ['nothing', undefined, 0],
    ['something else', { a: 'hello' }, 0],
  ])('%s', (_name, input, tokens) => {
    expect(counter.countInput(input, 'gpt-4o')).toBe(tokens)
  })
})
