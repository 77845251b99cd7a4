/** What a client is told about trying again: headers, statuses, and whose id the answer has. */
import { describe, expect, test } from 'bun:test'
import { toOwnLog } from '../../server/services/logs/own-view'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { type ChannelSeed, TEST_ACTOR } from '../support/seed'
import { json, type Reply, type Script, sse, startUpstream } from '../support/upstream'
import {
  ask,
  DIALECTS,
  MODEL,
  PATH_OF,
  PRICES,
  PROTOCOLS,
  recorded,
  TYPE_OF,
  told,
} from './black-box'

/** What vendors send beside their answers, and what must never be copied. */
const VENDOR_HEADERS = {
  'retry-after': '4',
  'retry-after-ms': '4000',
  'x-ratelimit-remaining-tokens': '149984',
  'anthropic-ratelimit-requests-reset': '2026-11-22T10:00:00Z',
  'x-request-id': 'req_vendor',
  'set-cookie': 'vendor=1',
  'openai-organization': 'org-operator',
  connection: 'keep-alive',
}

const FAILED = { error: { message: 'try again', type: 'server_error', code: null } }
const REFUSED = { error: { message: 'slow down', type: 'rate_limit_error', code: 'limit' } }

interface Setting {
  readonly script: Script
  readonly channel?: Partial<ChannelSeed>
  readonly options?: object
}

async function withGateway(
  { script, channel, options }: Setting,
  check: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(script)
  await using gateway = await startGateway({
    channels: [{ upstream, models: MODEL, ...channel }],
    options: { ...PRICES, RetryTimes: 0, ...options },
  })
  await check(gateway)
}

function expectPassed(headers: Headers): void {
  expect(headers.get('retry-after')).toBe('4')
  expect(headers.get('retry-after-ms')).toBe('4000')
  expect(headers.get('x-ratelimit-remaining-tokens')).toBe('149984')
  expect(headers.get('anthropic-ratelimit-requests-reset')).toBe('2026-11-22T10:00:00Z')
  expect(headers.get('x-upstream-request-id')).toBe('req_vendor')
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('openai-organization')).toBeNull()
}

describe('what the upstream says of its limits', () => {
  for (const protocol of PROTOCOLS) {
    for (const dialect of DIALECTS) {
      const channel = { type: TYPE_OF[dialect] }
      const cases: readonly (readonly [string, Reply, object])[] = [
        ['a refusal', json(REFUSED, { status: 429, headers: VENDOR_HEADERS }), {}],
        ['an answer', json(recorded(dialect).json, { headers: VENDOR_HEADERS }), {}],
        ['a stream', sse([recorded(dialect).sse], { headers: VENDOR_HEADERS }), { stream: true }],
      ]
      for (const [name, script, more] of cases) {
        test(`reaches ${protocol} clients of ${dialect} with ${name}`, async () => {
          await withGateway({ script, channel }, async (gateway) => {
            const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, more)))
            expect(answer.status).toBe(name === 'a refusal' ? 429 : 200)
            expectPassed(answer.headers)
          })
        })
      }
    }
  }

  test('in its body, as Gemini does it, becomes a header', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.5s' }]
    const error = { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'quota', details }
    const script = json({ error }, { status: 429 })
    await withGateway({ script, channel: { type: TYPE_OF.gemini } }, async (gateway) => {
      const { headers } = await told(gateway.post(PATH_OF.openai, ask('openai')))
      expect(headers.get('retry-after')).toBe('13')
      expect(headers.get('retry-after-ms')).toBe('12500')
    })
  })

  test('does not reach clients where no header may stand', async () => {
    const headers = { 'x-ratelimit-reset': 'sooñ', 'retry-after': '1'.repeat(300) }
    await withGateway({ script: json(REFUSED, { status: 429, headers }) }, async (gateway) => {
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
      expect(answer.headers.get('x-ratelimit-reset')).toBeNull()
      expect(answer.headers.get('retry-after')).toBeNull()
    })
  })

  test('is obeyed by the SDK, which waits as long as it is told', async () => {
    const script = [
      json(REFUSED, { status: 429, headers: { 'retry-after-ms': '1' } }),
      json(recorded('openai').json),
    ]
    await withGateway({ script }, async (gateway) => {
      const client = gateway.openai().withOptions({ maxRetries: 1 })
      const messages = [{ role: 'user' as const, content: 'hi' }]
      const { choices } = await client.chat.completions.create({ model: MODEL, messages })
      expect(choices).toHaveLength(1)
    })
  })
})

describe('a refusal that trying again cannot change', () => {
  const refusals: readonly (readonly [string, number, (gateway: Gateway) => Promise<Response>])[] =
    [
      ['a wrong key', 401, (g) => g.post(PATH_OF.claude, ask('claude'), { key: 'sk-wrong' })],
      ['no key', 401, (g) => g.post(PATH_OF.openai, ask('openai'), { key: '' })],
      [
        'a model without a price',
        400,
        (g) => g.post(PATH_OF.openai, { ...ask('openai'), model: 'u' }),
      ],
      ['an unknown model', 404, (g) => g.post(PATH_OF.openai, { ...ask('openai'), model: 'nope' })],
      ['a body that is none', 400, (g) => g.post(PATH_OF.openai, '{')],
      ['an unknown path', 404, (g) => g.post('/v1/nothing', {})],
      ['an API that is not built', 501, (g) => g.post('/v1/fine-tunes', {})],
    ]
  for (const [name, status, call] of refusals) {
    test(`says so: ${name}`, async () => {
      await withGateway(
        { script: json({}), channel: { models: `${MODEL},u` } },
        async (gateway) => {
          const answer = await call(gateway)
          expect(answer.status).toBe(status)
          expect(answer.headers.get('x-should-retry')).toBe('false')
        },
      )
    })
  }

  for (const status of [400, 404, 422]) {
    test(`says so when the upstream answers ${status}`, async () => {
      await withGateway({ script: json(REFUSED, { status }) }, async (gateway) => {
        const answer = await gateway.post(PATH_OF.openai, ask('openai'))
        expect(answer.status).toBe(status)
        expect(answer.headers.get('x-should-retry')).toBe('false')
      })
    })
  }

  for (const status of [401, 402, 403]) {
    test(`says so when the upstream answers ${status}, for the operator`, async () => {
      await withGateway({ script: json(REFUSED, { status }) }, async (gateway) => {
        const answer = await gateway.post(PATH_OF.openai, ask('openai'))
        expect(answer.status).toBe(502)
        expect(answer.headers.get('x-should-retry')).toBe('false')
      })
    })
  }

  for (const status of [429, 500, 503]) {
    test(`does not say so when the upstream answers ${status}`, async () => {
      await withGateway({ script: json(FAILED, { status }) }, async (gateway) => {
        const answer = await gateway.post(PATH_OF.openai, ask('openai'))
        expect(answer.status).toBe(status)
        expect(answer.headers.get('x-should-retry')).toBeNull()
      })
    })
  }

  test('is passed on when the upstream says so of a 429 itself', async () => {
    const headers = { 'x-should-retry': 'false' }
    await withGateway({ script: json(REFUSED, { status: 429, headers }) }, async (gateway) => {
      const answer = await gateway.post(PATH_OF.openai, ask('openai'))
      expect(answer.headers.get('x-should-retry')).toBe('false')
    })
  })

  test('is asked for once by both SDKs', async () => {
    const script = json(REFUSED, { status: 500, headers: { 'x-should-retry': 'false' } })
    await using upstream = await startUpstream(script)
    const channels = [{ upstream, models: MODEL }]
    await using gateway = await startGateway({ channels, options: { ...PRICES, RetryTimes: 0 } })
    const messages = [{ role: 'user' as const, content: 'hi' }]
    const openai = gateway.openai().withOptions({ maxRetries: 3 }).chat.completions
    const claude = gateway.anthropic().withOptions({ maxRetries: 3 }).messages
    await openai.create({ model: MODEL, messages }).catch(() => {})
    await claude.create({ model: MODEL, messages, max_tokens: 9 }).catch(() => {})
    expect(upstream.requests).toHaveLength(2)
  })
})

describe('a model', () => {
  test('that no channel has is unknown, in the words of each protocol', async () => {
    await withGateway({ script: json({}) }, async (gateway) => {
      const messages = [{ role: 'user' as const, content: 'hi' }]
      const openai = gateway.openai().chat.completions.create({ model: 'nope', messages })
      expect(await failureOf(openai)).toMatchObject({ status: 404, code: 'model_not_found' })
      const body = { model: 'nope', messages, max_tokens: 9 }
      const answer = await told(gateway.post(PATH_OF.claude, body))
      expect(answer.status).toBe(404)
      expect(JSON.parse(answer.text).error.type).toBe('not_found_error')
    })
  })

  test('whose channels are all switched off is unavailable for now', async () => {
    await withGateway({ script: json({}) }, async (gateway) => {
      await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[0] ?? 0 })
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
      expect(answer.status).toBe(503)
      expect(JSON.parse(answer.text).error.code).toBe('no_available_channel')
      expect(answer.headers.get('x-should-retry')).toBeNull()
    })
  })

  test('of a channel without such an endpoint is refused for good', async () => {
    await withGateway({ script: json({}), channel: { type: 14 } }, async (gateway) => {
      const answer = await told(gateway.post('/v1/completions', { model: MODEL, prompt: 'Say' }))
      expect(answer.status).toBe(404)
      expect(JSON.parse(answer.text).error.code).toBe('model_not_supported')
      expect(answer.headers.get('x-should-retry')).toBe('false')
    })
  })
})

describe('the id of an answer', () => {
  test('stands under the names that SDKs read', async () => {
    const script = json(recorded('openai').json, { headers: { 'x-request-id': 'req_vendor' } })
    await withGateway({ script }, async (gateway) => {
      const body = { model: MODEL, messages: [{ role: 'user' as const, content: 'hi' }] }
      const openai = await gateway.openai().chat.completions.create(body)
      expect(openai._request_id).toMatch(/^\d{23}\w{8}$/)
      const claude = await gateway.anthropic().messages.create({ ...body, max_tokens: 9 })
      expect(claude._request_id).toMatch(/^\d{23}\w{8}$/)
    })
  })

  test('stands on refusals and model lists, too', async () => {
    await withGateway({ script: json({}) }, async (gateway) => {
      const refused = await gateway.post(PATH_OF.openai, '{')
      const authorization = `Bearer ${gateway.keys[0]}`
      const list = await fetch(`${gateway.url}/v1/models`, { headers: { authorization } })
      for (const { headers } of [refused, list]) {
        const id = headers.get('x-oneapi-request-id')
        expect(id).toMatch(/^\d{23}\w{8}$/)
        expect([headers.get('request-id'), headers.get('x-request-id')]).toEqual([id, id])
      }
    })
  })
})

describe('the record of a refused call', () => {
  test('has the upstream status, words and id, for administrators', async () => {
    const message = 'account org-ABCDEFGH12 of sk-abcdefgh123 is at its limit'
    const headers = { 'x-request-id': 'req_vendor' }
    const script = json({ error: { message } }, { status: 429, headers })
    const channel = { status_code_mapping: '{"429":503}' }
    await withGateway({ script, channel }, async (gateway) => {
      const { requestId } = await told(gateway.post(PATH_OF.openai, ask('openai')))
      await gateway.idle()
      const [row] = (await gateway.services.logs.list({ requestId })).items
      expect(JSON.parse(row?.other ?? '')).toMatchObject({
        upstream_status: 429,
        told_status: 503,
        upstream_message: 'account org-*** of sk-*** is at its limit',
        admin_info: { upstream_request_id: 'req_vendor' },
      })
      const { stdout } = await gateway.cli(['log', 'list', '--request', requestId])
      expect(stdout).toContain('(status 429): account org-*** of sk-*** is at its limit')
    })
  })

  test('names to its user what the client was told, and no more', async () => {
    const script = json({ error: { message: 'operator is poor' } }, { status: 402 })
    const channel = { status_code_mapping: '{"402":429}' }
    await withGateway({ script, channel }, async (gateway) => {
      const { requestId } = await told(gateway.post(PATH_OF.openai, ask('openai')))
      await gateway.idle()
      const { items } = await gateway.services.logs.list({ requestId })
      expect(items).toHaveLength(1)
      expect(items.map(toOwnLog)[0]?.other).not.toContain('poor')
    })
  })
})

describe('a channel', () => {
  const warnings = ({ logged }: Gateway) => logged.filter(({ msg }) => msg === 'channel failed')

  test('is not reported for what only the request is to blame for', async () => {
    await withGateway({ script: json(REFUSED, { status: 400 }) }, async (gateway) => {
      expect((await told(gateway.post(PATH_OF.openai, ask('openai')))).status).toBe(400)
      expect(warnings(gateway)).toEqual([])
    })
  })

  test('is reported when its key is refused', async () => {
    await withGateway({ script: json(REFUSED, { status: 401 }) }, async (gateway) => {
      expect((await told(gateway.post(PATH_OF.openai, ask('openai')))).status).toBe(502)
      expect(warnings(gateway)).toHaveLength(1)
    })
  })
})
