/**
 * What a thread makes of a large body or answer is what the loop makes of the same one small.
 * White space makes them large: it says nothing.
 */
import { describe, expect, test } from 'bun:test'
import { API_PASSWORD, apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'
import { fixture, json, type Reply, startUpstream } from '../support/upstream'
import {
  DIALECTS,
  type DialectName,
  expectRefusal,
  MODEL,
  PAIRS,
  PATH_OF,
  PRICES,
  type ProtocolName,
  recorded,
  type Told,
  TYPE_OF,
  told,
} from './black-box'

const SPACE = ' '.repeat(300_000)
const enlarged = (text: string) => text.replace('{', `{${SPACE}`)
/** Too large for the quicker of the two threads. */
const huge = (text: string) => text.replace('{', `{${SPACE.repeat(8)}`)

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } }

const RICH: Readonly<Record<ProtocolName, object>> = {
  openai: {
    model: MODEL,
    max_tokens: 50,
    temperature: 0.5,
    stop: ['END'],
    logit_bias: { 50256: -100 },
    an_unknown_field: { with: ['values', 1, null] },
    tools: [{ type: 'function', function: { name: 'weather', parameters: SCHEMA } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this? 天气 😀 "quoted" \\ \n' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":"Ulm"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: 'Rain.' },
    ],
  },
  claude: {
    model: MODEL,
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    an_unknown_field: [1, { a: 'b' }],
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    tools: [{ name: 'weather', description: 'd', input_schema: SCHEMA }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this? 天气 😀' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'weather', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'Rain.' }] },
    ],
  },
}

/** What the answer must be alike in: all but what is new with every call. */
function essence({ status, text, headers }: Told) {
  const body = text
    .replaceAll(/request id: \w+|"request_id":"\w+"/g, '')
    .replaceAll(/"(created|id)":("[^"]*"|\d+)/g, '')
    .replaceAll(/call_\w+_\d+/g, 'call')
  const lost = headers.get('x-gw-untranslated')
  return { status, body: body.trim(), lost, type: headers.get('content-type') }
}

interface Seen {
  /** What the upstream was sent. */
  readonly path: string
  readonly sent: unknown
  readonly answer: ReturnType<typeof essence>
  readonly quota: number
  readonly other: unknown
}

interface Asked {
  readonly path: string
  readonly body: string
  readonly reply: Reply
}

interface Stage extends AsyncDisposable {
  /** One call, seen from both sides and in the books. */
  call(asked: Asked): Promise<Seen>
}

async function stage(dialect: DialectName, channel: object = {}): Promise<Stage> {
  const upstream = await startUpstream([])
  const gateway = await startGateway({
    channels: [{ upstream, type: TYPE_OF[dialect], models: MODEL, ...channel }],
    options: { ...PRICES, RetryTimes: 0, AutomaticDisableChannelEnabled: false },
  })
  return {
    async call({ path, body, reply }) {
      upstream.script(reply)
      const headers = { 'accept-language': 'en' }
      const answer = await told(gateway.post(path, body, { headers }))
      await gateway.idle()
      const { items } = await gateway.services.logs.list({ requestId: answer.requestId })
      expect(items).toHaveLength(1)
      const [row] = items
      if (row === undefined) throw new Error('no log row')
      const { frt: _, overhead_ms: __, ...other } = { frt: 0, ...JSON.parse(row.other) }
      // How long a try took is no part of what it came to.
      for (const one of other.admin_info?.attempts ?? []) Object.assign(one, { at_ms: 0, ms: 0 })
      const last = upstream.last()
      return {
        path: last.path,
        sent: last.json,
        answer: essence(answer),
        quota: row.quota,
        other: { ...other, prompt: row.prompt_tokens, completion: row.completion_tokens },
      }
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await upstream.stop()
    },
  }
}

const WITHOUT_USAGE: Readonly<Record<DialectName, (answer: string) => string>> = {
  openai: (answer) => answer.replace('"usage"', '"unused"'),
  anthropic: (answer) => answer.replace('"usage"', '"unused"'),
  gemini: (answer) => answer.replace('"usageMetadata"', '"unused"'),
}

describe.each(PAIRS)('a large %s request for %s', (protocol, dialect) => {
  const path = PATH_OF[protocol]
  const body = JSON.stringify(RICH[protocol])
  const answer = recorded(dialect).json

  for (const [name, channel] of [
    ['as it is', {}],
    ['under another name', { model_mapping: JSON.stringify({ [MODEL]: 'other-model' }) }],
    ['with fields of the operator', { setting: '{}', param_override: '{"top_k":7,"user":"op"}' }],
  ] as const) {
    test(`reaches the upstream like a small one, ${name}`, async () => {
      await using on = await stage(dialect, channel)
      const small = await on.call({ path, body, reply: json(answer) })
      for (const form of [enlarged(body), huge(body)]) {
        expect(await on.call({ path, body: form, reply: json(answer) })).toEqual(small)
      }
    })
  }

  test('is counted like a small one when nobody tells its usage', async () => {
    const bare = json(WITHOUT_USAGE[dialect](answer))
    await using on = await stage(dialect)
    const small = await on.call({ path, body, reply: bare })
    const large = await on.call({ path, body: enlarged(body), reply: bare })
    expect(small.other).toMatchObject({ counted_by: 'tokenizer' })
    expect(small.quota).toBeGreaterThan(0)
    expect(large).toEqual(small)
  })

  for (const stream of [false, true]) {
    for (const kind of ['chat-text', 'chat-tools', 'chat-thinking']) {
      test(`gets a large ${kind} like a small one${stream ? ' as a stream' : ''}`, async () => {
        const asked = JSON.stringify({ ...RICH[protocol], stream })
        await using on = await stage(dialect)
        const whole = fixture(`${dialect}/${kind}.json`)
        for (const text of [whole, WITHOUT_USAGE[dialect](whole)]) {
          const small = await on.call({ path, body: asked, reply: json(text) })
          const reply = json(enlarged(text))
          const large = await on.call({ path, body: asked, reply })
          const body = large.answer.body.replace(SPACE, '')
          expect({ ...large, answer: { ...large.answer, body } }).toEqual(small)
        }
      })
    }
  }
})

describe.each([...DIALECTS])('a large answer of %s', (dialect) => {
  const path = PATH_OF.openai
  const body = JSON.stringify(RICH.openai)

  for (const [name, text] of [
    ['that is no JSON', 'x'.repeat(300_000)],
    ['that is a list', `[${SPACE}]`],
    ['that is cut in half', enlarged(recorded(dialect).json).slice(0, -20)],
  ] as const) {
    test(`${name} is refused by name, and nobody pays`, async () => {
      await using on = await stage(dialect)
      const seen = await on.call({ path, body, reply: json(text) })
      expect(seen.answer.status).toBe(502)
      expect(JSON.parse(seen.answer.body).error.code).toBe('bad_response_body')
      expect(seen.quota).toBe(0)
    })
  }

  test('that tells a failure is one, whatever its status', async () => {
    const failure = '{"error":{"message":"the upstream is tired","code":"tired"}}'
    await using on = await stage(dialect)
    const small = await on.call({ path, body, reply: json(failure) })
    expect(small.answer.body).toContain('the upstream is tired')
    expect(await on.call({ path, body, reply: json(enlarged(failure)) })).toEqual(small)
  })
})

const VECTORS = JSON.stringify({
  object: 'list',
  data: [0, 1].map((index) => ({ object: 'embedding', index, embedding: 'AAAAAA==' })),
  usage: { prompt_tokens: 3, total_tokens: 3 },
})

for (const dialect of ['openai', 'gemini'] as const) {
  test(`embeddings of ${dialect} are the same for large requests and answers`, async () => {
    await using on = await stage(dialect)
    const path = '/v1/embeddings'
    const wish = { model: MODEL, input: ['a', 'b'], encoding_format: 'base64', odd: 1 }
    const body = JSON.stringify(wish)
    const answer = dialect === 'gemini' ? fixture('gemini/embeddings.json') : VECTORS
    const small = await on.call({ path, body, reply: json(answer) })
    expect(await on.call({ path, body: enlarged(body), reply: json(answer) })).toEqual(small)
    const large = await on.call({ path, body, reply: json(enlarged(answer)) })
    expect(large.answer.body.replace(SPACE, '')).toBe(small.answer.body)
    expect(large.quota).toBe(small.quota)
  })
}

describe('a large request', () => {
  test.each([
    ['a text as stream', { stream: 'yes' }, 'stream'],
    ['an absurd limit', { max_tokens: 2 ** 31 }, 'max_tokens'],
    ['no messages', { messages: undefined }, 'messages'],
    ['empty messages', { messages: [] }, 'messages'],
    ['a disguised model', { Model: 'x' }, 'Model'],
  ])('with %s is refused like a small one', async (_name, more, param) => {
    await using gateway = await startGateway({ options: PRICES })
    for (const protocol of ['openai', 'claude'] as const) {
      const body = JSON.stringify({ ...RICH[protocol], ...more })
      const headers = { 'accept-language': 'en' }
      const small = await told(gateway.post(PATH_OF[protocol], body, { headers }))
      const large = await told(gateway.post(PATH_OF[protocol], enlarged(body), { headers }))
      expectRefusal(large, protocol, 400)
      expect(essence(large)).toEqual(essence(small))
      expect(essence(large).body).toContain(param)
    }
  })

  test('counts as many tokens as a small one', async () => {
    await using gateway = await startGateway({ options: PRICES })
    const body = JSON.stringify(RICH.claude)
    const count = async (text: string) => {
      const response = await gateway.post('/v1/messages/count_tokens', text)
      expect(response.headers.get('x-gw-counted-by')).toBe('tokenizer')
      return ((await response.json()) as { input_tokens: number }).input_tokens
    }
    const small = await count(body)
    expect(small).toBeGreaterThan(10)
    expect(await count(enlarged(body))).toBe(small)
    expect(await count(huge(body))).toBe(small)
  })

  test('is searched for the words that are in force when it comes', async () => {
    await using upstream = await startUpstream(json(recorded('openai').json))
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      options: { ...PRICES, SensitiveWords: 'nothing-of-it' },
    })
    const actor = {
      kind: 'cli',
      id: 0,
      name: 'test',
      ip: '',
      requestId: 'test',
      role: 1000,
    } as const
    const ask = async () =>
      (await gateway.post(PATH_OF.openai, enlarged(JSON.stringify(RICH.openai)))).status
    expect(await ask()).toBe(200)
    await gateway.services.options.set(actor, { key: 'SensitiveWords', value: 'rain' })
    expect(await ask()).toBe(400)
    await gateway.services.options.set(actor, { key: 'SensitiveWords', value: 'snow' })
    expect(await ask()).toBe(200)
  })

  test('of the playground loses its group like a small one', async () => {
    await using upstream = await startUpstream(json(recorded('openai').json))
    await using gateway = await startGateway({
      env: NO_LIMITS,
      users: [{ username: 'ann', password: API_PASSWORD }],
      channels: [{ upstream, models: MODEL, group: 'vip' }],
      options: { ...PRICES, GroupRatio: { default: 1, vip: 3 } },
    })
    const ann = await apiClient(gateway).login('ann', API_PASSWORD)
    const sent = { ...RICH.openai, group: 'vip', max_tokens: 0 }
    const { max_tokens: _, ...kept } = RICH.openai as { max_tokens: number }
    for (const body of [JSON.stringify(sent), enlarged(JSON.stringify(sent))]) {
      expect((await ann.post('/pg/chat/completions', body)).status).toBe(200)
      expect(upstream.last().json).toEqual(kept)
    }
  })
})
