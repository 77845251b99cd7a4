/**
 * Whatever vendor refuses a call, clients of a protocol read one status and the same words for it;
 * of a key or an account that is the operator's they read nothing of what the vendor says.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ProtocolName } from '../../server/domain/calls/protocol'
import { CLIENTS } from '../contracts/client-voices'
import { TEXT, WHOLE } from '../contracts/native-equals-translated'
import { ALL_VOICES, type AnyVoiceName, PAIRS } from '../contracts/pairs'
import type { Voice } from '../contracts/upstream-voices'
import { REFUSALS, type Refusal, type RefusalKind } from '../contracts/vendor-refusals'
import { type Gateway, startGateway } from '../support/gateway'
import { json, type Reply, startUpstream, type Upstream } from '../support/upstream'
import { type Told, told } from './black-box'

interface Words {
  readonly status: number
  /** Fields of the error object. */
  readonly error: object
}

const CHAT_CONTEXT = expect.stringMatching(/maximum context length|context window/)
const CHAT_WORDS: Readonly<Record<RefusalKind, Words>> = {
  context: { status: 400, error: { code: 'context_length_exceeded', message: CHAT_CONTEXT } },
  overloaded: { status: 503, error: { type: 'server_error', code: 'overloaded' } },
  limited: { status: 429, error: { type: 'requests', code: 'rate_limit_exceeded' } },
  content: { status: 400, error: { code: 'content_policy_violation' } },
  unpaid: { status: 502, error: { type: 'upstream_error', code: 'upstream_misconfigured' } },
  key: { status: 502, error: { type: 'upstream_error', code: 'upstream_misconfigured' } },
}

const google = (code: number, status: string) => ({ status: code, error: { code, status } })
const claude = (status: number, type: string, error: object = {}) => ({
  status,
  error: { type, ...error },
})

/** Cohere has no words beside the status and the message. */
const cohere = (status: number, message: unknown = expect.any(String)) => ({
  status,
  error: { id: expect.any(String), message },
})

const WORDS: Readonly<Record<ProtocolName, Readonly<Record<RefusalKind, Words>>>> = {
  openai: CHAT_WORDS,
  responses: CHAT_WORDS,
  claude: {
    context: claude(400, 'invalid_request_error', {
      message: expect.stringMatching(/^prompt is too long/),
    }),
    overloaded: claude(529, 'overloaded_error'),
    limited: claude(429, 'rate_limit_error'),
    content: claude(400, 'invalid_request_error'),
    unpaid: claude(502, 'api_error'),
    key: claude(502, 'api_error'),
  },
  gemini: {
    context: google(400, 'INVALID_ARGUMENT'),
    overloaded: google(503, 'UNAVAILABLE'),
    limited: google(429, 'RESOURCE_EXHAUSTED'),
    content: google(400, 'INVALID_ARGUMENT'),
    unpaid: google(502, 'UNAVAILABLE'),
    key: google(502, 'UNAVAILABLE'),
  },
  cohere: {
    context: cohere(400, expect.stringMatching(/^too many tokens/)),
    overloaded: cohere(503),
    limited: cohere(429),
    content: cohere(400),
    unpaid: cohere(502),
    key: cohere(502),
  },
}

/** What another channel may do better, its own key and account first of all. */
const GOES_ON: ReadonlySet<RefusalKind> = new Set(['overloaded', 'limited', 'unpaid', 'key'])
const OPERATORS: ReadonlySet<RefusalKind> = new Set(['unpaid', 'key'])
const KEY = 'sk-scripted-upstream-key'

describe.each(PAIRS)('%s clients of %s upstreams', (protocol, name) => {
  const voice: Voice = ALL_VOICES[name]
  const client = CLIENTS[protocol]
  const { family = '' } = voice
  const kinds = Object.entries(REFUSALS[name]) as [RefusalKind, Refusal][]
  /** A refusal has a model that two channels serve, and one that only its own does. */
  const pairModel = (kind: RefusalKind) => `${family}pair-${kind}`
  const loneModel = (kind: RefusalKind) => `${family}lone-${kind}`
  let refusing: Upstream
  let able: Upstream
  let gateway: Gateway

  beforeAll(async () => {
    refusing = await startUpstream(json({}))
    const said = json(voice.body({ text: TEXT, end: 'stop', usage: WHOLE }))
    able = await startUpstream((request) => voice.aside?.(request) ?? said)
    const channel = { type: voice.type, key: KEY, ...voice.channel, auto_ban: false }
    const pairs = kinds.map(([kind]) => pairModel(kind))
    const both = kinds.map(([kind]) => [pairModel(kind), loneModel(kind)])
    gateway = await startGateway({
      channels: [
        ...both.map((own) => ({ ...channel, upstream: refusing, models: own.join(), priority: 9 })),
        { ...channel, upstream: able, models: pairs.join() },
      ],
      options: { ModelRatio: Object.fromEntries(both.flat().map((model) => [model, 1])) },
    })
  })

  afterAll(async () => {
    await gateway[Symbol.asyncDispose]()
    await refusing.stop()
    await able.stop()
  })

  async function ask(model: string, stream: boolean, refusal: Refusal): Promise<Told> {
    const { body, ...rest } = refusal
    const reply: Reply = json(body, rest)
    refusing.script((request) => voice.aside?.(request) ?? reply)
    return await told(gateway.post(client.path(model, stream), client.body(model, stream)))
  }

  function expectWords(kind: RefusalKind, { body }: Refusal, { status, text }: Told): void {
    const words = WORDS[protocol][kind]
    const told = JSON.parse(text)
    const shown = told.error ?? told
    const { error } = body as { readonly error?: { readonly type?: string } }
    const isVendors = speaksAlike(protocol, name) && !OPERATORS.has(kind)
    expect({ status, shown }).toMatchObject({
      status: words.status,
      shown: isVendors ? { ...words.error, ...toldOf(error) } : words.error,
    })
    if (OPERATORS.has(kind)) for (const said of textsIn(body)) expect(text).not.toContain(said)
  }

  // First, since a channel that cools down afterwards is not asked.
  test.each(kinds)('are served elsewhere where that may help: %s', async (kind, refusal) => {
    const asked = refusing.requests.length
    const answer = await ask(pairModel(kind), false, refusal)
    expect(refusing.requests.length).toBeGreaterThan(asked)
    if (!GOES_ON.has(kind)) return expectWords(kind, refusal, answer)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain(TEXT)
  })

  test.each(kinds)('are told in the same words: %s', async (kind, refusal) => {
    for (const stream of [false, true]) {
      const answer = await ask(loneModel(kind), stream, refusal)
      expectWords(kind, refusal, answer)
      await gateway.idle()
      const { items } = await gateway.services.logs.list({ requestId: answer.requestId })
      expect(items).toMatchObject([{ type: 5, quota: 0 }])
    }
  })
})

/** Chat and Responses have their errors in common. */
function speaksAlike(protocol: ProtocolName, voice: AnyVoiceName): boolean {
  if (protocol === 'gemini' || protocol === 'cohere') return false
  if (protocol === 'claude') return voice === 'anthropic'
  return voice === 'openai' || voice === 'responses'
}

/** What the vendor tells in fields of its own; the kind's words stand in for what it leaves out. */
function toldOf(error: { readonly type?: string; readonly code?: string | null } = {}): object {
  const { type, code } = error
  const saysMore = typeof code === 'string' && code !== type
  return { ...(type !== undefined && { type }), ...(saysMore && { code }) }
}

/** Every text of a vendor's refusal that could tell whose key it is. */
function textsIn(value: object): readonly string[] {
  return Object.values(value).flatMap((inner): readonly string[] => {
    if (typeof inner === 'string') return inner.includes(' ') ? [inner] : []
    return typeof inner === 'object' && inner !== null ? textsIn(inner) : []
  })
}
