import { describe, expect, test } from 'bun:test'
import { usage } from '../../../server/domain/money/usage'
import { embeddings } from '../../../server/relay/formats/dialects/gemini/embeddings'
import type { JsonObject } from '../../../server/relay/wire/chat'
import { callTo, recordedJson } from './gemini-calls'

const MODEL = 'gemini-embedding-001'

function encode(body: JsonObject) {
  return embeddings.encode({ model: MODEL, ...body }, callTo(MODEL, { operation: 'embeddings' }))
}

describe('requests', () => {
  test('every text of a list is a request of the batch', () => {
    expect(encode({ input: ['a', 'b'], dimensions: 256, encoding_format: 'float' })).toEqual({
      body: {
        requests: ['a', 'b'].map((text) => ({
          model: `models/${MODEL}`,
          content: { parts: [{ text }] },
          outputDimensionality: 256,
        })),
      },
      losses: [],
      packsVectors: false,
    })
  })

  test('one text is a batch of one', () => {
    expect(encode({ input: 'a' }).body.requests).toHaveLength(1)
  })

  test('fields without a place are named', () => {
    expect(encode({ input: 'a', user: 'u', extra: 1 }).losses).toEqual(['user', 'extra'])
  })

  test.each([
    ['token numbers', [1, 2, 3]],
    ['lists of token numbers', [[1, 2]]],
    ['an empty text', ''],
    ['an empty text among others', ['a', '']],
    ['an empty list', []],
    ['a number', 7],
    ['nothing', undefined],
    ['more texts than a batch takes', Array.from({ length: 101 }, () => 'a')],
  ])('%s are refused', (_name, input) => {
    expect(() => encode({ input })).toThrow('request.invalid')
  })
})

describe('answers', () => {
  const call = () => callTo(MODEL, { operation: 'embeddings', requestedModel: 'my-embedder' })

  test('vectors come back under the name that was asked for', async () => {
    const { body, usage: counted } = embeddings.readAnswer(
      await recordedJson('embeddings.json'),
      call(),
    )
    expect(body).toEqual({
      object: 'list',
      model: 'my-embedder',
      data: [
        { object: 'embedding', index: 0, embedding: [0.25, -0.5, 1] },
        { object: 'embedding', index: 1, embedding: [0.125, 0, -2] },
      ],
    })
    expect(counted).toBeUndefined()
  })

  test('base64 vectors are packed as little-endian floats when asked for', async () => {
    const wish = { input: ['a', 'b'], encoding_format: 'base64' }
    const { packsVectors = false } = embeddings.encode(wish, call())
    const answer = await recordedJson('embeddings.json')
    const { body } = embeddings.readAnswer(answer, { ...call(), packsVectors })
    const [first] = body.data as JsonObject[]
    const bytes = Buffer.from(String(first?.embedding), 'base64')
    expect([0, 4, 8].map((at) => bytes.readFloatLE(at))).toEqual([0.25, -0.5, 1])
  })

  test('usage is passed on where the upstream counts', async () => {
    const answer = {
      ...(await recordedJson('embeddings.json')),
      usageMetadata: { promptTokenCount: 6 },
    }
    const { body, usage: counted } = embeddings.readAnswer(answer, call())
    expect(counted).toEqual(usage({ promptTokens: 6 }))
    expect(body.usage).toEqual({ prompt_tokens: 6, total_tokens: 6 })
  })

  test('the answer to a single request is read as well', () => {
    const { body } = embeddings.readAnswer({ embedding: { values: [1] } }, call())
    expect(body.data).toHaveLength(1)
  })

  test.each([{}, { embeddings: [] }, { embeddings: [{}] }, { embeddings: [{ values: [] }] }])(
    '%j is not an answer',
    (answer) => {
      expect(() => embeddings.readAnswer(answer, call())).toThrow('upstream.invalid_answer')
    },
  )
})
