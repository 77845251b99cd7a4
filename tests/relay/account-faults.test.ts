/**
 * What a vendor says of the operator's key or account in the middle of an answer: the client is
 * told in its own protocol that the channel is misconfigured, and only operators read the rest.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { liveUpstream } from '../support/live-upstream'
import { realtimeUpstream } from '../support/realtime-upstream'
import { fixture, frames, sse, startUpstream, type Upstream } from '../support/upstream'
import { within } from '../support/wait-until'
import { recorded, told } from './black-box'
import { MODEL, PRICES, talkTo } from './realtime-client'

const SECRET = 'sk-scr***ipted'
const MISCONFIGURED = 'does not accept the account of this site'
const messages = [{ role: 'user', content: 'Hi' }]

interface Native {
  readonly type: number
  readonly path: string
  readonly body: object
  readonly recording: string
  /** As the vendor breaks off for its own reasons: the account, and anything else. */
  readonly account: string
  readonly other: string
}

const eventText = (event: object, name = '') =>
  `${name && `event: ${name}\n`}data: ${JSON.stringify(event)}\n\n`
const key = `Incorrect API key provided: ${SECRET}`
const NATIVES: Readonly<Record<string, Native>> = {
  openai: {
    type: 1,
    path: '/v1/chat/completions',
    body: { model: 'openai', messages, stream: true },
    recording: recorded('openai').sse,
    account: eventText({
      error: { message: key, type: 'x', param: null, code: 'invalid_api_key' },
    }),
    other: eventText({
      error: { message: 'tired', type: 'server_error', param: null, code: null },
    }),
  },
  claude: {
    type: 14,
    path: '/v1/messages',
    body: { model: 'claude', messages, max_tokens: 9, stream: true },
    recording: recorded('anthropic').sse,
    account: eventText(
      { type: 'error', error: { type: 'authentication_error', message: key } },
      'error',
    ),
    other: eventText({ type: 'error', error: { type: 'api_error', message: 'tired' } }, 'error'),
  },
  gemini: {
    type: 24,
    path: '/v1beta/models/gemini:streamGenerateContent?alt=sse',
    body: { contents: [{ parts: [{ text: 'Hi' }] }] },
    recording: recorded('gemini').sse,
    account: eventText({ error: { code: 403, message: key, status: 'PERMISSION_DENIED' } }),
    other: eventText({ error: { code: 500, message: 'tired', status: 'INTERNAL' } }),
  },
  responses: {
    type: 1,
    path: '/v1/responses',
    body: { model: 'responses', input: 'Hi', stream: true, store: false },
    recording: fixture('responses/chat-text.sse'),
    account: eventText(
      { type: 'error', code: 'insufficient_quota', message: key, param: null },
      'error',
    ),
    other: eventText(
      { type: 'error', code: 'server_error', message: 'tired', param: null },
      'error',
    ),
  },
}

describe.each(Object.entries(NATIVES))('in a stream of %s', (model, native) => {
  let upstream: Upstream
  let gateway: Gateway
  const { type, recording } = native
  // What follows the first content.
  const whole = frames(recording)
  const begun = whole.slice(0, model === 'gemini' ? 1 : Math.ceil(whole.length / 2))

  beforeAll(async () => {
    upstream = await startUpstream([])
    gateway = await startGateway({
      channels: [{ upstream, type, models: model, key: 'sk-scripted-upstream-key' }],
      options: { ...PRICES, ModelRatio: { [model]: 1 }, RetryTimes: 0 },
    })
  })
  afterAll(async () => {
    await gateway.idle()
    expect(await gateway.services.ledger.verify()).toEqual([])
    await gateway[Symbol.asyncDispose]()
    await upstream.stop()
  })

  test.each([
    ['after its frames', [...begun, native.account]],
    ['before what ends a stream', [begun.join(''), native.account + whole.at(-1)]],
  ])('a fault of the account is told as a misconfigured channel, %s', async (_, pieces) => {
    upstream.script(sse(pieces))
    const answer = await told(gateway.post(native.path, native.body))
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('scr***')
    expect(answer.text).toContain(MISCONFIGURED)
    // Everything before it is the client's.
    expect(answer.text).toStartWith(begun.slice(0, -1).join(''))
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ requestId: answer.requestId })
    expect(JSON.stringify(items)).toContain('Incorrect API key provided')
  })

  test('any other failure passes as it came', async () => {
    upstream.script(sse([...begun, native.other]))
    const answer = await told(gateway.post(native.path, native.body))
    expect(answer.text).toContain(native.other.trim())
    expect(answer.text).not.toContain(MISCONFIGURED)
  })
})

describe('on a socket', () => {
  test.each([
    {
      type: 'error',
      error: { type: 'invalid_request_error', code: 'invalid_api_key', message: key },
    },
    {
      type: 'response.done',
      response: {
        id: 'r',
        status: 'failed',
        status_details: {
          type: 'failed',
          error: { type: 'insufficient_quota', code: 'insufficient_quota', message: key },
        },
      },
    },
  ])('of realtime, in an event: %j', async (event) => {
    await using upstream = realtimeUpstream()
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      options: PRICES,
    })
    const client = await talkTo(gateway)
    await client.event('session.created')
    upstream.say(event)
    const shown = await client.event(event.type)
    client.socket.close()
    await client.closed()
    expect(JSON.stringify(shown)).toContain(MISCONFIGURED)
    expect(JSON.stringify(shown)).not.toContain('scr***')
  })

  test('of Google, in the words that close it', async () => {
    await using upstream = liveUpstream()
    await using gateway = await startGateway({
      channels: [{ type: 24, upstream, models: 'live' }],
      options: { ModelRatio: { live: 1 } },
    })
    const path =
      '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent' +
      `?key=${gateway.keys[0]}`
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}${path}`)
    const closing = new Promise<CloseEvent>((resolve) => {
      socket.onclose = resolve
    })
    socket.onmessage = () => upstream.close(1008, 'API key not valid. Please pass a valid API key.')
    await within('opening', new Promise((resolve) => (socket.onopen = resolve)))
    socket.send(JSON.stringify({ setup: { model: 'models/live' } }))
    const { code, reason } = await within('closed socket', closing)
    expect({ code, reason }).toEqual({ code: 1011, reason: expect.stringContaining(MISCONFIGURED) })
  })
})
