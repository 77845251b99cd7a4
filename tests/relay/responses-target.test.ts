/**
 * Models of OpenAI that chat completions serve in part or not at all are asked by Responses,
 * whatever protocol the client speaks, and their reasoning survives a loop of tool calls.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  SPOKEN_PROTOCOLS,
  type SpokenProtocol,
  TALKS,
  WEATHER_AND_TIME,
} from '../contracts/conversation'
import type { TalkOptions } from '../contracts/talk'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { type OpenaiApis, openaiApis } from '../support/stand-ins/openai-apis'
import { json, startUpstream, type Upstream } from '../support/upstream'

const NEWEST = 'gpt-5.6-terra'
const NEWER = 'gpt-5.4'
const CODEX = 'gpt-5-codex'
const OLDER = 'gpt-5.1'
const RESPONSES = '/v1/responses'
const CHAT = '/v1/chat/completions'

let upstream: Upstream
let gateway: Gateway
let apis: OpenaiApis

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 1, models: [NEWEST, NEWER, CODEX, OLDER, 'gpt-4o'].join(), upstream },
      { type: 3, models: 'azure-own', model_mapping: `{"azure-own":"${NEWEST}"}`, upstream },
      { type: 60, models: 'gpt-5.6-sol,gpt-5.2-pro', upstream },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
beforeEach(() => use(openaiApis()))
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

function use(next: OpenaiApis): void {
  apis = next
  upstream.script(next.reply)
}

function talk(protocol: SpokenProtocol, model: string, more: Partial<TalkOptions> = {}) {
  const [key = ''] = gateway.keys
  return TALKS[protocol]({ url: gateway.url, key, model, stream: false, ...more })
}

const thinkingTools = { tools: WEATHER_AND_TIME, thinkingTokens: 4000 }

/** Whoever speaks chat completions passes, where those serve the model at all. */
const FOREIGN = SPOKEN_PROTOCOLS.filter((protocol) => protocol !== 'openai')
const LOOPS = [
  ...FOREIGN.flatMap((protocol) => [NEWEST, NEWER, CODEX].map((model) => [protocol, model])),
  ['openai', CODEX],
].flatMap(([protocol, model]) =>
  [false, true].map((stream) => [protocol, model, stream] as [SpokenProtocol, string, boolean]),
)

describe('a loop of tool calls', () => {
  test.each(LOOPS)('of %s clients with %s keeps its reasoning, stream: %p', async (...row) => {
    const [protocol, model, stream] = row
    use(openaiApis({ turns: 3 }))
    const asking = talk(protocol, model, { ...thinkingTools, stream })
    const first = upstream.requests.length
    let seen = await asking.ask('The weather in Oslo?')
    for (let turn = 0; turn < 3; turn += 1) {
      expect(seen).toMatchObject({ stop: 'tools', calls: [{ name: 'get_weather' }] })
      seen = await asking.giveResults(['snow'])
    }
    expect(seen).toMatchObject({ text: 'By Responses.', stop: 'end', completionTokens: 9 })
    const asked = upstream.requests.slice(first)
    expect(asked.map(({ path }) => path)).toEqual(Array(4).fill(RESPONSES))
    expect(apis.issued).toHaveLength(4)
    for (const issued of apis.issued.slice(0, 3)) {
      expect(asked.at(-1)?.bodyText).toContain(`"encrypted_content":"${issued}"`)
    }
    expect(asked.at(-1)?.json).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
    })
  })

  test.each(FOREIGN)('shows %s clients what there is to see of the reasoning', async (protocol) => {
    const seen = await talk(protocol, NEWEST, thinkingTools).ask('The weather in Oslo?')
    expect(seen.thinking).toBe('I shall think.')
    expect(upstream.last().json).toMatchObject({ reasoning: { effort: 'low', summary: 'auto' } })
  })
})

describe('the API is chosen by what is asked', () => {
  const CASES: readonly (readonly [SpokenProtocol, string, boolean, string])[] = [
    ['claude', NEWEST, true, RESPONSES],
    ['gemini', NEWEST, true, RESPONSES],
    ['claude', NEWEST, false, CHAT],
    ['gemini', NEWER, false, CHAT],
    ['claude', OLDER, true, CHAT],
    ['claude', 'gpt-4o', true, CHAT],
    ['openai', OLDER, true, CHAT],
    ['openai', CODEX, false, RESPONSES],
    ['claude', CODEX, false, RESPONSES],
    ['claude', 'azure-own', true, '/openai/v1/responses'],
    ['gemini', 'gpt-5.6-sol', true, RESPONSES],
    ['openai', 'gpt-5.2-pro', false, RESPONSES],
  ]
  test.each(CASES)('%s, %s, tools: %p → %s', async (protocol, model, tools, path) => {
    await talk(protocol, model, tools ? { tools: WEATHER_AND_TIME } : {}).ask('Hi')
    expect(upstream.last().path).toBe(path)
  })

  test('a test of a channel asks for a model where it is served', async () => {
    const tested = await gateway.cli(['channel', 'test', '1', '--model', CODEX])
    expect(tested).toMatchObject({ code: 0 })
    expect(upstream.last().path).toBe(RESPONSES)
  })

  test('a chat client that asks for both itself gets the words of the vendor', async () => {
    const error = await failureOf(talk('openai', NEWEST, thinkingTools).ask('Hi'))
    expect(error.message).toContain('To use function tools, use /v1/responses')
    expect(upstream.last().path).toBe(CHAT)
  })
})

describe('what an organization refuses is left out', () => {
  async function asked(stand: OpenaiApis, check: (older: Gateway, at: Upstream) => Promise<void>) {
    await using own = await startUpstream(stand.reply)
    await using single = await startGateway({
      channels: [{ type: 1, models: NEWEST, upstream: own }],
      options: { RetryTimes: 0, SelfUseModeEnabled: true },
    })
    await check(single, own)
  }
  const talkAt = ({ url, keys }: Gateway, protocol: SpokenProtocol) =>
    TALKS[protocol]({ url, key: keys[0] ?? '', model: NEWEST, stream: false, ...thinkingTools })

  test.each(FOREIGN)('summaries, for %s clients, and not asked for again', (protocol) =>
    asked(openaiApis({ isUnverified: true }), async (single, own) => {
      for (const tries of [2, 1]) {
        const first = own.requests.length
        const seen = await talkAt(single, protocol).ask('Oslo?')
        expect(seen).toMatchObject({ stop: 'tools', thinking: '' })
        expect(own.requests.length - first).toBe(tries)
      }
    }),
  )

  test.each(FOREIGN)('reasoning that it cannot read, for %s clients', (protocol) =>
    asked(openaiApis({ knowsNoReasoning: true }), async (single, own) => {
      const asking = talkAt(single, protocol)
      await asking.ask('Oslo?')
      expect(await asking.giveResults(['snow'])).toMatchObject({ text: 'By Responses.' })
      expect(own.requests).toHaveLength(3)
    }),
  )

  test('not for its own clients, who are told', () =>
    asked(openaiApis({ isUnverified: true }), async (single, own) => {
      const body = { model: NEWEST, input: 'Hi', reasoning: { summary: 'auto' } }
      const response = await single.post(RESPONSES, body)
      expect(response.status).toBe(400)
      expect(own.requests).toHaveLength(1)
    }))
})

test('an address without Responses is asked for chats, beside tools not to reason', async () => {
  const { reply } = openaiApis()
  await using imitator = await startUpstream((request) =>
    request.path === RESPONSES ? json({ detail: 'Not Found' }, { status: 404 }) : reply(request),
  )
  await using older = await startGateway({
    channels: [{ type: 1, models: NEWEST, upstream: imitator }],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
  const body = {
    model: NEWEST,
    max_tokens: 100,
    thinking: { type: 'enabled', budget_tokens: 4000 },
    messages: [{ role: 'user', content: 'Hi' }],
    tools: [{ name: 'look', input_schema: { type: 'object' } }],
  }
  for (const paths of [[RESPONSES, CHAT], [CHAT]]) {
    const first = imitator.requests.length
    const response = await older.post('/v1/messages', body)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-gw-untranslated')).toContain('thinking:tools')
    expect(imitator.requests.slice(first).map(({ path }) => path)).toEqual(paths)
    expect(imitator.last().json).toMatchObject({ reasoning_effort: 'none' })
  }
})
