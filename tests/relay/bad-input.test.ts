/** Bodies and routes that the relay refuses before any money moves, in the client's envelope. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import {
  ask,
  billOf,
  expectRefusal,
  expectSpent,
  PATH_OF,
  PRICES,
  PROTOCOLS,
  type ProtocolName,
  recorded,
  type Told,
  told,
} from './black-box'

const MB = 1024 * 1024
let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(recorded('openai').json))
  gateway = await startGateway({
    channels: [
      { upstream, models: ['m', 'unpriced', 'text-moderation-stable', 'e'] },
      { upstream, models: 'vip-only', group: 'vip' },
    ],
    options: { ...PRICES, ModelRatio: { m: 1, 'vip-only': 1, nowhere: 1, e: 1 } },
    env: { GW_MAX_BODY_MB: '1' },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** The upstream hears nothing of it and nobody pays. */
async function refuses(
  protocol: ProtocolName,
  call: () => Promise<Response>,
  status: number,
): Promise<ReturnType<typeof expectRefusal>> {
  const asked = upstream.requests.length
  const error = expectRefusal(await told(call()), protocol, status)
  expect(upstream.requests).toHaveLength(asked)
  await expectSpent(gateway, 0)
  return error
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream

function send(protocol: ProtocolName, body: Body, headers: object = {}): Promise<Response> {
  return fetch(gateway.url + PATH_OF[protocol], {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.keys[0]}`,
      'content-type': 'application/json',
      'accept-language': 'en',
      ...headers,
    },
    body,
  })
}

const HELLO = [{ role: 'user', content: 'hello' }]

const BODIES: readonly (readonly [name: string, body: unknown, param?: string])[] = [
  ['no bytes', ''],
  ['blanks', '   '],
  ['half an object', '{"model":"m","messages":['],
  ['text after the object', '{"model":"m","messages":[]} x'],
  ['bytes that are no text', '\uD800{'],
  ['a list', '[]'],
  ['a text', '"hello"'],
  ['null', 'null'],
  ['an empty object', {}],
  ['no model', { messages: HELLO, max_tokens: 5 }],
  ['an empty model', { model: '', messages: HELLO, max_tokens: 5 }],
  ['a number as model', { model: 5, messages: HELLO, max_tokens: 5 }, 'model'],
  ['an object as model', { model: {}, messages: HELLO, max_tokens: 5 }, 'model'],
  ['no messages', { model: 'm', max_tokens: 5 }, 'messages'],
  ['null messages', { model: 'm', messages: null, max_tokens: 5 }, 'messages'],
  ['empty messages', { model: 'm', messages: [], max_tokens: 5 }, 'messages'],
  ['a text as messages', { model: 'm', messages: 'hello', max_tokens: 5 }, 'messages'],
  ['an object as messages', { model: 'm', messages: { a: 1 }, max_tokens: 5 }, 'messages'],
  ['a text as stream', { model: 'm', messages: HELLO, max_tokens: 5, stream: 'yes' }, 'stream'],
  ['a text as max_tokens', { model: 'm', messages: HELLO, max_tokens: '5' }, 'max_tokens'],
  ['half a max_tokens', { model: 'm', messages: HELLO, max_tokens: 0.5 }, 'max_tokens'],
  ['a negative max_tokens', { model: 'm', messages: HELLO, max_tokens: -1 }, 'max_tokens'],
  ['an absurd max_tokens', { model: 'm', messages: HELLO, max_tokens: 2 ** 31 }, 'max_tokens'],
]

describe.each([...PROTOCOLS])('a %s call', (protocol) => {
  for (const [name, body, param] of BODIES) {
    test(`with ${name} is refused with 400`, async () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const error = await refuses(protocol, () => send(protocol, text), 400)
      expect(error.type).toBe('invalid_request_error')
      if (param === undefined) return
      expect(error.message).toContain(param)
      if (protocol === 'openai') expect(error.param).toBe(param)
    })
  }

  test('with deeply nested JSON is refused or answered, and the server lives', async () => {
    const nested = `{"model":"nowhere","messages":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const answer = await told(send(protocol, nested))
    expect([400, 404]).toContain(answer.status)
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
  })

  const TOO_LARGE = `{"model":"m","x":"${'x'.repeat(MB)}"}`

  test('larger than the limit is refused with 413', async () => {
    const error = await refuses(protocol, () => send(protocol, TOO_LARGE), 413)
    expect(error.message).toContain('1 MB')
    if (protocol === 'claude') expect(error.type).toBe('request_too_large')
  })

  test('far larger than the limit gets the same envelope', async () => {
    const body = 'x'.repeat(6 * MB)
    await refuses(protocol, () => send(protocol, body), 413)
  })

  test('in chunks that grow beyond the limit is refused with 413', async () => {
    await refuses(protocol, () => send(protocol, chunked(TOO_LARGE)), 413)
  })

  test('in chunks far beyond the limit gets the same envelope', async () => {
    await refuses(protocol, () => send(protocol, chunked('x'.repeat(6 * MB))), 413)
  })

  test('whose gzip is a bomb is refused with 413', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MB, 'x'))
    expect(bomb.length).toBeLessThan(MB)
    await refuses(protocol, () => send(protocol, bytes(bomb), { 'content-encoding': 'gzip' }), 413)
  })

  test('whose gzip is broken is refused with 400', async () => {
    const broken = gzipSync(JSON.stringify(ask(protocol))).subarray(0, 30)
    const call = () => send(protocol, bytes(broken), { 'content-encoding': 'gzip' })
    const error = await refuses(protocol, call, 400)
    if (protocol === 'openai') expect(error.code).toBe('bad_encoding')
  })

  test('that only says it is gzip is refused with 400', async () => {
    const call = () => send(protocol, JSON.stringify(ask(protocol)), { 'content-encoding': 'gzip' })
    await refuses(protocol, call, 400)
  })

  test('in an unknown encoding is refused with 415', async () => {
    const call = () => send(protocol, JSON.stringify(ask(protocol)), { 'content-encoding': 'lzma' })
    const error = await refuses(protocol, call, 415)
    expect(error.message).toContain('lzma')
  })

  test('for a model that no channel has is refused with 404', async () => {
    const call = () => send(protocol, JSON.stringify(ask(protocol, { model: 'nowhere' })))
    const error = await refuses(protocol, call, 404)
    expect(error.message).toContain('nowhere')
    if (protocol === 'openai') expect(error.code).toBe('model_not_found')
  })

  test('for a model that only another group has is refused with 404', async () => {
    const call = () => send(protocol, JSON.stringify(ask(protocol, { model: 'vip-only' })))
    await refuses(protocol, call, 404)
  })

  test('for a model without a price is refused and names the model', async () => {
    const call = () => send(protocol, JSON.stringify(ask(protocol, { model: 'unpriced' })))
    const error = await refuses(protocol, call, 400)
    expect(error.message).toContain('unpriced')
    if (protocol === 'openai') expect(error.code).toBe('model_price_error')
  })
})

function chunked(text: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      const whole = Buffer.from(text)
      for (let at = 0; at < whole.length; at += 64 * 1024) {
        controller.enqueue(whole.subarray(at, at + 64 * 1024))
      }
      controller.close()
    },
  })
}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}

describe('other operations', () => {
  const REFUSED: readonly (readonly [path: string, body: object, param: string])[] = [
    ['/v1/embeddings', { model: 'e' }, 'input'],
    ['/v1/embeddings', { model: 'e', input: '' }, 'input'],
    ['/v1/embeddings', { model: 'e', input: [] }, 'input'],
    ['/v1/completions', { model: 'e', prompt: '' }, 'prompt'],
    ['/v1/moderations', { model: 'e' }, 'input'],
    ['/v1/engines/e/embeddings', {}, 'input'],
  ]
  for (const [path, body, param] of REFUSED) {
    test(`${path} refuses ${JSON.stringify(body)}`, async () => {
      const error = await refuses('openai', () => gateway.post(path, body), 400)
      expect(error.param).toBe(param)
    })
  }

  test('counting Claude tokens refuses empty messages', async () => {
    const call = () => gateway.post('/v1/messages/count_tokens', { model: 'm', messages: [] })
    await refuses('claude', call, 400)
  })
})

describe('a good body', () => {
  const ENCODINGS = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    br: brotliCompressSync,
    deflate: deflateSync,
  }
  for (const [encoding, compress] of Object.entries(ENCODINGS)) {
    test(`in ${encoding} is unpacked and passed on`, async () => {
      const text = JSON.stringify(ask('openai', { unknown_field: ['kept', 1.0, null] }))
      const packed = bytes(compress(text))
      const answer = await told(send('openai', packed, { 'content-encoding': encoding }))
      expect(answer.status).toBe(200)
      expect(upstream.last().bodyText).toBe(text)
      expect(upstream.last().headers['content-encoding']).toBeUndefined()
    })
  }

  test('in chunks is passed on as it came', async () => {
    const text = ` ${JSON.stringify(ask('openai', { spaced: 1 }), null, 3)}\n`
    expect((await told(send('openai', chunked(text)))).status).toBe(200)
    expect(upstream.last().bodyText).toBe(text)
  })

  test('above 256 kB is found its way without parsing, byte for byte', async () => {
    const image = `data:image/png;base64,${'iVBORw0K\\/+'.repeat(60_000)}`
    const part = `{"type":"image_url","image_url":{"url":"${image}"}}`
    const content = `[${part},{"type":"text","text":"\\u00fc"}]`
    const messages = `[{"role":"user","content":${content}}]`
    const text = `{ "messages" : ${messages},\n "max_tokens":7, "model": "m" }`
    expect(text.length).toBeGreaterThan(256 * 1024)
    const answer = await told(send('openai', text))
    expect(answer.status).toBe(200)
    expect(upstream.last().bodyText === text).toBe(true)
    await gateway.idle()
  })

  test('above 256 kB that is no JSON is refused', async () => {
    const asked = upstream.requests.length
    const answer = await told(send('openai', `{"model":"m","messages":["${'x'.repeat(300_000)}`))
    expectRefusal(answer, 'openai', 400)
    expect(upstream.requests).toHaveLength(asked)
  })

  test('above 256 kB with empty or wrong messages is refused like a small one', async () => {
    const padding = 'x'.repeat(300_000)
    for (const messages of ['[]', 'null', '"hello"', '{}']) {
      const asked = upstream.requests.length
      const answer = await told(
        send('openai', `{"model":"m","padding":"${padding}","messages":${messages}}`),
      )
      expectRefusal(answer, 'openai', 400)
      expect(upstream.requests).toHaveLength(asked)
    }
  })
})

describe('routes', () => {
  const call = (method: string, path: string, headers: object = {}): Promise<Told> =>
    told(
      fetch(gateway.url + path, {
        method,
        headers: {
          authorization: `Bearer ${gateway.keys[0]}`,
          'accept-language': 'en',
          ...headers,
        },
      }),
    )

  for (const [method, path] of [
    ['GET', '/v1/nothing'],
    ['POST', '/v1/chat/completion'],
    ['GET', '/v1/completions'],
    ['DELETE', '/v2/models'],
    ['POST', '/no/such/page'],
    ['GET', '/no/such.file'],
  ] as const) {
    test(`${method} ${path} is unknown: 404 in the OpenAI shape`, async () => {
      const error = expectRefusal(await call(method, path), 'openai', 404)
      expect(error.message).toContain(`(${method} ${path})`)
      expect(error.type).toBe('invalid_request_error')
    })
  }

  test('an unknown route below /v1/messages answers in the Claude shape', async () => {
    const error = expectRefusal(await call('POST', '/v1/messages/nothing'), 'claude', 404)
    expect(error.type).toBe('not_found_error')
  })

  for (const name of ['nothing', '%zz', '%00', 'a%2Fb', '..%2f..%2fetc', 'm/x']) {
    test(`GET /v1/models/${name} is no model: 404 for both protocols`, async () => {
      const error = expectRefusal(await call('GET', `/v1/models/${name}`), 'openai', 404)
      expect(error.code).toBe('model_not_found')
      const headers = { 'anthropic-version': '2023-06-01' }
      expectRefusal(await call('GET', `/v1/models/${name}`, headers), 'claude', 404)
    })
  }

  for (const [method, path] of [
    ['GET', '/v1/fine-tunes'],
    ['POST', '/v1/fine-tunes'],
    ['POST', '/v1/fine-tunes/ft-1/cancel'],
  ] as const) {
    test(`${method} ${path} is not built: 501`, async () => {
      const error = expectRefusal(await call(method, path), 'openai', 501)
      expect(error.code).toBe('api_not_implemented')
    })

    test(`${method} ${path} needs a key first`, async () => {
      expectRefusal(await call(method, path, { authorization: '' }), 'openai', 401)
    })
  }

  for (const path of ['/v1/chat/completions', '/v1/messages', '/dashboard/billing/usage']) {
    test(`OPTIONS ${path} allows any origin without a key`, async () => {
      const answer = await call('OPTIONS', path, {
        authorization: '',
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-api-key',
      })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
      expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    })
  }

  test('refusals are readable for pages of other origins', async () => {
    const answer = await call('GET', '/v1/models', { authorization: 'Bearer sk-nobody' })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-oneapi-request-id')
  })

  test('a refusal speaks the language of the client', async () => {
    const english = await call('GET', '/v1/nothing', { 'accept-language': 'en-GB,de;q=0.5' })
    expect(english.text).toContain('Invalid URL')
    const chinese = await call('GET', '/v1/nothing', { 'accept-language': 'zh-CN' })
    expect(chinese.text).not.toContain('Invalid URL')
  })
})

describe('a client that leaves while it sends its body', () => {
  test('costs nothing and is no error of the gateway', async () => {
    const asked = upstream.requests.length
    const socket = connect(gateway.port, '127.0.0.1')
    const head = [
      'POST /v1/chat/completions HTTP/1.1',
      'host: gateway',
      `authorization: Bearer ${gateway.keys[0]}`,
      'content-length: 1000',
    ]
    await new Promise<void>((resolve) => {
      socket.write(`${head.join('\r\n')}\r\n\r\n{"model":"m",`, () => resolve())
    })
    await (await fetch(`${gateway.url}/healthz`)).text()
    socket.destroy()
    await waitUntil('the call ends', () =>
      gateway.logged.some(({ code }) => code === 'request.aborted'),
    )
    expect(upstream.requests).toHaveLength(asked)
    expect(gateway.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

test('after all of this a good call is still billed', async () => {
  await using fresh = await startGateway({
    channels: [{ upstream, models: 'm' }],
    options: PRICES,
  })
  const answer = await told(fresh.post(PATH_OF.openai, ask('openai')))
  const { row } = await billOf(fresh, answer.requestId)
  expect(row.type).toBe(2)
})
