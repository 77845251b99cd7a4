/** Where the client's protocol is the upstream's own, the gateway must not be noticed. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Aimock, startAimock } from '../support/aimock'
import { type Gateway, startGateway } from '../support/gateway'
import { anthropicClient, openaiClient } from '../support/sdk'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'

const OPENAI_MODEL = 'gpt-4o'
const CLAUDE_MODEL = 'claude-sonnet-4-6'

let aimock: Aimock
let upstream: Upstream
/** Its upstream is aimock. */
let mocked: Gateway
/** Its upstream is scripted. */
let scripted: Gateway

beforeAll(async () => {
  aimock = await startAimock()
  const fixed = { id: 'fixed-1', created: 1_760_000_000 }
  const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 }
  aimock.mock.onMessage('a story', { content: 'Once upon a time, 世界.', ...fixed, usage })
  aimock.mock.onMessage('the weather', {
    ...fixed,
    content: 'Let me look.',
    toolCalls: [
      { id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
      { id: 'call_2', name: 'get_weather', arguments: '{"city":"Rome"}' },
    ],
    reasoning: 'Two cities, two calls.',
    reasoningSignature: 'c2lnbmVk',
    usage,
  })
  upstream = await startUpstream(json({}))
  mocked = await startGateway({ channels: channelsTo(aimock) })
  scripted = await startGateway({ channels: channelsTo(upstream) })
})

afterAll(async () => {
  await Promise.all([mocked[Symbol.asyncDispose](), scripted[Symbol.asyncDispose]()])
  await Promise.all([aimock.stop(), upstream.stop()])
})

function channelsTo(target: { readonly url: string }) {
  return [
    { type: 1, models: OPENAI_MODEL, upstream: target },
    { type: 14, models: CLAUDE_MODEL, upstream: target },
  ]
}

/** The same call straight to the mock and through the gateway. */
async function bothWays<T>(ask: (url: string, key: string) => Promise<T>): Promise<[T, T]> {
  return [await ask(aimock.url, 'k'), await ask(mocked.url, mocked.keys[0] ?? '')]
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('what an official SDK sees through the gateway equals a direct call', () => {
  for (const subject of ['a story', 'the weather']) {
    const ask = { role: 'user', content: `Tell me ${subject}` } as const

    test(`OpenAI, ${subject}, whole`, async () => {
      const [direct, through] = await bothWays((url, key) =>
        openaiClient(url, key).chat.completions.create({ model: OPENAI_MODEL, messages: [ask] }),
      )
      expect(through).toEqual(direct)
    })

    test(`OpenAI, ${subject}, chunk by chunk`, async () => {
      const [direct, through] = await bothWays(async (url, key) =>
        listed(
          await openaiClient(url, key).chat.completions.create({
            model: OPENAI_MODEL,
            messages: [ask],
            stream: true,
            stream_options: { include_usage: true },
          }),
        ),
      )
      expect(direct.length).toBeGreaterThan(1)
      expect(through).toEqual(direct)
    })

    test(`OpenAI, ${subject}, chunk by chunk without usage`, async () => {
      const [direct, through] = await bothWays(async (url, key) =>
        listed(
          await openaiClient(url, key).chat.completions.create({
            model: OPENAI_MODEL,
            messages: [ask],
            stream: true,
          }),
        ),
      )
      expect(through).toEqual(direct)
    })

    test(`Anthropic, ${subject}, whole`, async () => {
      const [direct, through] = await bothWays((url, key) =>
        anthropicClient(url, key).messages.create({
          model: CLAUDE_MODEL,
          max_tokens: 100,
          messages: [ask],
        }),
      )
      expect(through).toEqual(direct)
    })

    test(`Anthropic, ${subject}, event by event`, async () => {
      const [direct, through] = await bothWays(async (url, key) =>
        listed(
          await anthropicClient(url, key).messages.create({
            model: CLAUDE_MODEL,
            max_tokens: 100,
            messages: [ask],
            stream: true,
          }),
        ),
      )
      expect(direct.length).toBeGreaterThan(3)
      expect(through).toEqual(direct)
    })
  }
})

/** Odd on purpose: spaces, escapes, an exponent and fields that nobody knows yet. */
function oddBody(model: string, rest = ''): string {
  return (
    `{ "x_new": {"deep": [1, 2.50, 1e2, null]},\n  "model" : "${model}", "max_tokens":100,` +
    `"messages": [ {"role":"user","content":"a\\u00fc\\/b","x_cache": true} ]${rest}}`
  )
}

const PROTOCOLS = [
  { name: 'OpenAI', path: '/v1/chat/completions', model: OPENAI_MODEL, folder: 'openai' },
  { name: 'Anthropic', path: '/v1/messages', model: CLAUDE_MODEL, folder: 'anthropic' },
] as const

for (const { name, path, model, folder } of PROTOCOLS) {
  describe(`bytes of ${name} chat pass through unchanged`, () => {
    test('the request, with fields that nobody knows', async () => {
      upstream.script(json(fixture(`${folder}/chat-text.json`)))
      const body = oddBody(model)
      await scripted.post(path, body)
      expect(upstream.last().bodyText).toBe(body)
    })

    test('a request too large to be parsed whole', async () => {
      upstream.script(json(fixture(`${folder}/chat-text.json`)))
      const body = oddBody(
        model,
        `, "x_padding": "${'ü"\\u0041\\\\'.replaceAll('"', '\\"').repeat(40_000)}"`,
      )
      expect(Buffer.byteLength(body)).toBeGreaterThan(256 * 1024)
      await scripted.post(path, body)
      expect(upstream.last().bodyText === body).toBe(true)
    })

    test('a whole answer, with fields that nobody knows', async () => {
      const recorded = fixture(`${folder}/chat-tools.json`).trim()
      const body = ` ${recorded.replace(/}$/, ',\n"x_new":{"a":1e2}}')}\n`
      upstream.script(json(body))
      const response = await scripted.post(path, oddBody(model))
      expect(await response.text()).toBe(body)
    })

    test('a whole answer that the upstream compressed', async () => {
      const body = fixture(`${folder}/chat-tools.json`)
      upstream.script(json(body, { gzip: true }))
      const response = await scripted.post(path, oddBody(model))
      expect(await response.text()).toBe(body)
    })

    for (const recording of ['text', 'thinking', 'tools']) {
      test(`a stream of ${recording}, torn after every byte`, async () => {
        const frames = fixture(`${folder}/chat-${recording}.sse`)
        upstream.script(sse([frames], { tear: 'every-byte' }))
        const rest = ', "stream": true, "stream_options": {"include_usage": true}'
        const response = await scripted.post(path, oddBody(model, rest))
        expect(await response.text()).toBe(frames)
        expect(upstream.last().bodyText).toBe(oddBody(model, rest))
      })
    }
  })
}

test('events and fields of a Claude stream that nobody knows survive', async () => {
  const frames = fixture('anthropic/chat-cache-ping.sse')
  upstream.script(sse([frames]))
  const response = await scripted.post('/v1/messages', oddBody(CLAUDE_MODEL, ', "stream":true'))
  expect(await response.text()).toBe(frames)
})

describe('usage that the gateway asks for itself', () => {
  const path = '/v1/chat/completions'

  test('changes nothing else in the request', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    const body = oddBody(OPENAI_MODEL, ', "stream": true')
    await scripted.post(path, body)
    const sent = upstream.last().bodyText
    expect(JSON.parse(sent)).toEqual({
      ...JSON.parse(body),
      stream_options: { include_usage: true },
    })
    // Numbers and escapes that parsing would rewrite are still there.
    expect(sent).toContain('"deep": [1, 2.50, 1e2, null]')
    expect(sent).toContain('a\\u00fc\\/b')
  })

  test('keeps the stream options that the client did set', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    const rest = ', "stream": true, "stream_options": {"include_obfuscation": false}'
    await scripted.post(path, oddBody(OPENAI_MODEL, rest))
    expect(upstream.last().json).toMatchObject({
      stream_options: { include_obfuscation: false, include_usage: true },
    })
  })

  test('is hidden from the client, and nothing else is', async () => {
    const frames = fixture('openai/chat-tools.sse')
    upstream.script(sse([frames], { tear: 'every-byte' }))
    const response = await scripted.post(path, oddBody(OPENAI_MODEL, ', "stream": true'))
    const expected = frames.replace(/data: [^\n]*"choices":\[\][^\n]*\n\n/, '')
    expect(expected).not.toBe(frames)
    expect(await response.text()).toBe(expected)
  })

  test('is not asked of a whole answer', async () => {
    upstream.script(json(fixture('openai/chat-text.json')))
    await scripted.post(path, oddBody(OPENAI_MODEL))
    expect(upstream.last().bodyText).not.toContain('stream_options')
  })
})

describe('headers', () => {
  test('that name a Claude version or beta reach the upstream, with defaults', async () => {
    upstream.script(json(fixture('anthropic/chat-text.json')))
    const headers = { 'anthropic-version': '2030-01-01', 'anthropic-beta': 'a-1,b-2' }
    await scripted.post('/v1/messages', oddBody(CLAUDE_MODEL), { headers })
    expect(upstream.last().headers).toMatchObject(headers)
    await scripted.post('/v1/messages', oddBody(CLAUDE_MODEL))
    expect(upstream.last().headers['anthropic-version']).toBe('2023-06-01')
    expect(upstream.last().headers).not.toHaveProperty('anthropic-beta')
  })

  test('of the client that mean nothing to the upstream stay here', async () => {
    upstream.script(json(fixture('openai/chat-text.json')))
    const headers = { cookie: 'session=1', 'x-forwarded-for': '10.1.2.3', 'x-custom': 'yes' }
    await scripted.post('/v1/chat/completions', oddBody(OPENAI_MODEL), { headers })
    for (const name of Object.keys(headers)) {
      expect(upstream.last().headers).not.toHaveProperty(name)
    }
  })

  test('of the answer name the request that the log has', async () => {
    upstream.script(json(fixture('openai/chat-text.json')))
    const response = await scripted.post('/v1/chat/completions', oddBody(OPENAI_MODEL))
    await scripted.idle()
    const requestId = response.headers.get('x-oneapi-request-id') ?? ''
    const { items } = await scripted.services.logs.list({ requestId })
    expect(items).toHaveLength(1)
  })
})
