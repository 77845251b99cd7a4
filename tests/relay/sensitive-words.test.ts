import { describe, expect, test } from 'bun:test'
import { createWordFilter } from '../../server/domain/text/word-filter'
import { startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, startUpstream } from '../support/upstream'
import { ask, expectRefusal, PATH_OF, PRICES, PROTOCOLS, told } from './black-box'
import { type FormPart, postForm } from './forms'

function finds(words: readonly string[], text: string): boolean {
  const filter = createWordFilter(words)
  if (filter === undefined) throw new Error('no filter')
  return filter(text)
}

/** Beside these a list is long, and takes the other way of searching. */
const FILLER = Array.from({ length: 2_000 }, (_, index) => `filler-${index}-word`)

describe('a filter of words', () => {
  for (const [size, filler] of [
    ['short', []],
    ['long', FILLER],
  ] as const) {
    const among = (words: readonly string[], text: string) => finds([...words, ...filler], text)

    test(`with a ${size} list finds a word anywhere, whatever its letters' case`, () => {
      expect(among(['Bomb'], 'a bOMB')).toBe(true)
      expect(among(['bomb'], 'bombs away')).toBe(true)
      expect(among(['ÄRGER'], 'nur ärger hier')).toBe(true)
      expect(among(['敏感词'], '这里有一个敏感词。')).toBe(true)
      expect(among(['😀x'], 'smile 😀X')).toBe(true)
    })

    test(`with a ${size} list does not find what is not there`, () => {
      expect(among(['bomb'], 'bom b, bo-mb, bmob')).toBe(false)
      expect(among(['bomb'], '')).toBe(false)
      expect(among(['敏感词'], '敏感的词')).toBe(false)
    })

    test(`with a ${size} list takes every sign of a word literally`, () => {
      expect(among(['a.c', 'x+', '(y', '[z', '\\d', '^q$'], 'abc xx y z 5 q')).toBe(false)
      expect(among(['a.c'], 'A.C')).toBe(true)
      expect(among(['\\d'], 'path\\Dir')).toBe(true)
    })

    test(`with a ${size} list finds words that begin inside the beginnings of others`, () => {
      const words = ['abcde', 'bcx', 'cy', 'she', 'hers']
      for (const text of ['abcx', 'abcy', 'abcdbcx', 'ushers', 'aabcde', 'shhers']) {
        expect(among(words, text)).toBe(true)
      }
      for (const text of ['abcd', 'bc', 'c', 'sh', 'her', 'abcdbc']) {
        expect(among(words, text)).toBe(false)
      }
    })
  }

  test('agrees with a plain search on random texts over a small alphabet', () => {
    let seed = 7
    const letter = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return 'abAB'[(seed >> 16) & 3] ?? ''
    }
    const text = (length: number) => Array.from({ length }, letter).join('')
    for (let round = 0; round < 300; round += 1) {
      const words = Array.from({ length: 12 }, (_, index) => text(5 + (index % 5)))
      const sample = text(60)
      const plain = words.some((word) => sample.toLowerCase().includes(word.toLowerCase()))
      expect(finds(words, sample)).toBe(plain)
    }
  })

  test('of blank words is no filter', () => {
    expect(createWordFilter([])).toBeUndefined()
    expect(createWordFilter(['', '  '])).toBeUndefined()
  })

  test('is not slowed down by a text that almost matches all the time', () => {
    const words = [`${'a'.repeat(5_000)}b`, ...FILLER]
    // Searching anew from each letter would take five thousand million steps.
    expect(finds(words, 'a'.repeat(1_000_000))).toBe(false)
  })
})

const WORD = 'Verboten'
/** 1×1 picture whose base64 holds the word. */
const PICTURE = `data:image/png;base64,iVBOR${WORD}w0KGgo=`

interface Place {
  readonly path: string
  readonly body: object
}

const PLACES: Readonly<Record<string, Place>> = {
  'a chat message': { path: PATH_OF.openai, body: message(`x ${WORD.toUpperCase()} y`) },
  'a text part beside a picture': {
    path: PATH_OF.openai,
    body: message([
      { type: 'image_url', image_url: { url: 'https://example.com/x.png' } },
      { type: 'text', text: `see: ${WORD}` },
    ]),
  },
  'a system prompt of Claude': { path: PATH_OF.claude, body: claude({ system: `be ${WORD}` }) },
  'a block of Claude': {
    path: PATH_OF.claude,
    body: claude({ messages: [{ role: 'user', content: [{ type: 'text', text: WORD }] }] }),
  },
  'a document of Claude': {
    path: PATH_OF.claude,
    body: claude({
      messages: [{ role: 'user', content: [{ type: 'document', source: plainText(WORD) }] }],
    }),
  },
  "a tool's result": {
    path: PATH_OF.claude,
    body: claude({
      messages: [
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: WORD }] },
      ],
    }),
  },
  'a token count': { path: '/v1/messages/count_tokens', body: claude({ system: WORD }) },
  'the description of a tool': {
    path: PATH_OF.openai,
    body: {
      ...message('hi'),
      tools: [{ type: 'function', function: { name: 'f', description: WORD } }],
    },
  },
  'a completion prompt': { path: '/v1/completions', body: { model: 'm', prompt: ['a', WORD] } },
  'an embedding input': { path: '/v1/embeddings', body: { model: 'm', input: ['a', WORD] } },
  'a moderation input': { path: '/v1/moderations', body: { model: 'm', input: WORD } },
  'instructions of Responses': {
    path: '/v1/responses',
    body: { model: 'm', input: 'hi', instructions: WORD },
  },
  'an item of Responses': {
    path: '/v1/responses',
    body: { model: 'm', input: [{ role: 'user', content: [{ type: 'input_text', text: WORD }] }] },
  },
  'what is to be spoken': { path: '/v1/audio/speech', body: { model: 'm', input: WORD } },
  'what a picture is to show': {
    path: '/v1/images/generations',
    body: { model: 'm', prompt: WORD },
  },
  'a document to be ranked': {
    path: '/v1/rerank',
    body: { model: 'm', query: 'x', documents: ['a', { text: WORD }] },
  },
  'an escaped word': {
    path: PATH_OF.openai,
    body: message('escaped'),
  },
  'a body too large to be read at once': {
    path: PATH_OF.openai,
    body: message(`${'long '.repeat(100_000)}${WORD}`),
  },
}

function message(content: unknown): object {
  return { model: 'm', messages: [{ role: 'user', content }] }
}

function claude(more: object): object {
  return { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }], ...more }
}

function plainText(data: string): object {
  return { type: 'text', media_type: 'text/plain', data }
}

describe('a sensitive word', () => {
  for (const [place, { path, body }] of Object.entries(PLACES)) {
    test(`in ${place} refuses the call before any upstream hears of it`, async () => {
      await using upstream = await startUpstream(json({}))
      await using gateway = await startGateway({
        channels: [
          { upstream, models: 'm' },
          { upstream, type: 14, models: 'm' },
        ],
        options: { ...PRICES, SensitiveWords: `other\n${WORD.toLowerCase()}` },
      })
      const text = JSON.stringify(body).replace('"escaped"', '"\\u0056erboten"')
      const answer = await told(gateway.post(path, text))
      const protocol = path.startsWith('/v1/messages') ? 'claude' : 'openai'
      const error = expectRefusal(answer, protocol, 400)
      expect(error.message).toStartWith('The request was refused because it contains blocked words')
      if (protocol === 'openai') expect(error.code).toBe('sensitive_words_detected')
      expect(upstream.requests).toHaveLength(0)
    })
  }

  test('in a form refuses it too, in front of its file and behind it', async () => {
    await using upstream = await startUpstream(json({ data: [{ b64_json: 'aGF0' }] }))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: { ...PRICES, SensitiveWords: WORD },
    })
    const prompt = (value: string) => ({ name: 'prompt', value })
    const image = { name: 'image', filename: 'a.png', bytes: Buffer.from(WORD) }
    const send = (parts: readonly FormPart[]) =>
      told(
        postForm(gateway, '/v1/images/edits', { parts: [{ name: 'model', value: 'm' }, ...parts] }),
      )
    for (const parts of [
      [prompt(`a ${WORD}`), image],
      [image, prompt(`a ${WORD}`)],
    ]) {
      expect(expectRefusal(await send(parts), 'openai', 400).code).toBe('sensitive_words_detected')
    }
    expect(upstream.requests).toEqual([])
    expect((await send([image, prompt('a hat')])).status).toBe(200)
  })

  test('is named to nobody, and in the language of the caller', async () => {
    await using gateway = await startGateway({ options: { ...PRICES, SensitiveWords: WORD } })
    const answer = await told(
      gateway.post(PATH_OF.openai, message(WORD), { headers: { 'accept-language': 'en-GB' } }),
    )
    expect(expectRefusal(answer, 'openai', 400).message).toStartWith(
      'The request was refused because it contains blocked words',
    )
    expect(answer.text.toLowerCase()).not.toContain(WORD.toLowerCase())
  })

  for (const protocol of PROTOCOLS) {
    test(`does not hit the grammar of ${protocol} or the bytes of a picture`, async () => {
      await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
      await using gateway = await startGateway({
        channels: [{ upstream, models: 'm' }],
        options: { ...PRICES, SensitiveWords: `user\ntext\nephemeral\n${WORD}` },
      })
      const picture =
        protocol === 'openai'
          ? { type: 'image_url', image_url: { url: PICTURE } }
          : {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: PICTURE.split(',')[1] },
            }
      const parts = [
        { type: 'text', text: 'what is this?', cache_control: { type: 'ephemeral' } },
        picture,
      ]
      const body = ask(protocol, { messages: [{ role: 'user', content: parts }], user: WORD })
      expect((await told(gateway.post(PATH_OF[protocol], body))).status).toBe(200)
    })
  }

  for (const off of ['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled']) {
    test(`passes while ${off} is off`, async () => {
      await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
      await using gateway = await startGateway({
        channels: [{ upstream, models: 'm' }],
        options: { ...PRICES, SensitiveWords: WORD, [off]: false },
      })
      expect((await gateway.post(PATH_OF.openai, message(WORD))).status).toBe(200)
    })
  }

  test('counts from the moment when the list is saved', async () => {
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    expect((await gateway.post(PATH_OF.openai, message(WORD))).status).toBe(200)
    await gateway.services.options.set(TEST_ACTOR, { key: 'SensitiveWords', value: WORD })
    expect((await gateway.post(PATH_OF.openai, message(WORD))).status).toBe(400)
  })
})
