/** What a request is judged by is what its upstream reads: no second spelling, no second value. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { expectSpent, PRICES, recorded, told } from './black-box'

const HELLO = [{ role: 'user', content: 'hello' }]
const CONTENTS = [{ role: 'user', parts: [{ text: 'hello' }] }]

/** Of every protocol its path, and a body as it has to be; all of one model. */
const PLACES = {
  openai: ['/v1/chat/completions', { model: 'm', messages: HELLO }],
  completions: ['/v1/completions', { model: 'm', prompt: 'hello' }],
  claude: ['/v1/messages', { model: 'm', messages: HELLO, max_tokens: 5 }],
  responses: ['/v1/responses', { model: 'm', input: 'hello' }],
  gemini: ['/v1beta/models/m:generateContent', { contents: CONTENTS }],
  embeddings: ['/v1/embeddings', { model: 'm', input: 'hello' }],
  images: ['/v1/images/generations', { model: 'm', prompt: 'hello' }],
  rerank: ['/v1/rerank', { model: 'm', query: 'hello', documents: ['a'] }],
} as const
type Place = keyof typeof PLACES

/** A name, and the value with which it would get past us. */
const DISGUISED: readonly (readonly [name: string, meant: string, value: unknown])[] = [
  ['Model', 'model', 'dear'],
  ['MAX_TOKENS', 'max_tokens', 100_000],
  ['max_to\u212aens', 'max_tokens', 100_000],
  ['max_completion_to\u212aENS', 'max_completion_tokens', 100_000],
  ['\u017ftream', 'stream', true],
  ['N', 'n', 9],
  ['Service_Tier', 'service_tier', 'priority'],
  ['Tools', 'tools', [{ type: 'web_search' }]],
  ['Previous_Response_Id', 'previous_response_id', 'resp_of_somebody'],
  ['Conversation', 'conversation', 'conv_of_somebody'],
  ['\u017ftore', 'store', true],
  ['Background', 'background', true],
  ['Messages', 'messages', HELLO],
  ['generationconfig', 'generationConfig', { maxOutputTokens: 100_000 }],
]

/** Parsed and searched; parsed and scanned; scanned in a thread, which takes its time. */
const SIZES = [
  [0, Number.POSITIVE_INFINITY],
  [20_000, Number.POSITIVE_INFINITY],
  [300_000, 2],
] as const

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(recorded('openai').json))
  gateway = await startGateway({
    channels: [{ upstream, models: 'm' }],
    options: PRICES,
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function refused(path: string, body: string): Promise<string> {
  const asked = upstream.requests.length
  const answer = await told(
    fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.keys[0]}`,
        'content-type': 'application/json',
        'accept-language': 'en',
      },
      body,
    }),
  )
  expect(answer.status).toBe(400)
  expect(upstream.requests).toHaveLength(asked)
  return JSON.parse(answer.text).error.message
}

describe.each(Object.keys(PLACES) as Place[])('a call of %s', (place) => {
  const [path, body] = PLACES[place]

  test.each(SIZES)('with %d bytes more has its names in one spelling', async (more, most) => {
    for (const [name, meant, value] of DISGUISED.slice(0, most)) {
      const text = JSON.stringify({ ...body, filling: 'x'.repeat(more), [name]: value })
      const message = await refused(path, text)
      expect(message).toContain(name)
      expect(message).toContain(`must be written as ${meant}`)
    }
    await expectSpent(gateway, 0)
  })

  test.each(SIZES)('with %d bytes more has each of them once', async (more, most) => {
    const text = JSON.stringify({ ...body, filling: 'x'.repeat(more) })
    const fields: [string, unknown][] = [...Object.entries(body), ['stream', false]]
    for (const [name, value] of fields.slice(0, most)) {
      const escaped = `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"`
      const given = `${JSON.stringify(name)}:${JSON.stringify(value)}`
      const rest = name in body ? text.slice(1) : `${given},${text.slice(1)}`
      expect(await refused(path, `{${given},${rest}`)).toContain('is given twice')
      expect(await refused(path, `{${escaped}:null,${rest}`)).toContain('is given twice')
    }
    await expectSpent(gateway, 0)
  })
})

test('what is only said of those names, in texts and in fields of fields, passes', async () => {
  const content = '"model":"a" and "model":"b", "Stream" and \\u0022stream\\u0022'
  const body = {
    model: 'm',
    messages: [{ role: 'user', content }],
    metadata: { model: 'x', Stream: 'y', stream: 'z', note: 'caf\u00e9' },
    tools: [{ type: 'function', function: { name: 'model', parameters: { type: 'object' } } }],
    seed: 1,
    Seed: 2,
    logprobs: false,
  }
  const text = JSON.stringify(body)
    .replace('caf\u00e9', 'caf\\u00e9')
    .replace('"seed":1', '"seed":1,"seed":1')
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.keys[0]}`, 'content-type': 'application/json' },
    body: text,
  })
  expect(answer.status).toBe(200)
  expect(upstream.requests.at(-1)?.bodyText).toBe(text)
})

describe('inside of fields', () => {
  const NESTED: readonly (readonly [string, Place, object])[] = [
    [
      'generationConfig.MaxOutputTokens',
      'gemini',
      { generationConfig: { MaxOutputTokens: 99_999 } },
    ],
    ['generation_config.Candidate_Count', 'gemini', { generation_config: { Candidate_Count: 9 } }],
    ['tools[0].Type', 'claude', { tools: [{ Type: 'code_execution_20250825', name: 'a' }] }],
    ['tools[1].Type', 'responses', { tools: [{ type: 'function' }, { Type: 'code_interpreter' }] }],
  ]

  test.each(NESTED)('%s has one spelling', async (name, place, more) => {
    const [path, body] = PLACES[place]
    const message = await refused(path, JSON.stringify({ ...body, ...more }))
    expect(message).toContain(name)
    expect(message).toContain('must be written as')
  })
})

describe('what an upstream keeps', () => {
  const BATCH = { input_file_id: 'file-1', endpoint: '/v1/chat/completions' }
  const params = { model: 'm', max_tokens: 5, messages: HELLO }
  const KEPT: readonly (readonly [string, string, object])[] = [
    ['Input_File_Id', '/v1/batches', { ...BATCH, Input_File_Id: 'file-of-somebody' }],
    ['Training_File', '/v1/fine_tuning/jobs', { model: 'm', Training_File: 'file-of-somebody' }],
    ['Model', '/v1/fine_tuning/jobs', { model: 'm', training_file: 'file-1', Model: 'dear' }],
    [
      'Max_Tokens',
      '/v1/messages/batches',
      { requests: [{ custom_id: 'a', params: { ...params, Max_Tokens: 99_999 } }] },
    ],
  ]

  test.each(KEPT)('is made of fields in one spelling: %s', async (name, path, body) => {
    const message = await refused(path, JSON.stringify(body))
    expect(message).toContain(name)
    expect(message).toContain('must be written as')
  })

  test('has each of them once', async () => {
    const text = JSON.stringify(BATCH).replace('{', '{"input_file_id":"file-of-somebody",')
    expect(await refused('/v1/batches', text)).toContain('is given twice')
  })
})
