/**
 * Baidu, Tencent, Spark, Zhipu and MiniMax from outside: keys of two generations, each by its own
 * way, and failures that come with status 200.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { baidu, refused as refusedByBaidu } from '../support/stand-ins/baidu'
import { refusalByTencent, refused as refusedByTencent } from '../support/stand-ins/tencent'
import {
  fixture,
  json,
  type RecordedRequest,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'

const SECRET = { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3' }
const OPENAI_TEXT = json(fixture('openai/chat-text.json'))
const TEXT = 'Grüße, 世界! Two plus two is four.'

/** Name of the model that goes through each channel → the channel. */
const CHANNELS = {
  'ERNIE-4.0-8K': { type: 15, key: 'baidu-key|baidu-secret' },
  'Embedding-V1': { type: 15, key: 'baidu-key|baidu-secret' },
  'ERNIE-Speed-8K': { type: 15, key: 'baidu-key|not-the-secret' },
  'ernie-5.0': { type: 15, key: 'bce-v3/ALTAK-1/abc' },
  'ernie-4.0-8k': { type: 46, key: 'bce-v3/ALTAK-2/abc' },
  'hunyuan-lite': { type: 23, key: `1250000000|${SECRET.secretId}|${SECRET.secretKey}` },
  'hunyuan-pro': { type: 23, key: `1250000000|${SECRET.secretId}|some-other-secret` },
  'hunyuan-standard': { type: 23, key: '1250000000|AKIDsomebody-else|some-other-secret' },
  'hy3-preview': { type: 23, key: 'sk-tokenhub' },
  'SparkDesk-v3.5': { type: 18, key: 'app1|spark-secret|spark-key' },
  x1: { type: 18, key: 'a-spark-password' },
  'glm-5': { type: 16, key: 'plain-zhipu-key' },
  'MiniMax-M2.5': { type: 35, key: 'minimax-key' },
} as const

type Model = keyof typeof CHANNELS

let upstream: Upstream
let gateway: Gateway
let account = baidu({ apiKey: 'baidu-key', secretKey: 'baidu-secret' })

beforeAll(async () => {
  upstream = await startUpstream(OPENAI_TEXT)
  gateway = await startGateway({
    channels: Object.entries(CHANNELS).map(([models, channel]) => ({
      ...channel,
      models,
      upstream,
    })),
    options: {
      RetryTimes: 0,
      SelfUseModeEnabled: true,
      AutomaticDisableChannelEnabled: true,
      AutomaticDisableKeywords: '',
    },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function ask(model: Model, more: object = {}): Promise<Response> {
  const messages = [{ role: 'user', content: 'Hi' }]
  return gateway.post('/v1/chat/completions', { model, messages, ...more })
}

async function said(model: Model, more: object = {}) {
  const response = await ask(model, more)
  const body = await response.text()
  return { status: response.status, body }
}

/** Whether the gateway has left the channel in service. */
async function isInService(model: Model): Promise<boolean> {
  await gateway.idle()
  return (await gateway.services.channels.show(idOf(model))).status === 1
}

function idOf(model: Model): number {
  return gateway.channelIds[Object.keys(CHANNELS).indexOf(model)] ?? 0
}

/** What the command line says of a channel. */
function command(model: Model, ...args: readonly string[]) {
  return gateway.cli(['channel', ...args, String(idOf(model))])
}

describe('Baidu of before', () => {
  const answering = (reply: Reply) =>
    upstream.script((request: RecordedRequest) => account.answer(request, reply))

  test('is asked for one token, however many calls come at once', async () => {
    account = baidu({ apiKey: 'baidu-key', secretKey: 'baidu-secret' })
    await using own = await startGateway({
      channels: [{ type: 15, key: 'baidu-key|baidu-secret', models: 'ERNIE-4.0-8K', upstream }],
    })
    answering(json(fixture('ernie/chat-text.json')))
    const body = { model: 'ERNIE-4.0-8K', messages: [{ role: 'user', content: 'Hi' }] }
    const all = Array.from({ length: 5 }, () => own.post('/v1/chat/completions', body))
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(account.given()).toBe(1)
  })

  test('embeds texts in its own words', async () => {
    answering(json(fixture('ernie/embeddings.json')))
    const response = await gateway.post('/v1/embeddings', {
      model: 'Embedding-V1',
      input: ['a', 'b'],
    })
    expect(await response.json()).toMatchObject({
      data: [{ embedding: [0.25, -0.5] }, { embedding: [1, 0] }],
      usage: { prompt_tokens: 2 },
    })
    expect(upstream.last().path).toStartWith(
      '/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/embedding-v1?access_token=',
    )
  })

  test.each([false, true])(
    'calls a function and reads its result (streamed: %p)',
    async (stream) => {
      answering(
        stream ? sse([fixture('ernie/chat-tool.sse')]) : json(fixture('ernie/chat-tool.json')),
      )
      const tools = [{ type: 'function', function: { name: 'get_weather', parameters: {} } }]
      const first = await said('ERNIE-4.0-8K', { tools, stream })
      expect(first.body).toContain('get_weather')
      expect(first.body).toContain('"finish_reason":"tool_calls"')
      const call = (id: string) => ({
        id,
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
      })
      const result = (tool_call_id: string, content: string) => ({
        role: 'tool',
        tool_call_id,
        content,
      })
      const second = await said('ERNIE-4.0-8K', {
        tools,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Paris?' },
          { role: 'assistant', content: null, tool_calls: [call('c1'), call('c2')] },
          result('c1', 'sunny'),
          result('c2', 'warm'),
        ],
      })
      expect(second.status).toBe(200)
      expect(upstream.last().json).toMatchObject({
        system: 'Be brief.',
        messages: [
          { role: 'user', content: 'Paris?' },
          { role: 'assistant', function_call: { name: 'get_weather' } },
          { role: 'function', name: 'get_weather', content: 'sunny' },
          { role: 'assistant', function_call: { name: 'get_weather' } },
          { role: 'function', name: 'get_weather', content: 'warm' },
        ],
      })
    },
  )

  test.each([
    [18, 'Open api qps request limit reached', 429],
    [336003, 'temperature is not in range', 400],
    [336100, 'try again', 503],
    [336000, 'Internal error', 500],
  ])('refuses with 200 and code %i, which is told as what it is', async (code, words, status) => {
    answering(refusedByBaidu(code, words))
    const { status: told, body } = await said('ERNIE-4.0-8K')
    expect(told).toBe(status)
    if (status !== 429) expect(body).toContain(words)
    expect(await isInService('ERNIE-4.0-8K')).toBe(true)
  })

  test('refuses inside a stream, too', async () => {
    answering(sse([`data: ${JSON.stringify({ error_code: 336100, error_msg: 'try again' })}\n\n`]))
    const { status, body } = await said('ERNIE-4.0-8K', { stream: true })
    expect({ status, hasWords: body.includes('try again') }).toEqual({
      status: 503,
      hasWords: true,
    })
  })

  test('says nothing against the key when a token has gone bad', async () => {
    answering(json(fixture('ernie/chat-text.json')))
    account.revoke()
    const { status, body } = await said('ERNIE-4.0-8K')
    expect(status).toBe(502)
    expect(body).not.toContain('Access token invalid')
    expect(await isInService('ERNIE-4.0-8K')).toBe(true)
  })

  test('gives a wrong secret no token, which takes the channel out of service', async () => {
    answering(json(fixture('ernie/chat-text.json')))
    const { status, body } = await said('ERNIE-Speed-8K')
    expect(status).toBe(502)
    expect(body).not.toContain('unknown client id')
    expect(body).not.toContain('not-the-secret')
    expect(await isInService('ERNIE-Speed-8K')).toBe(false)
  })

  test('can be tested, and cannot list its models', async () => {
    account = baidu({ apiKey: 'baidu-key', secretKey: 'baidu-secret' })
    answering(json(fixture('ernie/chat-text.json')))
    expect(await command('ERNIE-4.0-8K', 'test')).toMatchObject({ code: 0 })
    const listed = await command('ERNIE-4.0-8K', 'models')
    expect(listed.code).not.toBe(0)
    expect(listed.stderr).toContain('cannot list their models')
  })
})

describe('a key of one part', () => {
  test.each([
    ['ernie-5.0', '/v2/chat/completions', 'Bearer bce-v3/ALTAK-1/abc'],
    ['ernie-4.0-8k', '/v2/chat/completions', 'Bearer bce-v3/ALTAK-2/abc'],
    ['hy3-preview', '/v1/chat/completions', 'Bearer sk-tokenhub'],
    ['x1', '/v2/chat/completions', 'Bearer a-spark-password'],
    ['glm-5', '/api/paas/v4/chat/completions', 'Bearer plain-zhipu-key'],
  ] as const)('goes with %s to %s as it is', async (model, path, authorization) => {
    upstream.script(OPENAI_TEXT)
    const { body } = await said(model)
    expect(body).toContain(TEXT)
    const { headers, path: asked } = upstream.last()
    expect({ asked, authorization: headers.authorization }).toEqual({ asked: path, authorization })
  })
})

describe('Tencent', () => {
  const answering = (reply: Reply) =>
    upstream.script((request) => refusalByTencent(request, SECRET, Date.now()) ?? reply)

  test('lists the models of TokenHub that are in service', async () => {
    const data = [{ id: 'hy3', status: 'online' }, { id: 'hy2', status: 'offline' }, { id: 'glm' }]
    upstream.script(json({ data }))
    const listed = await command('hy3-preview', 'models', '--json')
    expect(listed.stdout).toContain('hy3')
    expect(listed.stdout).toContain('glm')
    expect(listed.stdout).not.toContain('hy2')
    expect((await command('hunyuan-lite', 'models')).stderr).toContain('cannot list their models')
  })

  test('is asked in a signed test of the channel', async () => {
    answering(json(fixture('hunyuan/chat-text.json')))
    expect(await command('hunyuan-lite', 'test')).toMatchObject({ code: 0 })
    expect(upstream.last().headers['x-tc-action']).toBe('ChatCompletions')
  })

  test('takes a tool that must be called by its own name for it', async () => {
    answering(json(fixture('hunyuan/chat-tools.json')))
    const parameters = { type: 'object', properties: { cityName: { type: 'string' } } }
    const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }]
    const tool_choice = { type: 'function', function: { name: 'get_weather' } }
    expect((await said('hunyuan-lite', { tools, tool_choice, seed: 7 })).status).toBe(200)
    expect(upstream.last().json).toMatchObject({
      ToolChoice: 'custom',
      Seed: 7,
      CustomTool: { Type: 'function', Function: { Parameters: JSON.stringify(parameters) } },
    })
  })

  test('refuses a wrong signature, which is as often a wrong clock', async () => {
    answering(OPENAI_TEXT)
    expect((await said('hunyuan-pro')).status).toBe(502)
    expect(await isInService('hunyuan-pro')).toBe(true)
  })

  test('does not know a secret, which takes the channel out of service', async () => {
    answering(OPENAI_TEXT)
    expect((await said('hunyuan-standard')).status).toBe(502)
    expect(await isInService('hunyuan-standard')).toBe(false)
  })

  test.each([
    ['LimitExceeded', 429],
    ['UnknownParameter', 400],
    ['InternalError', 500],
  ])('says %s with status 200, and is told with %i', async (code, status) => {
    answering(refusedByTencent(code, 'no, thanks'))
    expect((await said('hunyuan-lite')).status).toBe(status)
  })

  test('says inside a stream that it failed', async () => {
    answering(sse([`data: ${JSON.stringify({ ErrorMsg: { Code: 4001, Msg: 'timed out' } })}\n\n`]))
    const { status, body } = await said('hunyuan-lite', { stream: true })
    expect({ status, hasWords: body.includes('timed out') }).toEqual({
      status: 500,
      hasWords: true,
    })
  })
})

describe('Spark', () => {
  test('takes the parts of an old key for a password, and has new names', async () => {
    upstream.script(OPENAI_TEXT)
    await said('SparkDesk-v3.5')
    const { headers, path, json: body } = upstream.last()
    expect({ path, authorization: headers.authorization, body }).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer spark-key:spark-secret',
      body: { model: 'generalv3.5' },
    })
  })

  test.each([
    [10163, 400],
    [11202, 429],
    [10110, 503],
    [10012, 500],
  ])('says code %i with status 200, and is told with %i', async (code, status) => {
    const failure = { code, message: 'no, thanks', sid: 'cha1' }
    upstream.script(json(failure))
    expect((await said('SparkDesk-v3.5')).status).toBe(status)
    upstream.script(sse([`data:${JSON.stringify(failure)}\n\n`]))
    expect((await said('SparkDesk-v3.5', { stream: true })).status).toBe(status)
    expect(await isInService('SparkDesk-v3.5')).toBe(true)
  })

  test('answers with a code, too, when all is well', async () => {
    const whole = { ...JSON.parse(fixture('openai/chat-text.json')), code: 0, message: 'Success' }
    upstream.script(json(whole))
    expect((await said('SparkDesk-v3.5')).body).toContain(TEXT)
  })
})

describe('MiniMax', () => {
  const failure = (status_code: number, choices: readonly [] | null = null) => ({
    choices,
    base_resp: { status_code, status_msg: 'no, thanks' },
  })

  test.each([
    [1002, 429],
    [1013, 503],
    [1026, 400],
    [1039, 429],
    [2013, 400],
  ])('says code %i with status 200, and is told with %i', async (code, status) => {
    for (const choices of [null, []] as const) {
      upstream.script(json(failure(code, choices)))
      const whole = await said('MiniMax-M2.5')
      expect({ status: whole.status, told: whole.body.includes('no, thanks') }).toEqual({
        status,
        // Which of the provider's limits was hit is the operator's business.
        told: status !== 429,
      })
    }
    upstream.script(sse([`data: ${JSON.stringify(failure(code))}\n\n`]))
    expect((await said('MiniMax-M2.5', { stream: true })).status).toBe(status)
    expect(await isInService('MiniMax-M2.5')).toBe(true)
  })

  test('answers with a code, too, when all is well', async () => {
    const base_resp = { status_code: 0, status_msg: '' }
    upstream.script(json({ ...JSON.parse(fixture('openai/chat-text.json')), base_resp }))
    expect((await said('MiniMax-M2.5')).body).toContain(TEXT)
  })

  test('says that a key does not hold, which takes the channel out of use', async () => {
    upstream.script(json(failure(1004)))
    expect((await said('MiniMax-M2.5')).status).toBe(502)
    expect(await isInService('MiniMax-M2.5')).toBe(false)
  })
})

describe('a channel', () => {
  test.each([
    [15, 'a|b|c', 'APIKey|SecretKey'],
    [18, 'app|secret', 'APPID|APISecret|APIKey'],
    [23, 'app|secret', 'AppId|SecretId|SecretKey'],
    [23, 'app||key', 'AppId|SecretId|SecretKey'],
  ])('of type %i is not made with the key %p', async (type, key, format) => {
    const made = gateway.services.channels.create(TEST_ACTOR, { type, name: 'n', models: 'm', key })
    expect(await made.catch((error) => error)).toMatchObject({
      id: 'channel.key_invalid',
      params: { format: expect.stringContaining(format) },
    })
  })
})
