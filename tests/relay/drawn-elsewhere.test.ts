/** Pictures and vectors in the words of Google, Amazon, Stability and Cohere. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { expectRefusal, told } from './black-box'
import { loggedOf } from './forms'

const BEDROCK = { type: 33, key: 'upstream-key-1|us-east-1' }
/** The client's name of the model → the channel, and what is asked there. */
const CHANNELS = {
  imagen: [{ type: 24 }, 'imagen-4.0-generate-001'],
  banana: [{ type: 24 }, 'gemini-2.5-flash-image'],
  nova: [BEDROCK, 'amazon.nova-canvas-v1:0'],
  stability: [BEDROCK, 'stability.sd3-5-large-v1:0'],
  titan: [BEDROCK, 'amazon.titan-embed-text-v2:0'],
  cohere: [BEDROCK, 'cohere.embed-multilingual-v3'],
} as const

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: Object.entries(CHANNELS).map(([models, [channel, asks]]) => ({
      ...channel,
      models,
      upstream,
      model_mapping: JSON.stringify({ [models]: asks }),
    })),
    options: {
      RetryTimes: 0,
      ModelPrice: { imagen: 0.04, banana: 0.04, nova: 0.04, stability: 0.08 },
      ModelRatio: { titan: 1, cohere: 1 },
    },
  })
})
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function draw(model: keyof typeof CHANNELS, more: object = {}) {
  return told(gateway.post('/v1/images/generations', { model, prompt: 'a cat', ...more }))
}

function embed(model: keyof typeof CHANNELS, more: object) {
  return told(gateway.post('/v1/embeddings', { model, ...more }))
}

const lostOf = ({ headers }: { readonly headers: Headers }) =>
  headers.get('x-gw-untranslated')?.split(', ') ?? []

describe('pictures', () => {
  test('of Imagen are predicted, in the nearest of its shapes, four at most', async () => {
    const predictions = [{ bytesBase64Encoded: 'AAAA' }, { bytesBase64Encoded: 'BBBB' }]
    upstream.script(json({ predictions }))
    const answer = await draw('imagen', { n: 7, size: '1024x1536', quality: 'hd', stream: false })
    expect(upstream.last()).toMatchObject({
      path: '/v1beta/models/imagen-4.0-generate-001:predict',
      json: {
        instances: [{ prompt: 'a cat' }],
        parameters: { sampleCount: 4, aspectRatio: '3:4' },
      },
    })
    expect(JSON.parse(answer.text).data).toEqual([{ b64_json: 'AAAA' }, { b64_json: 'BBBB' }])
    expect(lostOf(answer)).toEqual(['quality', 'n:4'])
    // By what came, and not by what was wished for.
    const { row } = await loggedOf(gateway, answer.requestId)
    expect(row.quota % (2 * 20_000)).toBe(0)
  })

  test('of a model that talks are parts of what it says', async () => {
    const parts = [{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }]
    upstream.script(json({ candidates: [{ content: { role: 'model', parts } }] }))
    const answer = await draw('banana', { size: '1536x1024', response_format: 'url' })
    expect(upstream.last()).toMatchObject({
      path: '/v1beta/models/gemini-2.5-flash-image:generateContent',
      json: {
        contents: [{ role: 'user', parts: [{ text: 'a cat' }] }],
        generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '3:2' } },
      },
    })
    expect(JSON.parse(answer.text).data).toEqual([{ b64_json: 'AAAA' }])
    expect(lostOf(answer)).toEqual(['response_format'])
  })

  test('that Google has refused to make are no answer', async () => {
    upstream.script(json({ candidates: [{ finishReason: 'IMAGE_SAFETY' }] }))
    const answer = await draw('banana')
    expectRefusal(answer, 'openai', 502)
    expect((await loggedOf(gateway, answer.requestId)).row.quota).toBe(0)
  })

  test('of Amazon have a size, those of Stability a shape', async () => {
    upstream.script(json({ images: ['AAAA'] }))
    await draw('nova', { size: '1280x720', quality: 'high', n: 2 })
    expect(upstream.last()).toMatchObject({
      path: '/model/amazon.nova-canvas-v1%3A0/invoke',
      headers: { authorization: 'Bearer upstream-key-1' },
      json: {
        taskType: 'TEXT_IMAGE',
        textToImageParams: { text: 'a cat' },
        imageGenerationConfig: {
          numberOfImages: 2,
          width: 1280,
          height: 720,
          quality: 'premium',
        },
      },
    })
    const answer = await draw('stability', { size: '1280x720', output_format: 'jpeg', style: 'x' })
    expect(upstream.last().json).toEqual({
      prompt: 'a cat',
      aspect_ratio: '16:9',
      output_format: 'jpeg',
    })
    expect(lostOf(answer)).toEqual(['style'])
  })

  test('that were filtered away are a failure with its words', async () => {
    upstream.script(json({ images: [], error: 'blocked by our content filters' }))
    const error = expectRefusal(await draw('nova'), 'openai', 400)
    expect(error.message).toContain('content filters')
  })

  test('are not edited where there is no form for that', async () => {
    const body = { model: 'nova', prompt: 'a cat', image: 'AAAA' }
    const answer = await told(gateway.post('/v1/images/edits', body))
    expectRefusal(answer, 'openai', 404)
  })
})

describe('vectors', () => {
  test('of Titan come one by one, and tell what was read', async () => {
    upstream.script(json({ embedding: [0.25, -0.5], inputTextTokenCount: 3 }))
    const answer = await embed('titan', { input: 'Hi', dimensions: 256 })
    expect(upstream.last()).toMatchObject({
      path: '/model/amazon.titan-embed-text-v2%3A0/invoke',
      json: { inputText: 'Hi', dimensions: 256 },
    })
    expect(JSON.parse(answer.text)).toMatchObject({
      data: [{ embedding: [0.25, -0.5] }],
      usage: { prompt_tokens: 3 },
    })
    const several = await embed('titan', { input: ['a', 'b'] })
    expect(expectRefusal(several, 'openai', 400)).toMatchObject({ param: 'input' })
  })

  test('of Cohere come together', async () => {
    upstream.script(json({ embeddings: [[0.25], [1]], texts: ['a', 'b'] }))
    const answer = await embed('cohere', { input: ['a', 'b'], encoding_format: 'base64' })
    expect(upstream.last().json).toEqual({ texts: ['a', 'b'], input_type: 'search_document' })
    const [first] = JSON.parse(answer.text).data
    expect(Buffer.from(first.embedding, 'base64').readFloatLE(0)).toBe(0.25)
    expect(JSON.parse(answer.text).usage.prompt_tokens).toBeGreaterThan(0)
  })

  test('that are none are no answer', async () => {
    upstream.script(json({ message: 'hm' }))
    expect((await embed('titan', { input: 'Hi' })).status).toBe(502)
  })
})
