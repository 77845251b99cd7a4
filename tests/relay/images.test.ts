/** Pictures: made, changed, streamed; billed by tokens where told, else by piece, size, quality. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { frames, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { expectRefusal, told } from './black-box'
import { type FormPart, formOf, loggedOf, postForm } from './forms'

const GENERATIONS = '/v1/images/generations'
const EDITS = '/v1/images/edits'
const CREDITS = 500_000
const PICTURE = { b64_json: Buffer.alloc(900, 7).toString('base64') }
/** 200 text in, 1,000 picture in, 4,000 picture out. */
const USAGE = {
  input_tokens: 1_200,
  input_tokens_details: { text_tokens: 200, image_tokens: 1_000 },
  output_tokens: 4_000,
  output_tokens_details: { image_tokens: 4_000, text_tokens: 0 },
  total_tokens: 5_200,
}
/** (200 + 1,000 × 2 + 4,000 × 8) × 2.5 */
const TOKEN_CHARGE = 85_500

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  const models = ['dall-e-3', 'gpt-image-2', 'own-tiers', 'flux-by-ratio', 'free-gpt-image']
  gateway = await startGateway({
    channels: [
      { type: 1, upstream, models, model_mapping: '{"own-tiers":"gpt-image-own"}' },
      { type: 3, upstream, models: 'azure-dall-e', other: '2025-04-01' },
      { type: 45, upstream, models: 'doubao-seedream-4' },
      { type: 43, upstream, models: 'cogview-elsewhere' },
    ],
    options: {
      RetryTimes: 0,
      ModelRatio: { 'gpt-image-2': 2.5, 'flux-by-ratio': 8, 'cogview-elsewhere': 1 },
      CompletionRatio: { 'gpt-image-2': 8 },
      ImageRatio: { 'gpt-image-2': 2 },
      ModelPrice: {
        'dall-e-3': 0.04,
        'own-tiers': 0.01,
        'azure-dall-e': 0.02,
        'doubao-seedream-4': 0.03,
      },
      PriceTiers: { 'own-tiers': { high: 4, '1536x1024': 1.5, 'high+1536x1024': 10 } },
    },
  })
})
beforeEach(() => upstream.script(json({ created: 1, data: [PICTURE] })))
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const PNG = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n\r\n--', 'latin1'))

const model = (value: string): FormPart => ({ name: 'model', value })
const picture = (name = 'image'): FormPart => ({
  name,
  filename: 'a.png',
  type: 'image/png',
  bytes: PNG,
})

async function quotaOf(body: object): Promise<number> {
  const answer = await told(gateway.post(GENERATIONS, body))
  expect(answer.status).toBe(200)
  return (await loggedOf(gateway, answer.requestId)).row.quota
}

describe('pictures', () => {
  test('come to the SDK as the upstream sent them, and are billed by its tokens', async () => {
    const body = { created: 1, data: [PICTURE], usage: USAGE, output_format: 'png' }
    upstream.script(json(body))
    const asked = { model: 'gpt-image-2', prompt: 'a cat', quality: 'high', n: 1 } as const
    const { data, usage } = await gateway.openai().images.generate(asked)
    expect(data).toEqual([PICTURE])
    expect(usage).toMatchObject({ total_tokens: 5_200 })
    expect(upstream.last()).toMatchObject({ path: GENERATIONS, json: asked })
    const answer = await told(gateway.post(GENERATIONS, asked))
    expect(JSON.parse(answer.text)).toEqual(body)
    const { row, other } = await loggedOf(gateway, answer.requestId)
    expect(row).toMatchObject({ quota: TOKEN_CHARGE, prompt_tokens: 1_200 })
    expect(other.units).toEqual({ image_prompt: 1_000, image_completion: 4_000 })
  })

  test('of several megabytes pass, and are counted in a thread', async () => {
    const large = { b64_json: Buffer.alloc(3_000_000, 9).toString('base64') }
    upstream.script(json({ created: 1, data: [large, large], usage: USAGE }))
    const answer = await told(gateway.post(GENERATIONS, { model: 'gpt-image-2', prompt: 'x' }))
    expect(JSON.parse(answer.text).data[1].b64_json).toHaveLength(4_000_000)
    expect((await loggedOf(gateway, answer.requestId)).row.quota).toBe(TOKEN_CHARGE)
  })

  test.each([
    ['as a piece', {}, 0.04],
    ['small', { size: '512x512' }, 0.018],
    ['large', { size: '1024x1792' }, 0.08],
    ['fine', { quality: 'hd' }, 0.08],
    ['large and fine', { quality: 'hd', size: '1792x1024' }, 0.12],
    ['of any size', { size: 'auto', quality: 'standard' }, 0.04],
  ])('without tokens are billed %s', async (_, asked, usd) => {
    const body = { model: 'dall-e-3', prompt: 'a cat', ...asked }
    expect(await quotaOf(body)).toBe(Math.round(usd * CREDITS))
  })

  test('are billed by how many came, not by how many were asked for', async () => {
    const asked = { model: 'dall-e-3', prompt: 'a cat', n: 4 }
    upstream.script(json({ created: 1, data: [PICTURE, PICTURE, PICTURE] }))
    expect(await quotaOf(asked)).toBe(0.12 * CREDITS)
  })

  test.each([
    [{ quality: 'high' }, 0.04],
    [{ size: '1536x1024' }, 0.015],
    [{ size: '1536x1024', quality: 'high' }, 0.1],
    [{ size: '1024x1792' }, 0.01],
  ])('at %p cost what the tiers of their price row say', async (asked, usd) => {
    const body = { model: 'own-tiers', prompt: 'a cat', ...asked }
    expect(await quotaOf(body)).toBe(Math.round(usd * CREDITS))
    expect(upstream.last().json).toEqual({ ...body, model: 'gpt-image-own' })
  })

  test('of a model with a ratio cost a quarter cent a point', async () => {
    expect(await quotaOf({ model: 'flux-by-ratio', prompt: 'a cat' })).toBe(0.02 * CREDITS)
  })

  test.each([
    ['azure-dall-e', '/openai/deployments/azure-dall-e/images/generations?api-version=2025-04-01'],
    ['doubao-seedream-4', '/api/v3/images/generations'],
  ])('of %s are asked for where its vendor has them', async (name, path) => {
    await quotaOf({ model: name, prompt: 'a cat' })
    expect(upstream.last().path).toBe(path)
  })
})

describe('a stream of pictures', () => {
  const partial = (bytes: number) => {
    const data = { type: 'image_generation.partial_image', b64_json: 'A'.repeat(bytes) }
    return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  }
  const completed = (bytes: number, usage: object | null = USAGE) => {
    const type = 'image_generation.completed'
    const data = { type, b64_json: 'B'.repeat(bytes), usage, partial_image_index: 0 }
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }
  const asked = { model: 'gpt-image-2', prompt: 'a cat', stream: true, partial_images: 2 } as const

  test('comes to the SDK event by event, however long they are', async () => {
    upstream.script(sse([partial(2_000_000), partial(400), completed(12_000_000)]))
    const seen: (readonly [string, number])[] = []
    for await (const event of await gateway.openai().images.generate(asked)) {
      seen.push([event.type, event.b64_json.length])
    }
    expect(seen).toEqual([
      ['image_generation.partial_image', 2_000_000],
      ['image_generation.partial_image', 400],
      ['image_generation.completed', 12_000_000],
    ])
    await gateway.idle()
    const { items } = await gateway.services.logs.list({})
    expect(items[0]).toMatchObject({ quota: TOKEN_CHARGE, is_stream: 1 })
  })

  test('passes byte for byte where frames are torn', async () => {
    const whole = partial(9_000) + completed(20)
    upstream.script(sse([whole], { tear: [1, 5_000, 9_100, whole.length - 3] }))
    const answer = await told(gateway.post(GENERATIONS, asked))
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(frames(answer.text)).toEqual(frames(whole))
  })

  test('that breaks off is owed as what was asked for', async () => {
    upstream.script(sse([partial(300)], { ending: 'cut' }))
    const answer = await told(gateway.post(GENERATIONS, asked))
    expect(answer.text).toContain('"error"')
    const { row, other } = await loggedOf(gateway, answer.requestId)
    // 1,250 × 2.5
    expect(row.quota).toBe(3_125)
    expect(other).toMatchObject({ counted_by: 'request', units: { image: 1 } })
  })

  test('that tells no usage is billed by the piece', async () => {
    upstream.script(sse([completed(40, null)]))
    const answer = await told(gateway.post(GENERATIONS, asked))
    expect((await loggedOf(gateway, answer.requestId)).row.quota).toBe(3_125)
  })

  test('whose upstream does not stream is the answer that it gives', async () => {
    const answer = await told(gateway.post(GENERATIONS, asked))
    expect(JSON.parse(answer.text).data).toEqual([PICTURE])
  })
})

describe('pictures to be changed', () => {
  test('go from the SDK to the channel, several of them and a mask', async () => {
    upstream.script(json({ created: 1, data: [PICTURE], usage: USAGE }))
    const file = (name: string) => new File([PNG], name, { type: 'image/png' })
    await gateway.openai().images.edit({
      model: 'gpt-image-2',
      image: [file('a.png'), file('b.png')],
      mask: file('m.png'),
      prompt: 'a hat',
      size: '1024x1024',
    })
    const { path, body, headers } = upstream.last()
    expect(path).toBe(EDITS)
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    expect(form.getAll('image[]').map((one) => (one instanceof File ? one.name : one))).toEqual([
      'a.png',
      'b.png',
    ])
    expect(form.get('prompt')).toBe('a hat')
    await gateway.idle()
    const { items } = await gateway.services.logs.list({})
    expect(items[0]).toMatchObject({ quota: TOKEN_CHARGE, model_name: 'gpt-image-2' })
  })

  test('are billed by size, quality and number where the form names them', async () => {
    const parts = [
      picture(),
      { name: 'size', value: '1024x1792' },
      { name: 'n', value: '2' },
      model('dall-e-3'),
      { name: 'quality', value: 'hd' },
    ]
    upstream.script(json({ created: 1, data: [PICTURE, PICTURE] }))
    const answer = await told(postForm(gateway, EDITS, { parts }))
    expect(upstream.last().body).toEqual(formOf(parts).body)
    expect((await loggedOf(gateway, answer.requestId)).row.quota).toBe(0.24 * CREDITS)
  })

  test('may come as JSON where the upstream takes that', async () => {
    const body = { model: 'dall-e-3', prompt: 'a hat', image: 'https://example.com/a.png' }
    const answer = await told(gateway.post(EDITS, body))
    expect(answer.status).toBe(200)
    expect(upstream.last()).toMatchObject({ path: EDITS, json: body })
  })

  test('into others like it have a route of their own', async () => {
    await gateway.openai().images.createVariation({
      model: 'own-tiers',
      image: new File([PNG], 'a.png'),
    })
    expect(upstream.last().path).toBe('/v1/images/variations')
    expect(upstream.last().bodyText).toContain('gpt-image-own')
  })
})

describe('pictures are refused, and nobody is asked,', () => {
  test.each([
    ['without a prompt', GENERATIONS, { model: 'dall-e-3' }, 400],
    ['without a model', GENERATIONS, { prompt: 'x' }, 400],
    ['for a model without a price', GENERATIONS, { model: 'free-gpt-image', prompt: 'x' }, 400],
    ['on a channel without them', GENERATIONS, { model: 'cogview-elsewhere', prompt: 'x' }, 404],
    ['as variations in JSON', '/v1/images/variations', { model: 'dall-e-3' }, 400],
  ])('%s', async (_, path, body, status) => {
    const asked = upstream.requests.length
    expectRefusal(await told(gateway.post(path, body)), 'openai', status)
    expect(upstream.requests).toHaveLength(asked)
  })
})

test('a balance that pays for one picture does not pay for ten', async () => {
  await using small = await startGateway({
    tokens: [{ remain_quota: 30_000 }],
    channels: [{ type: 1, upstream, models: 'dall-e-3' }],
    options: { ModelPrice: { 'dall-e-3': 0.04 } },
  })
  const ask = (n: number) => told(small.post(GENERATIONS, { model: 'dall-e-3', prompt: 'x', n }))
  expectRefusal(await ask(10), 'openai', 403)
  expect((await ask(1)).status).toBe(200)
})
