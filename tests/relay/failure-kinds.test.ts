/**
 * Kinds of failures that clients act upon, told by each vendor in its own way and to each client
 * in its own words: as a refusal, inside an answer with status 200, and inside a stream.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { APIError as AnthropicError } from '@anthropic-ai/sdk'
import { ApiError as GoogleError } from '@google/genai'
import { APIError as OpenaiError } from 'openai'
import { contentOf } from '../../server/domain/logs/content'
import { toOwnLog } from '../../server/services/logs/own-view'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf, geminiClient } from '../support/sdk'
import { frames, json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'
import { DIALECTS, type DialectName, PRICES, recorded, TYPE_OF, told } from './black-box'
import { FAILURES, type Failure, KINDS, type Kind } from './failure-replies'

type Protocol = 'openai' | 'responses' | 'claude' | 'gemini'
const PROTOCOLS: readonly Protocol[] = ['openai', 'responses', 'claude', 'gemini']
interface Told {
  readonly status: number
  /** Fields of the error object. */
  readonly error: object
}

const OPENAI_TOLD: Readonly<Record<Kind, Told>> = {
  context: {
    status: 400,
    error: {
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
      message: expect.stringMatching(/maximum context length is 128000 tokens.* 130001 tokens/),
    },
  },
  overloaded: { status: 503, error: { type: 'server_error', code: 'overloaded' } },
  limited: { status: 429, error: { code: 'rate_limit_exceeded' } },
  refused: {
    status: 400,
    error: { type: 'invalid_request_error', code: 'content_policy_violation' },
  },
  unknown: { status: 404, error: { type: 'invalid_request_error', code: 'model_not_found' } },
  operator: { status: 502, error: { type: 'upstream_error', code: 'upstream_misconfigured' } },
}

const TOLD: Readonly<Record<Protocol, Readonly<Record<Kind, Told>>>> = {
  openai: OPENAI_TOLD,
  responses: OPENAI_TOLD,
  claude: {
    context: {
      status: 400,
      error: {
        type: 'invalid_request_error',
        message: expect.stringMatching(/^prompt is too long: 130001 tokens > 128000 maximum/),
      },
    },
    overloaded: { status: 529, error: { type: 'overloaded_error' } },
    limited: { status: 429, error: { type: 'rate_limit_error' } },
    refused: { status: 400, error: { type: 'invalid_request_error' } },
    unknown: { status: 404, error: { type: 'not_found_error' } },
    operator: { status: 502, error: { type: 'api_error' } },
  },
  gemini: {
    context: {
      status: 400,
      error: {
        status: 'INVALID_ARGUMENT',
        message: expect.stringMatching(/token count \(130001\) exceeds .* allowed \(128000\)/),
      },
    },
    overloaded: { status: 503, error: { code: 503, status: 'UNAVAILABLE' } },
    limited: { status: 429, error: { code: 429, status: 'RESOURCE_EXHAUSTED' } },
    refused: { status: 400, error: { code: 400, status: 'INVALID_ARGUMENT' } },
    unknown: { status: 404, error: { code: 404, status: 'NOT_FOUND' } },
    operator: { status: 502, error: { code: 502, status: 'UNAVAILABLE' } },
  },
}

const NATIVE: Readonly<Record<Protocol, DialectName>> = {
  openai: 'openai',
  // The Responses address of an OpenAI channel is asked; its words are the same.
  responses: 'openai',
  claude: 'anthropic',
  gemini: 'gemini',
}

/** One model at each vendor. */
const MODEL_OF: Readonly<Record<DialectName, string>> = {
  openai: 'at-openai',
  anthropic: 'at-anthropic',
  gemini: 'at-gemini',
}

const text = 'How much is two plus two?'
const messages = [{ role: 'user' as const, content: text }]

function askedBy(protocol: Protocol, model: string, stream: boolean): readonly [string, object] {
  if (protocol === 'openai') return ['/v1/chat/completions', { model, messages, stream }]
  if (protocol === 'responses') return ['/v1/responses', { model, input: text, stream }]
  if (protocol === 'claude') return ['/v1/messages', { model, messages, max_tokens: 9, stream }]
  const verb = stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  return [`/v1beta/models/${model}:${verb}`, { contents: [{ parts: [{ text }] }] }]
}

const upstreams = new Map<DialectName, Upstream>()
let gateway: Gateway

beforeAll(async () => {
  for (const dialect of DIALECTS) upstreams.set(dialect, await startUpstream([]))
  const priced = Object.fromEntries(Object.values(MODEL_OF).map((model) => [model, 1]))
  gateway = await startGateway({
    channels: DIALECTS.map((dialect) => ({
      upstream: upstreamOf(dialect),
      type: TYPE_OF[dialect],
      models: MODEL_OF[dialect],
      key: 'sk-scripted-upstream-key',
    })),
    options: { ...PRICES, ModelRatio: priced, RetryTimes: 0 },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const upstream of upstreams.values()) await upstream.stop()
})

function upstreamOf(dialect: DialectName): Upstream {
  const upstream = upstreams.get(dialect)
  if (upstream === undefined) throw new Error(`no upstream for ${dialect}`)
  return upstream
}

interface Asking {
  readonly protocol: Protocol
  readonly dialect: DialectName
  readonly stream?: boolean
}

async function asked({ protocol, dialect, stream = false }: Asking, reply: Reply) {
  upstreamOf(dialect).script(reply)
  const [path, body] = askedBy(protocol, MODEL_OF[dialect], stream)
  return await told(gateway.post(path, body))
}

function bodyOf(dialect: DialectName, { error }: Failure): object {
  return dialect === 'anthropic' ? { type: 'error', error } : { error }
}

/** What is the vendor's own word passes to clients that know it. */
function wanted({ protocol, dialect }: Asking, kind: Kind): Told {
  const { status, error } = TOLD[protocol][kind]
  const failure = FAILURES[dialect][kind]
  const isNative = NATIVE[protocol] === dialect && kind !== 'operator'
  if (!isNative) return { status, error }
  const { message: _, ...words } = failure.error as { message: string; type?: string }
  return { status, error: protocol === 'gemini' ? error : { ...error, ...words } }
}

function frameOf(dialect: DialectName, failure: Failure): string {
  const data = `data: ${JSON.stringify(bodyOf(dialect, failure))}\n\n`
  return dialect === 'anthropic' ? `event: error\n${data}` : data
}

/** The error object in the last frame of a stream that broke. */
function lastError(protocol: Protocol, answer: string) {
  const last = JSON.parse(frames(answer).at(-1)?.split('data: ').at(-1) ?? '')
  if (protocol !== 'responses') return last.error
  return last.type === 'response.failed' ? last.response.error : last
}

for (const protocol of PROTOCOLS) {
  for (const dialect of DIALECTS) {
    describe(`clients of ${protocol}, asked at ${dialect}`, () => {
      const way = { protocol, dialect }
      for (const kind of KINDS) {
        const failure = FAILURES[dialect][kind]

        test(`are told a refusal: ${kind}`, async () => {
          const reply = json(bodyOf(dialect, failure), { status: failure.status })
          const answer = await asked(way, reply)
          const { status, error } = wanted(way, kind)
          expect(answer.status).toBe(status)
          expect(JSON.parse(answer.text).error).toMatchObject(error)
          expect(answer.text).not.toContain('sk-scr')
        })

        test(`are told one inside an answer: ${kind}`, async () => {
          // What a vendor cannot tell apart without its status is not asked for here.
          if (kind === 'operator' && dialect === 'gemini') return
          const answer = await asked(way, json(bodyOf(dialect, failure)))
          const { status, error } = wanted(way, kind)
          expect(answer.status).toBe(status)
          expect(JSON.parse(answer.text).error).toMatchObject(error)
          expect(answer.text).not.toContain('sk-scr')
        })
      }

      for (const kind of ['overloaded', 'limited', 'context'] as const) {
        test(`are told one in a stream: ${kind}`, async () => {
          // What passes as it came is the vendor's own frame.
          if (NATIVE[protocol] === dialect) return
          const begun = frames(recorded(dialect).sse).slice(0, dialect === 'gemini' ? 1 : 4)
          const reply = sse([...begun, frameOf(dialect, FAILURES[dialect][kind])])
          const answer = await asked({ ...way, stream: true }, reply)
          expect(answer.status).toBe(200)
          const { error } = wanted(way, kind)
          const shown = lastError(protocol, answer.text)
          if (protocol !== 'responses') expect(shown).toMatchObject(error)
          else expect(shown.code).toBe(RESPONSES_CODES[kind])
        })
      }
    })
  }
}

/** A response that failed has few codes. */
const RESPONSES_CODES = {
  overloaded: 'server_error',
  limited: 'rate_limit_exceeded',
  context: 'context_length_exceeded',
} as const

describe('the official SDKs', () => {
  async function raised(dialect: DialectName, kind: Kind, call: () => PromiseLike<unknown>) {
    const failure = FAILURES[dialect][kind]
    upstreamOf(dialect).script(json(bodyOf(dialect, failure), { status: failure.status }))
    return await failureOf(call())
  }

  const CLASSES: readonly (readonly [Kind, string, number, string, number])[] = [
    ['context', 'BadRequestError', 400, 'BadRequestError', 400],
    ['overloaded', 'InternalServerError', 503, 'OverloadedError', 529],
    ['limited', 'RateLimitError', 429, 'RateLimitError', 429],
    ['unknown', 'NotFoundError', 404, 'NotFoundError', 404],
    ['operator', 'InternalServerError', 502, 'InternalServerError', 502],
  ]
  for (const [kind, name, openaiStatus, claudeName, claudeStatus] of CLASSES) {
    for (const dialect of DIALECTS) {
      const model = MODEL_OF[dialect]

      test(`raise ${name} for ${kind} at ${dialect}`, async () => {
        const chat = await raised(dialect, kind, () =>
          gateway.openai().chat.completions.create({ model, messages }),
        )
        expect(chat).toBeInstanceOf(OpenaiError)
        expect([chat.constructor.name, (chat as OpenaiError).status]).toEqual([name, openaiStatus])
        const claude = await raised(dialect, kind, () =>
          gateway.anthropic().messages.create({ model, messages, max_tokens: 9 }),
        )
        expect(claude).toBeInstanceOf(AnthropicError)
        expect(claude.constructor.name).toBe(claudeName)
        expect((claude as AnthropicError).status).toBe(claudeStatus)
        const key = gateway.keys[0] ?? ''
        const google = await raised(dialect, kind, () =>
          geminiClient(gateway.url, key).models.generateContent({ model, contents: text }),
        )
        expect(google).toBeInstanceOf(GoogleError)
        expect((google as GoogleError).status).toBe(openaiStatus)
      })
    }
  }
})

describe('a fault of the operator', () => {
  const failure = FAILURES.openai.operator

  test('is told in full to administrators, and to users as what it is', async () => {
    const reply = json(bodyOf('openai', failure), { status: failure.status })
    const answer = await asked({ protocol: 'openai', dialect: 'openai' }, reply)
    expect(answer.headers.get('x-should-retry')).toBe('false')
    expect(JSON.parse(answer.text).error.message).toContain('Neither your key nor your request')
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ requestId: answer.requestId })
    const [row] = items
    if (row === undefined) throw new Error('no log row')
    expect(JSON.parse(row.other)).toMatchObject({
      error: 'upstream.misconfigured',
      upstream_status: 401,
      told_status: 502,
      upstream_message: expect.stringContaining('Incorrect API key provided: sk-***'),
    })
    const own = toOwnLog(row).other
    expect(JSON.parse(own)).toMatchObject({ error: 'upstream.misconfigured', told_status: 502 })
    for (const hidden of ['Incorrect', 'sk-', '401']) expect(own).not.toContain(hidden)
    const operators = await gateway.services.logs.reader({ language: 'en', seesUpstream: true })
    const users = await gateway.services.logs.reader({ language: 'en', seesUpstream: false })
    expect(contentOf(row, operators)).toContain('Incorrect API key')
    expect(contentOf(row, users)).toContain('Neither your key nor your request')
  })

  test('keeps the status that the operator maps it to, and nothing of its words', async () => {
    await using upstream = await startUpstream(
      json(bodyOf('openai', failure), { status: failure.status }),
    )
    await using own = await startGateway({
      channels: [{ upstream, models: 'm', status_code_mapping: '{"401":429}' }],
      options: { ...PRICES, RetryTimes: 0 },
    })
    const answer = await told(own.post('/v1/chat/completions', { model: 'm', messages }))
    expect(answer.status).toBe(429)
    expect(answer.headers.get('x-should-retry')).toBeNull()
    expect(answer.text).not.toContain('Incorrect')
  })

  test('is asked for again at another channel, even where the vendor says 400', async () => {
    const { status } = FAILURES.anthropic.operator
    await using empty = await startUpstream(
      json(bodyOf('anthropic', FAILURES.anthropic.operator), { status }),
    )
    await using able = await startUpstream(json(recorded('anthropic').json))
    const channel = { type: TYPE_OF.anthropic, models: 'm' }
    await using own = await startGateway({
      channels: [
        { ...channel, upstream: empty, priority: 9 },
        { ...channel, upstream: able },
      ],
      options: { ...PRICES, RetryTimes: 1 },
    })
    const body = { model: 'm', messages, max_tokens: 9 }
    expect((await own.post('/v1/messages', body)).status).toBe(200)
  })
})

test('Claude clients read how much is too much where a vendor tells the limit alone', async () => {
  const message = "This model's maximum context length is 3 tokens. Shorten the prompt."
  const error = { message, type: 'invalid_request_error', param: null, code: null }
  const reply = json({ error }, { status: 400 })
  const answer = await asked({ protocol: 'claude', dialect: 'openai' }, reply)
  const [, prompt, most] = /^prompt is too long: (\d+) tokens > (\d+) maximum/.exec(
    JSON.parse(answer.text).error.message,
  ) ?? ['']
  expect(Number(most)).toBe(3)
  expect(Number(prompt)).toBeWithin(4, 100)
})
