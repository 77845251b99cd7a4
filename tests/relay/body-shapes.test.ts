/** Bodies of a size or shape that no real request has: refused by name, before anybody is asked. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { API_PASSWORD, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import {
  expectRefusal,
  expectSpent,
  PATH_OF,
  PRICES,
  type ProtocolName,
  recorded,
  told,
} from './black-box'

const MOST_NAMES = 1_000
const MOST_LEVELS = 512
const MOST_VALUES = 1_000_000
/** Makes a body too large to be parsed on the loop, and changes nothing else. */
const PADDING = ' '.repeat(300_000)

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(recorded('openai').json))
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann', password: API_PASSWORD }],
    channels: [{ upstream, models: 'm' }],
    options: PRICES,
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const MESSAGES = '"messages":[{"role":"user","content":"hi"}]'

/** A request with `more` fields, given as JSON text. */
function withFields(more: string): string {
  return `{"model":"m","max_tokens":5,${more},"input":"hi","prompt":"hi",${MESSAGES}}`
}

/** `withFields` has five of its own. */
function named(count: number): string {
  return withFields(Array.from({ length: count - 5 }, (_, at) => `"f${at}":1`).join(','))
}

function nested(levels: number): string {
  return withFields(`"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`)
}

function listed(values: number): string {
  return withFields(`"x":[${'1,'.repeat(values - 1)}1]`)
}

const padded = (body: string) => body.replace('{', `{${PADDING}`)

const ROUTES: readonly (readonly [path: string, protocol: ProtocolName])[] = [
  [PATH_OF.openai, 'openai'],
  [PATH_OF.claude, 'claude'],
  ['/v1/messages/count_tokens', 'claude'],
  ['/v1/completions', 'openai'],
  ['/v1/embeddings', 'openai'],
  ['/v1/moderations', 'openai'],
]

const SHAPES: readonly (readonly [name: string, body: string, reason: string])[] = [
  ['a name too many', named(MOST_NAMES + 1), 'more than 1000 fields'],
  ['a name too many, padded', padded(named(MOST_NAMES + 1)), 'more than 1000 fields'],
  ['a hundred thousand names', named(100_000), 'more than 1000 fields'],
  [
    'as many times one name',
    withFields(`${'"a":1,'.repeat(100_000)}"a":1`),
    'more than 1000 fields',
  ],
  ['a level too many', padded(nested(MOST_LEVELS + 1)), 'nested more than 512 levels deep'],
  ['a million levels', nested(1_000_000), 'nested more than 512 levels deep'],
  ['brackets that never close', withFields(`"x":${'['.repeat(400_000)}`), 'nested more than'],
  ['a value too many', listed(MOST_VALUES + 1), 'more than 1000000 values'],
]

describe.each([...ROUTES])('%s', (path, protocol) => {
  for (const [name, body, reason] of SHAPES) {
    test(`refuses ${name}`, async () => {
      const asked = upstream.requests.length
      const answer = await told(gateway.post(path, body, { headers: { 'accept-language': 'en' } }))
      const error = expectRefusal(answer, protocol, 400)
      expect(error.type).toBe('invalid_request_error')
      expect(error.message).toContain(reason)
      if (protocol === 'openai') expect(error).toMatchObject({ param: 'body' })
      expect(upstream.requests).toHaveLength(asked)
      await expectSpent(gateway, 0)
    })
  }
})

test('names are counted after decompression, too', async () => {
  const body = new Uint8Array(gzipSync(named(100_000)))
  const answer = await told(
    fetch(gateway.url + PATH_OF.openai, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.keys[0]}`, 'content-encoding': 'gzip' },
      body,
    }),
  )
  expectRefusal(answer, 'openai', 400)
})

describe('a body at the limit of', () => {
  for (const [name, body] of [
    ['names', named(MOST_NAMES)],
    ['names, padded', padded(named(MOST_NAMES))],
    ['levels', padded(nested(MOST_LEVELS))],
    ['values', listed(MOST_VALUES - 10)],
  ] as const) {
    test(`${name} passes as it came`, async () => {
      await using separate = await startUpstream(json(recorded('openai').json))
      await using one = await startGateway({
        channels: [{ upstream: separate, models: 'm' }],
        options: PRICES,
      })
      expect((await one.post(PATH_OF.openai, body)).status).toBe(200)
      expect(separate.last().bodyText === body).toBe(true)
    })
  }
})

test('a disguised model is found among many names, however it is escaped', async () => {
  for (const name of ['Model', 'MODEL', '\\u004dodel', 'mode\\u004C']) {
    const answer = await told(gateway.post(PATH_OF.openai, padded(withFields(`"${name}":"x"`))))
    const error = expectRefusal(answer, 'openai', 400)
    expect(error.param).toMatch(/^model$/i)
  }
})

describe('the playground', () => {
  for (const [name, body, reason] of SHAPES) {
    test(`refuses ${name}`, async () => {
      const ann = await apiClient(gateway).login('ann', API_PASSWORD)
      const { status, body: answer } = await ann.post('/pg/chat/completions', body, {
        headers: { 'accept-language': 'en' },
      })
      expect(answer.error.message).toContain(reason)
      expect(status).toBe(400)
    })
  }
})

describe('the management API', () => {
  for (const [name, body] of [
    ['too many names', named(100_000)],
    ['too many values', listed(60_000)],
    ['too many levels', nested(70_000)],
  ] as const) {
    test(`refuses ${name}`, async () => {
      const { status, body: answer } = await apiClient(gateway).post('/api/user/login', body)
      expect(answer).toMatchObject({ success: false, code: 'request.invalid' })
      expect(status).toBe(400)
    })
  }

  test('takes one long text', async () => {
    const long = { username: 'nobody', password: 'x'.repeat(300_000) }
    const { body } = await apiClient(gateway).post('/api/user/login', long)
    expect(body.code).not.toBe('request.invalid')
  })
})
