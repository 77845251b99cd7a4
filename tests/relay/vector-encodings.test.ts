/** Vectors come as the client asked for them, whatever the upstream makes of `encoding_format`. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

const VECTOR = [0.5, -0.25, 1]
const PACKED = 'AAAAPwAAgL4AAIA/'
const USAGE = { prompt_tokens: 3, total_tokens: 3 }

/** Types whose upstreams speak OpenAI's words, and one of each format that has its own. */
const NATIVE = { openai: 1, ali: 17, jina: 38, siliconflow: 40, xinference: 47, vllm: 62 }
const OWN = { ollama: 4, cohere: 34, gemini: 24, ernie: 15 }

/** What an upstream of its own format answers. */
const OWN_ANSWERS: Readonly<Record<keyof typeof OWN, object>> = {
  ollama: { embeddings: [VECTOR], prompt_eval_count: 3 },
  cohere: { embeddings: { float: [VECTOR] }, meta: { billed_units: { input_tokens: 3 } } },
  gemini: { embeddings: [{ values: VECTOR }] },
  ernie: { data: [{ index: 0, embedding: VECTOR }], usage: USAGE },
}

const answered = (embedding: string | readonly number[], count = 1) =>
  json({
    object: 'list',
    model: 'm',
    data: Array.from({ length: count }, (_, index) => ({ object: 'embedding', index, embedding })),
    usage: USAGE,
  })

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(answered(VECTOR))
  gateway = await startGateway({
    channels: [
      ...Object.entries({ ...NATIVE, ...OWN }).map(([name, type]) => ({
        type,
        upstream,
        models: `embed-${name}`,
        ...(name === 'ollama' && { other: 'native' }),
        ...(name === 'ernie' && { key: 'id|secret' }),
      })),
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function vectors(name: string, more: object): Promise<readonly unknown[]> {
  const response = await gateway.post('/v1/embeddings', {
    model: `embed-${name}`,
    input: ['a'],
    ...more,
  })
  const body = await response.text()
  expect([response.status, body]).toEqual([200, expect.any(String)])
  return JSON.parse(body).data.map(({ embedding }: { readonly embedding: unknown }) => embedding)
}

const ASKED = [
  ['base64', PACKED],
  ['float', VECTOR],
] as const

describe('an upstream of OpenAI’s format', () => {
  for (const name of Object.keys(NATIVE)) {
    for (const [encoding_format, wanted] of ASKED) {
      test.each([
        ['numbers', VECTOR],
        ['base64', PACKED],
      ] as const)(`${name}, asked for ${encoding_format}, answers %s`, async (_, embedding) => {
        upstream.script(answered(embedding))
        expect(await vectors(name, { encoding_format })).toEqual([wanted])
      })
    }
  }

  test('answers as it likes where nobody asked', async () => {
    upstream.script(answered(PACKED))
    expect(await vectors('openai', {})).toEqual([PACKED])
  })

  test('is asked for numbers where it refuses anything else', async () => {
    upstream.script(answered(VECTOR))
    await vectors('ali', { encoding_format: 'base64', dimensions: 3 })
    expect(upstream.last().json).toMatchObject({ encoding_format: 'float', dimensions: 3 })
    await vectors('openai', { encoding_format: 'base64', dimensions: 3 })
    expect(upstream.last().json).toMatchObject({ encoding_format: 'base64', dimensions: 3 })
  })

  test('may answer more than is read on the loop', async () => {
    const many = Array.from({ length: 1536 }, (_, at) => (at % 2 === 0 ? 0.5 : -0.25))
    upstream.script(answered(many, 200))
    const found = await vectors('openai', { encoding_format: 'base64' })
    expect(found).toHaveLength(200)
    const bytes = Buffer.from(String(found[199]), 'base64')
    expect([bytes.length, bytes.readFloatLE(4)]).toEqual([1536 * 4, -0.25])
  })
})

describe('an upstream of a format of its own', () => {
  for (const [name, answer] of Object.entries(OWN_ANSWERS)) {
    test.each(ASKED)(`${name}, asked for %s`, async (encoding_format, wanted) => {
      upstream.script(({ path }) =>
        path.includes('oauth') ? json({ access_token: 't', expires_in: 9_000 }) : json(answer),
      )
      expect(await vectors(name, { encoding_format })).toEqual([wanted])
    })
  }
})

test('an answer whose vectors are as asked passes byte for byte', async () => {
  const text = `{ "data": [ {"embedding":"${PACKED}"} ], "usage": {"prompt_tokens":3}, "own": 1 }`
  upstream.script({ headers: { 'content-type': 'application/json' }, body: text })
  const body = { model: 'embed-openai', input: 'a', encoding_format: 'base64' }
  const response = await gateway.post('/v1/embeddings', body)
  expect(await response.text()).toBe(text)
})
