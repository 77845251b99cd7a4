/** Amazon Bedrock from outside: signed requests, event streams, failures in Amazon's words. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { awsStream, type Credentials, refusalOf, refused } from '../support/bedrock'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { fixture, json, type Reply, startUpstream, type Upstream } from '../support/upstream'

const CREDENTIALS: Credentials = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-west-2',
}
const { accessKey, secretKey, region } = CREDENTIALS
const MODEL = 'claude-sonnet-4-6'
const OTHER_MODEL = 'amazon.nova-pro-v1:0'
const ANSWER = json(fixture('converse/chat-text.json'))
const STREAM = awsStream([fixture('converse/chat-text.sse')])
const HELLO = {
  model: MODEL,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hi' }],
} as const
const TEXT = 'Grüße, 世界! Two plus two is four.'

let upstream: Upstream
let gateway: Gateway

/** The reply, for requests that are signed as these credentials sign. */
function checked(reply: Reply, credentials: Credentials = CREDENTIALS): void {
  upstream.script((request) => refusalOf(request, credentials, Date.now()) ?? reply)
}

function channel(key: string, more: object = {}) {
  return { type: 33, models: [MODEL, OTHER_MODEL], upstream, key, ...more }
}

beforeAll(async () => {
  upstream = await startUpstream(ANSWER)
  gateway = await startGateway({
    channels: [channel(`${accessKey}|${secretKey}|${region}`)],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

describe('a signed request', () => {
  test('is accepted, whole and streamed, for clients of both kinds', async () => {
    checked(ANSWER)
    const whole = await gateway
      .anthropic()
      .messages.create({ ...HELLO, messages: [...HELLO.messages] })
    expect(whole.content).toMatchObject([{ type: 'text', text: TEXT }])
    checked(STREAM)
    const stream = await gateway
      .openai()
      .chat.completions.create({ ...HELLO, messages: [...HELLO.messages], stream: true })
    let said = ''
    for await (const chunk of stream) said += chunk.choices[0]?.delta.content ?? ''
    expect(said).toBe(TEXT)
  })

  test('is signed over colons in the path as Amazon reads them', async () => {
    checked(ANSWER)
    const response = await gateway.post('/v1/chat/completions', { ...HELLO, model: OTHER_MODEL })
    expect(response.status).toBe(200)
    expect(upstream.last().path).toBe('/model/amazon.nova-pro-v1%3A0/converse')
  })

  test('is signed over a body that a thread has made', async () => {
    checked(ANSWER)
    const content = 'x'.repeat(3_000_000)
    const response = await gateway.post('/v1/messages', {
      ...HELLO,
      messages: [{ role: 'user', content }],
    })
    expect(response.status).toBe(200)
    expect(upstream.last().bodyText).toContain(content)
  })

  test('carries the session token of credentials that have one', async () => {
    const sessionToken = 'FwoGZXIvYXdzEXAMPLE//token=='
    await using own = await startGateway({
      channels: [channel(`${accessKey}|${secretKey}|${region}|${sessionToken}`)],
      options: { RetryTimes: 0 },
    })
    checked(ANSWER, { ...CREDENTIALS, sessionToken })
    expect((await own.post('/v1/messages', HELLO)).status).toBe(200)
  })

  test('is made anew for every call, not kept', async () => {
    checked(ANSWER)
    await gateway.post('/v1/messages', HELLO)
    const first = upstream.last().headers.authorization
    await gateway.post('/v1/messages', { ...HELLO, max_tokens: 101 })
    expect(upstream.last().headers.authorization).not.toBe(first)
  })

  test('is what a test of the channel sends, too', async () => {
    checked(ANSWER)
    const tested = await gateway.cli(['channel', 'test', String(gateway.channelIds[0])])
    expect(tested.code).toBe(0)
    expect(upstream.last().path).toBe('/model/us.anthropic.claude-sonnet-4-6/converse')
  })
})

test('the models of the account are listed by a signed question', async () => {
  const modelSummaries = [{ modelId: 'amazon.nova-pro-v1:0' }, { modelId: 'meta.llama3-8b' }]
  checked(json({ modelSummaries }))
  const listed = await gateway.cli(['channel', 'models', String(gateway.channelIds[0])])
  expect({ code: listed.code, told: listed.stderr }).toMatchObject({ code: 0 })
  expect(listed.stdout).toContain('amazon.nova-pro-v1:0')
  expect(upstream.last().path).toBe('/foundation-models?byOutputModality=TEXT')
})

describe('what Converse is asked', () => {
  test('has breakpoints of caching, thinking and top_k in their own places', async () => {
    checked(ANSWER)
    await gateway.post('/v1/messages', {
      model: MODEL,
      max_tokens: 4000,
      system: [{ type: 'text', text: 'Long.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      thinking: { type: 'enabled', budget_tokens: 2000 },
      stop_sequences: ['END'],
      messages: [{ role: 'user', content: 'Hi' }],
    })
    expect(upstream.last().json).toEqual({
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      system: [{ text: 'Long.' }, { cachePoint: { type: 'default', ttl: '1h' } }],
      inferenceConfig: { maxTokens: 4000, stopSequences: ['END'] },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
      additionalModelResponseFieldPaths: ['/stop_sequence'],
    })
  })

  test('is nothing of Claude for models of other makers', async () => {
    checked(ANSWER)
    const response = await gateway.post('/v1/chat/completions', {
      ...HELLO,
      model: OTHER_MODEL,
      temperature: 0.5,
      seed: 7,
    })
    expect(response.status).toBe(200)
    expect(upstream.last().json).toEqual({
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      inferenceConfig: { maxTokens: 100, temperature: 0.5 },
    })
  })

  test('names the tools of calls long past, without which a history is refused', async () => {
    checked(ANSWER)
    await gateway.post('/v1/messages', {
      ...HELLO,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true }] },
      ],
    })
    expect(upstream.last().json).toMatchObject({
      messages: [
        {},
        { content: [{ toolUse: { toolUseId: 't1', name: 'look', input: {} } }] },
        {
          content: [{ toolResult: { toolUseId: 't1', content: [{ text: '' }], status: 'error' } }],
        },
      ],
      toolConfig: { tools: [{ toolSpec: { name: 'look' } }] },
    })
  })
})

describe('what is billed', () => {
  const usage = {
    inputTokens: 10,
    outputTokens: 20,
    totalTokens: 1130,
    cacheReadInputTokens: 1000,
    cacheWriteInputTokens: 100,
    cacheDetails: [
      { ttl: '1h', inputTokens: 60 },
      { ttl: '5m', inputTokens: 40 },
    ],
  }

  test.each([false, true])('has every class of caching apart (streamed: %p)', async (stream) => {
    const metadata = `event: metadata\ndata: ${JSON.stringify({ usage, metrics: {} })}\n\n`
    const begun = fixture('converse/chat-text.sse').replace(/event: metadata\n.*\n\n/, metadata)
    const whole = { ...JSON.parse(fixture('converse/chat-text.json')), usage }
    checked(stream ? awsStream([begun]) : json(whole))
    const response = await gateway.post('/v1/messages', { ...HELLO, stream })
    const text = await response.text()
    expect(text).toContain('"cache_read_input_tokens":1000')
    expect(text).toContain('"ephemeral_1h_input_tokens":60')
    expect(text).toContain('"input_tokens":10')
  })
})

describe('a failure', () => {
  const ask = (more: object = {}) => gateway.post('/v1/messages', { ...HELLO, ...more })

  test("is told in the client's envelope with the words of Amazon", async () => {
    checked(refused(400, 'ValidationException', 'messages: roles must alternate'))
    const response = await ask()
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('roles must alternate')
  })

  test('of throttling is a 429 and leaves the channel in service', async () => {
    checked(refused(429, 'ThrottlingException', 'Too many requests'))
    expect((await ask()).status).toBe(429)
    await gateway.idle()
    checked(ANSWER)
    expect((await ask()).status).toBe(200)
  })

  test.each([
    ['throttlingException', 'saturated'],
    ['modelStreamErrorException', 'not now'],
  ])('in the first frame of a stream (%s) is no answer', async (kind, words) => {
    checked(awsStream([`event: exception/${kind}\ndata: {"message":"not now"}\n\n`]))
    const response = await ask({ stream: true })
    expect(response.ok).toBe(false)
    expect(await response.text()).toContain(words)
  })

  test('in the middle of a stream ends it in an error', async () => {
    const begun = fixture('converse/chat-text.sse').split('event: contentBlockStop')[0] ?? ''
    const failure = 'event: exception/internalServerException\ndata: {"message":"it broke"}\n\n'
    checked(awsStream([begun, failure]))
    const body = await (await ask({ stream: true })).text()
    expect(body).toContain('Grüße')
    expect(body).toContain('event: error')
    expect(body).not.toContain('message_stop')
  })

  test('of a checksum ends the stream in an error, too', async () => {
    const { chunks = [], ...rest } = STREAM
    const spoilt = Buffer.from(chunks[3] as Uint8Array)
    spoilt.writeUInt8(spoilt.readUInt8(spoilt.length - 8) ^ 1, spoilt.length - 8)
    checked({ ...rest, chunks: [...chunks.slice(0, 3), spoilt, ...chunks.slice(4)] })
    const body = await (await ask({ stream: true })).text()
    expect(body).toContain('event: error')
    expect(body).not.toContain('message_stop')
  })

  test('of a signature is no fault of the caller, and says nothing against the key', async () => {
    checked(ANSWER, { ...CREDENTIALS, secretKey: 'another' })
    const error = await failureOf(
      gateway.openai().chat.completions.create({ ...HELLO, messages: [...HELLO.messages] }),
    )
    expect(error).toMatchObject({ status: 502 })
    expect(error.message).not.toContain('signature')
    await gateway.idle()
    checked(ANSWER)
    expect((await ask()).status).toBe(200)
  })

  test('of a key that Amazon does not know takes the channel out of service', async () => {
    await using own = await startGateway({
      channels: [channel(`${accessKey}|${secretKey}|${region}`)],
      options: { RetryTimes: 0, AutomaticDisableChannelEnabled: true },
    })
    checked(ANSWER, { ...CREDENTIALS, accessKey: 'AKIDOTHER' })
    expect((await own.post('/v1/messages', HELLO)).status).toBe(502)
    await own.idle()
    const [kept] = (await own.services.channels.list()).items
    expect(kept?.status).toBe(3)
  })
})

describe('a channel of Bedrock', () => {
  test.each(['sk-plain', 'AK|SK', 'AK|SK|no region', 'AK|SK|x.evil.example/'])(
    'is not made with the key %p',
    async (key) => {
      const made = await gateway.cli(
        ['channel', 'add', 'aws', '--type', '33', '--models', MODEL, '--key', '-'],
        { input: key },
      )
      expect(made.code).not.toBe(0)
      expect(made.stderr).toContain('AccessKey|SecretKey|Region')
    },
  )
})
