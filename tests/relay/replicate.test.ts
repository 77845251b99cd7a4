/** Predictions of Replicate from outside: chats and pictures that are waited for. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { refusalByReplicate, refused } from '../support/stand-ins/replicate'
import { fixture, json, type Reply, startUpstream, type Upstream } from '../support/upstream'
import { expectRefusal, told } from './black-box'
import { loggedOf } from './forms'

const KEY = 'r8_key'
const VERSION = 'ab'.repeat(32)
const MODELS = {
  llama: 'meta/meta-llama-3-70b-instruct',
  gpt: 'openai/gpt-5-mini',
  flux: 'black-forest-labs/flux-schnell',
  own: `somebody/own-model:${VERSION}`,
}
const TEXT = json(fixture('replicate/chat-text.json'), { status: 201 })
const PICTURES = json(fixture('replicate/images.json'), { status: 201 })

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(TEXT)
  const channel = { type: 56, upstream, key: KEY }
  gateway = await startGateway({
    channels: [
      ...Object.entries(MODELS).map(([models, name]) => ({
        ...channel,
        models,
        model_mapping: JSON.stringify({ [models]: name }),
      })),
      { ...channel, models: 'poor', model_mapping: JSON.stringify({ poor: MODELS.flux }) },
    ],
    options: {
      RetryTimes: 0,
      ModelRatio: { llama: 1, gpt: 1, own: 1 },
      ModelPrice: { flux: 0.003, poor: 0.003 },
      AutomaticDisableChannelEnabled: true,
    },
  })
})
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function answering(reply: Reply): void {
  upstream.script((request) => refusalByReplicate(request, KEY) ?? reply)
}

function chat(model: string, more: object = {}) {
  const messages = [
    { role: 'system', content: 'Be terse.' },
    { role: 'user', content: 'Two plus two?' },
  ]
  return told(gateway.post('/v1/chat/completions', { model, messages, ...more }))
}

function draw(model: string, more: object = {}) {
  return told(gateway.post('/v1/images/generations', { model, prompt: 'a cat', ...more }))
}

describe('a chat', () => {
  test('is one prompt, tuned by the names that the model has', async () => {
    answering(TEXT)
    const answer = await chat('llama', { max_tokens: 9, top_p: 0.5, stop: ['x'] })
    expect(JSON.parse(answer.text).choices[0].message.content).toContain('four')
    expect(upstream.last()).toMatchObject({
      path: `/v1/models/${MODELS.llama}/predictions`,
      headers: { prefer: 'wait=60', 'cancel-after': '60s' },
      json: {
        input: {
          prompt: 'Two plus two?',
          system_prompt: 'Be terse.',
          max_tokens: 9,
          top_p: 0.5,
        },
      },
    })
    expect(answer.headers.get('x-gw-untranslated')).toBe('stop')
    const { row } = await loggedOf(gateway, answer.requestId)
    expect(row).toMatchObject({ prompt_tokens: 12, completion_tokens: 9 })
  })

  test('shows pictures to models that have an input for them', async () => {
    answering(TEXT)
    const url = 'data:image/png;base64,AAAA'
    const content = [
      { type: 'text', text: 'What?' },
      { type: 'image_url', image_url: { url } },
    ]
    const messages = [{ role: 'user', content }]
    expect((await chat('gpt', { messages, max_tokens: 9 })).status).toBe(200)
    expect(upstream.last().json).toEqual({
      input: { prompt: 'What?', image_input: [url], max_completion_tokens: 9 },
    })
  })

  test('of a version is asked for by its number', async () => {
    answering(TEXT)
    expect((await chat('own')).status).toBe(200)
    expect(upstream.last()).toMatchObject({
      path: '/v1/predictions',
      json: { version: VERSION, input: { prompt: expect.stringContaining('SYSTEM: \nBe terse.') } },
    })
  })

  test('that is wanted as a stream comes as one', async () => {
    answering(TEXT)
    const answer = await chat('llama', { stream: true })
    expect(answer.text).toContain('世界')
    expect(answer.text).toEndWith('data: [DONE]\n\n')
  })
})

describe('pictures', () => {
  test('are billed by the piece that came, in the shape nearest to the size', async () => {
    answering(PICTURES)
    const more = { n: 2, size: '1792x1024', output_format: 'jpeg', quality: 'hd' }
    const answer = await draw('flux', { ...more, response_format: 'b64_json' })
    expect(JSON.parse(answer.text)).toMatchObject({
      created: expect.any(Number),
      data: [{ url: expect.stringContaining('out-0') }, { url: expect.stringContaining('out-1') }],
    })
    expect(upstream.last().json).toEqual({
      input: { prompt: 'a cat', num_outputs: 2, aspect_ratio: '16:9', output_format: 'jpg' },
    })
    const lost = answer.headers.get('x-gw-untranslated')?.split(', ')
    expect(lost).toEqual(['quality', 'response_format'])
    const { row } = await loggedOf(gateway, answer.requestId)
    expect(row.quota).toBeGreaterThanOrEqual(2 * 1500)
  })
})

describe('a prediction', () => {
  const prediction = (more: object) =>
    json({ ...JSON.parse(fixture('replicate/chat-text.json')), output: null, ...more })

  test.each([
    ['failed', { error: 'CUDA out of memory' }, 500, 'CUDA out of memory'],
    ['canceled', {}, 504, 'not done in time'],
    ['aborted', {}, 504, 'not done in time'],
    ['processing', {}, 504, 'not done in time'],
  ])('that is %s is a failure and costs nothing', async (status, more, code, words) => {
    answering(prediction({ status, ...more }))
    for (const stream of [false, true]) {
      const answer = await chat('llama', { stream })
      expect(expectRefusal(answer, 'openai', code).message).toContain(words)
      expect((await loggedOf(gateway, answer.requestId)).row.quota).toBe(0)
    }
  })

  test('without an output is no answer', async () => {
    answering(prediction({}))
    expect((await chat('llama')).status).toBe(502)
    answering(json({ ...JSON.parse(fixture('replicate/images.json')), output: [] }))
    expect((await draw('flux')).status).toBe(502)
  })

  test('that is refused keeps its status and its words', async () => {
    answering(refused(422, 'Input validation failed', '- input.prompt: too long'))
    const error = expectRefusal(await chat('llama'), 'openai', 422)
    expect(error.message).toContain('too long')
  })

  test('of an account without money takes the channel out of use', async () => {
    answering(refused(402, 'Insufficient credit', 'You have insufficient credit'))
    expect((await draw('poor')).status).toBe(502)
    await gateway.idle()
    const { items } = await gateway.services.channels.list({ page_size: 100 })
    expect(items.find(({ models }) => models === 'poor')?.status).toBe(3)
  })
})
