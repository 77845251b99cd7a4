/** Requests that begin and never end: nobody may keep a connection that way. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { type RawConnection, rawConnection, rawHead, statusOf } from '../support/raw'
import { fixture, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { pause, within } from '../support/wait-until'
import { ask, PATH_OF, PRICES } from './black-box'

const TIMEOUT_MS = 300
let gateway: Gateway
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream(json(fixture('openai/chat-text.json')))
  gateway = await startGateway({
    env: { GW_BODY_TIMEOUT_MS: String(TIMEOUT_MS) },
    channels: [{ upstream, models: 'm' }],
    options: PRICES,
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const withKey = () => ({ authorization: `Bearer ${gateway.keys[0]}` })
const wrongKey = { authorization: 'Bearer sk-wrong' }

const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4)

/** The JSON of an answer, chunked or not. */
function jsonOf(answer: string) {
  const body = bodyOf(answer)
  return JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))
}

async function halfBody(path: string, headers: Record<string, string> = {}) {
  return await rawConnection(gateway.port, `${rawHead(path, { length: 100, headers })}{"half":`)
}

describe('a body that stops half way', () => {
  for (const [protocol, path] of Object.entries(PATH_OF)) {
    test(`of a call is refused as ${protocol} does, and the connection closed`, async () => {
      using client = await halfBody(path, { ...withKey(), 'x-api-key': gateway.keys[0] ?? '' })
      const answer = await client.closed()
      expect(statusOf(answer)).toBe(408)
      expect(answer.toLowerCase()).toContain('connection: close')
      const { error } = jsonOf(answer)
      if (protocol === 'openai') expect(error.code).toBe('request_timeout')
      expect(error.message).toContain('0.3')
    })
  }

  test('of a login is refused in the envelope of the console', async () => {
    using client = await halfBody('/api/user/login')
    const answer = await client.closed()
    expect(statusOf(answer)).toBe(408)
    expect(jsonOf(answer)).toMatchObject({ success: false, code: 'request.too_slow' })
  })

  for (const [what, path, status] of [
    ['with a wrong key', PATH_OF.openai, 401],
    ['to an unknown route', '/v1/nothing', 404],
    ['to an unknown page', '/nothing', 404],
    ['to a route without a body', '/api/user/logout', 200],
    ['to the playground of nobody', '/pg/chat/completions', 401],
    ['to the model list', '/v1/models', 404],
  ] as const) {
    test(`${what} is answered with ${status} and given up soon`, async () => {
      using client = await halfBody(path, wrongKey)
      const answer = await client.closed()
      expect(statusOf(answer)).toBe(status)
      expect(answer.toLowerCase()).toContain('connection: close')
    })
  }

  for (const path of ['/', '/healthz', '/api/status', '/v1/models']) {
    test(`of a GET of ${path} is not waited for`, async () => {
      const head = rawHead(path, { method: 'GET', length: 100, headers: withKey() })
      using client = await rawConnection(gateway.port, `${head}half`)
      expect((await client.closed()).toLowerCase()).toContain('connection: close')
    })
  }

  test('in chunks is refused as well', async () => {
    const head = rawHead(PATH_OF.openai, {
      headers: { ...withKey(), 'transfer-encoding': 'chunked' },
    })
    using client = await rawConnection(gateway.port, `${head}10\r\n{"half":`)
    expect(statusOf(await client.closed())).toBe(408)
  })

  test('of many megabytes is refused as well', async () => {
    const head = rawHead(PATH_OF.openai, { length: 20_000_000, headers: withKey() })
    using client = await rawConnection(gateway.port, head)
    client.write(Buffer.alloc(300_000, 32))
    expect(statusOf(await client.closed())).toBe(408)
  })
})

/** Sends a byte every now and then until the other side has had enough. */
async function drip(client: RawConnection, everyMs: number): Promise<string> {
  const timer = setInterval(() => client.write(' '), everyMs)
  try {
    return await client.closed()
  } finally {
    clearInterval(timer)
  }
}

describe('a body that comes byte by byte', () => {
  test('is refused, however steadily it comes', async () => {
    using client = await rawConnection(
      gateway.port,
      rawHead(PATH_OF.openai, { length: 10_000_000, headers: withKey() }),
    )
    expect(statusOf(await drip(client, 20))).toBe(408)
  })

  test('ends with its refusal when nobody reads it', async () => {
    using client = await rawConnection(
      gateway.port,
      rawHead(PATH_OF.openai, { length: 10_000_000, headers: wrongKey }),
    )
    expect(statusOf(await drip(client, 20))).toBe(401)
  })
})

describe('bodies that nobody wants', () => {
  test('are read a few at a time, and each client has its refusal', async () => {
    const length = 300_000
    const head = rawHead(PATH_OF.openai, { length, headers: wrongKey })
    const clients = await Promise.all(
      Array.from({ length: 8 }, () => rawConnection(gateway.port, head)),
    )
    // Half of them stop in the middle, and hold up the others no longer than a period.
    clients.forEach((client, at) => {
      client.write(Buffer.alloc(at % 2 === 0 ? length : length / 2, 32))
    })
    const answers = await Promise.all(clients.map((client) => client.closed()))
    expect(answers.map(statusOf)).toEqual(clients.map(() => 401))
    for (const client of clients) client.destroy()
  })
})

describe('a body that takes longer in all than a part of it may', () => {
  test('is read as long as enough of it comes', async () => {
    const text = JSON.stringify(ask('openai', { user: 'u'.repeat(160_000) }))
    using client = await rawConnection(
      gateway.port,
      rawHead(PATH_OF.openai, { length: text.length, headers: withKey() }),
    )
    const parts = text.match(/[\s\S]{1,40000}/g) ?? []
    for (const part of parts) {
      client.write(part)
      await pause(TIMEOUT_MS / 2)
    }
    expect(statusOf(await client.answers())).toBe(200)
  })
})

describe('a connection whose request was refused', () => {
  test('is good for the next one when the body was whole', async () => {
    const refused = `${rawHead(PATH_OF.openai, { length: 2, headers: wrongKey })}{}`
    using client = await rawConnection(gateway.port, refused)
    expect(statusOf(await client.answers(1))).toBe(401)
    client.write(rawHead('/healthz', { method: 'GET' }))
    expect(await client.answers(2)).toContain('{"ok":true')
  })

  test('leaves a client that still sends time to read the refusal', async () => {
    const big = Buffer.alloc(30_000_000, 32)
    for (let round = 0; round < 5; round += 1) {
      const response = await gateway.post(PATH_OF.openai, big.toString('latin1'), { key: 'sk-no' })
      expect(response.status).toBe(401)
      expect((await response.json()).error.code).toBe('invalid_api_key')
    }
  })

  test('leaves a client that sends too much time to read that', async () => {
    const response = await fetch(gateway.url + PATH_OF.openai, {
      method: 'POST',
      headers: withKey(),
      body: new Uint8Array(40_000_000),
    })
    expect(response.status).toBe(413)
    expect((await response.json()).error.code).toBe('request_too_large')
  })
})

describe('a call whose body is whole', () => {
  test('may wait for its answer longer than for a body', async () => {
    const held = gate()
    upstream.script(json(fixture('openai/chat-text.json'), { before: held }))
    const answer = gateway.post(PATH_OF.openai, ask('openai'))
    await upstream.waitForRequests(upstream.requests.length + 1)
    await pause(TIMEOUT_MS * 3)
    held.open()
    expect((await within('answer', answer)).status).toBe(200)
  })

  test('may have an answer that pauses longer than a body may', async () => {
    const held = gate()
    const [first = '', ...rest] = fixture('openai/chat-text.sse').split(/(?<=\n\n)/)
    upstream.script(sse([first, held, ...rest]))
    const answer = await gateway.post(PATH_OF.openai, ask('openai', { stream: true }))
    await pause(TIMEOUT_MS * 3)
    held.open()
    expect(await answer.text()).toContain('[DONE]')
  })
})
