/** Bots of Coze answer clients of every protocol, streamed or not, and only with their answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import {
  fixture,
  frames,
  json,
  type RecordedRequest,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { billOf } from './black-box'

const BOT = '737946218936519889'
const TEXT = 'Grüße, 世界! Two plus two is four.'
const FIELDS = ['bot_id', 'user_id', 'stream', 'auto_save_history', 'additional_messages']
const TURN_FIELDS = ['role', 'content', 'content_type', 'type', 'meta_data']

let upstream: Upstream
let gateway: Gateway
let reply: Reply

/** As strict as the documentation: credentials, fields and roles. */
function stand({ headers, path, json: body }: RecordedRequest): Reply {
  if (path !== '/v3/chat') return json({ code: 4200, msg: path }, { status: 404 })
  if (headers.authorization !== 'Bearer pat_1') {
    return json({ code: 4100, msg: 'authentication is invalid' })
  }
  const sent = Object(body)
  const turns: object[] = sent.additional_messages
  const isKnown = Object.keys(sent).every((name) => FIELDS.includes(name))
  const isSpoken = turns.every(
    (turn) =>
      Object.keys(turn).every((name) => TURN_FIELDS.includes(name)) &&
      ['user', 'assistant'].includes(Object(turn).role),
  )
  return isKnown && isSpoken && sent.bot_id !== '' ? reply : json({ code: 4000, msg: 'invalid' })
}

beforeAll(async () => {
  upstream = await startUpstream(stand)
  const channel = { type: 49, upstream, key: 'pat_1' }
  gateway = await startGateway({
    options: { RetryTimes: 0, ModelRatio: { coze: 1, named: 1, other: 1 } },
    channels: [
      { ...channel, models: 'coze', other: BOT },
      { ...channel, models: 'named', model_mapping: `{"named":"${BOT}"}` },
      { ...channel, models: 'other', other: BOT, key: 'pat_2' },
    ],
  })
})
beforeEach(() => {
  reply = sse([fixture('coze/chat-text.sse')])
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const HELLO = { model: 'coze', messages: [{ role: 'user', content: 'Hi' }] }
const chat = (more: object = {}) => gateway.post('/v1/chat/completions', { ...HELLO, ...more })

describe('a bot answers', () => {
  test('clients that want the answer whole, although it only streams', async () => {
    const response = await chat()
    const body = await response.json()
    const { message } = body.choices[0]
    expect(message.content).toBe(TEXT)
    expect(message.reasoning_content).toBe('Adding.')
    expect(body.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 9 })
    const { row } = await billOf(gateway, response.headers.get('x-oneapi-request-id') ?? '')
    expect(row).toMatchObject({ prompt_tokens: 12, completion_tokens: 9 })
  })

  test('clients that stream, in pieces and without remarks of the bot', async () => {
    const text = await (await chat({ stream: true })).text()
    const deltas = [...text.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map(([, piece]) => piece)
    expect(deltas.join('')).toBe(TEXT)
    expect(text).not.toContain('And three?')
    expect(text).toEndWith('data: [DONE]\n\n')
  })

  test('a stream that is torn after every byte', async () => {
    reply = { ...sse([fixture('coze/chat-text.sse')]), tear: 'every-byte' }
    expect((await (await chat()).json()).choices[0].message.content).toBe(TEXT)
  })

  test('clients of Claude', async () => {
    const response = await gateway.post('/v1/messages', { ...HELLO, max_tokens: 99 })
    const { content } = await response.json()
    expect(content.at(-1)).toEqual({ type: 'text', text: TEXT })
  })

  test('at once, where it answers with a card', async () => {
    const [, , , , , , whole, , , end] = frames(fixture('coze/chat-text.sse'))
    reply = sse([`${whole}${end}`])
    expect((await (await chat()).json()).choices[0].message.content).toBe(TEXT)
  })
})

describe('a bot is asked', () => {
  test('with everything that was said, and told to keep nothing', async () => {
    const messages = [
      { role: 'system', content: 'Be terse.' },
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'Two.' },
      { role: 'user', content: 'Three?' },
    ]
    await chat({ messages })
    const spoken = (role: string, content: string) => ({ role, content, content_type: 'text' })
    expect(upstream.last().json).toEqual({
      bot_id: BOT,
      user_id: 'gw',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        spoken('user', 'Be terse.'),
        spoken('user', 'One?'),
        spoken('assistant', 'Two.'),
        spoken('user', 'Three?'),
      ],
    })
  })

  test('by the name of the model, where the channel names none', async () => {
    await gateway.post('/v1/chat/completions', { ...HELLO, model: 'named' })
    expect(upstream.last().json).toMatchObject({ bot_id: BOT })
  })

  test('about pictures that have an address', async () => {
    const url = 'https://pictures.example/cat.png'
    const parts = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ]
    await chat({ messages: [{ role: 'user', content: parts }] })
    const [turn] = Object(upstream.last().json).additional_messages
    expect(turn.content_type).toBe('object_string')
    expect(JSON.parse(turn.content)).toEqual([
      { type: 'text', text: 'What is it?' },
      { type: 'image', file_url: url },
    ])
  })

  test('for nothing that its builder has decided, which is named', async () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
    const response = await chat({ tools, temperature: 0.5, max_tokens: 9, stop: ['x'], seed: 1 })
    expect(response.status).toBe(200)
    const lost = JSON.stringify([...response.headers])
    for (const name of ['tools', 'temperature', 'max_tokens', 'stop', 'seed']) {
      expect(lost).toContain(name)
    }
  })
})

describe('a failure', () => {
  test('of the key comes with a good status, and is one', async () => {
    const response = await gateway.post('/v1/chat/completions', { ...HELLO, model: 'other' })
    expect(response.status).toBe(401)
    expect((await response.json()).error.message).toContain('authentication is invalid')
  })

  test.each([
    ['conversation.chat.failed', { last_error: { code: 5000, msg: 'model down' } }, 'model down'],
    ['conversation.chat.requires_action', { status: 'requires_action' }, 'tool'],
    ['error', { code: 4013, msg: 'too fast' }, 'too fast'],
  ])('that is told by %s ends the call', async (name, data, words) => {
    reply = sse([`event:${name}\ndata:${JSON.stringify(data)}\n\n`])
    const response = await chat()
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect((await response.json()).error.message).toContain(words)
  })

  test.each([
    ['cut', { ending: 'cut' } as const],
    ['closed', {}],
  ])('of a connection that is %s in the middle is no answer', async (_, rest) => {
    const begun = frames(fixture('coze/chat-text.sse')).slice(0, 5).join('')
    reply = sse([begun], rest)
    expect((await chat()).status).toBeGreaterThanOrEqual(500)
  })
})
