/** Thoughts and their signatures over two turns: without the proof no vendor goes on. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SPOKEN_PROTOCOLS, TALKS, WEATHER_AND_TIME } from '../contracts/conversation'
import type { TalkOptions } from '../contracts/talk'
import { type Aimock, startAimock } from '../support/aimock'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'

const CLAUDE = 'claude-sonnet-4-6'
/** Thinks by a budget, which Anthropic takes in tool use with signed thoughts only. */
const BUDGETED = 'claude-sonnet-4-5'
const GEMINI = 'gemini-2.5-pro'
const SIGNATURE = 'CiQBjz1rX0Gk1v+2p8Q='

let aimock: Aimock
let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  aimock = await startAimock()
  aimock.mock.onMessage('the weather', {
    reasoning: 'A city; I shall ask the tool.',
    reasoningSignature: 'cHJvb2Y=',
    toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' }],
  })
  aimock.saysAfterTool('call_1', 'It snows.')
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 14, models: `${CLAUDE},${BUDGETED}`, upstream: aimock },
      { type: 24, models: GEMINI, upstream },
    ],
    // Makes aimock refuse, as Anthropic does, a tool turn whose thoughts come back unsigned.
    options: { 'claude.headers_settings': { 'x-aimock-strict': ['true'] }, RetryTimes: 0 },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([aimock.stop(), upstream.stop()])
})

function options(model: string, stream: boolean): TalkOptions {
  const [key = ''] = gateway.keys
  const { url } = gateway
  return { url, key, model, stream, tools: WEATHER_AND_TIME, thinkingTokens: 2048 }
}

function recorded(name: string, stream: boolean): Reply {
  return stream
    ? sse([fixture(`gemini/chat-${name}.sse`)])
    : json(fixture(`gemini/chat-${name}.json`))
}

interface SentPart {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
}

interface Turn {
  readonly role: string
  readonly parts: readonly SentPart[]
}

/** Google's own SDK sends back a turn for every frame that it got, and a part for every piece. */
function turnsIn(json: unknown): readonly Turn[] {
  const turns: { role: string; parts: SentPart[] }[] = []
  for (const { role, parts } of (json as { contents: readonly Turn[] }).contents) {
    if (turns.at(-1)?.role !== role) turns.push({ role, parts: [] })
    for (const part of parts) join(turns.at(-1)?.parts ?? [], part)
  }
  return turns
}

function join(parts: SentPart[], part: SentPart): void {
  const last = parts.at(-1)
  const isOpen = last?.text !== undefined && last.thoughtSignature === undefined
  const isMore = part.text !== undefined && part.thoughtSignature === undefined
  if (!isOpen || !isMore || last.thought !== part.thought) parts.push(part)
  else parts[parts.length - 1] = { ...last, text: `${last.text}${part.text}` }
}

for (const protocol of SPOKEN_PROTOCOLS) {
  for (const stream of [false, true]) {
    describe(`a ${protocol} client, ${stream ? 'streamed' : 'whole'}`, () => {
      test('gives Claude its signed thoughts back', async () => {
        const talk = TALKS[protocol](options(CLAUDE, stream))
        expect(await talk.ask('How is the weather?')).toMatchObject({
          thinking: 'A city; I shall ask the tool.',
          calls: [{ id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } }],
          stop: 'tools',
        })
        expect(await talk.giveResults(['snow'])).toMatchObject({ text: 'It snows.', stop: 'end' })
        expect(aimock.mock.getLastRequest()?.response).toMatchObject({ status: 200 })
      })

      test('gives Gemini the signature of a call back with that call', async () => {
        upstream.script([recorded('tools', stream), recorded('text', stream)])
        const talk = TALKS[protocol](options(GEMINI, stream))
        await talk.ask('Paris?')
        await talk.giveResults(['sunny', '12:05'])
        expect({ contents: turnsIn(upstream.last().json) }).toMatchObject({
          contents: [
            { role: 'user' },
            {
              role: 'model',
              parts: [
                { text: 'Let me look.' },
                { functionCall: { name: 'get_weather' }, thoughtSignature: SIGNATURE },
                { functionCall: { name: 'get_time' } },
              ],
            },
            {
              role: 'user',
              parts: [
                { functionResponse: { name: 'get_weather' } },
                { functionResponse: { name: 'get_time' } },
              ],
            },
          ],
        })
        expect(JSON.stringify(upstream.last().json).split(SIGNATURE)).toHaveLength(2)
      })

      test('gives Gemini the signature of its thoughts back', async () => {
        upstream.script([recorded('thinking', stream), recorded('text', stream)])
        const talk = TALKS[protocol](options(GEMINI, stream))
        await talk.ask('Two plus two?')
        await talk.ask('And three?')
        const contents = turnsIn(upstream.last().json)
        expect(contents).toHaveLength(3)
        const [thought, ...said] = contents[1]?.parts ?? []
        expect(thought).toEqual({ text: 'Adding two and two gives four.', thought: true })
        expect(said).toContainEqual(expect.objectContaining({ text: 'It is 4.' }))
        // As Gemini sent it: on the text, or alone at the end of a stream.
        expect(said).toContainEqual(expect.objectContaining({ thoughtSignature: SIGNATURE }))
      })
    })
  }
}

describe('a client that forgets the thoughts', () => {
  const forgetful = [
    { role: 'user' as const, content: 'How is the weather?' },
    {
      role: 'assistant' as const,
      content: null,
      tool_calls: [
        {
          id: 'call_1',
          type: 'function' as const,
          function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
        },
      ],
    },
    { role: 'tool' as const, tool_call_id: 'call_1', content: 'snow' },
  ]

  test('is answered without thinking, and told so', async () => {
    const { data, response } = await gateway
      .openai()
      .chat.completions.create({ model: BUDGETED, messages: forgetful, reasoning_effort: 'high' })
      .withResponse()
    expect(data.choices[0]?.message.content).toBe('It snows.')
    expect(response.headers.get('x-gw-untranslated')).toBe('thinking:unsigned_history')
  })

  test('would be refused by Claude itself', async () => {
    // The control: aimock is strict, so the answer above is the gateway's doing.
    const response = await fetch(`${aimock.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-aimock-strict': 'true' },
      body: JSON.stringify({
        model: CLAUDE,
        max_tokens: 4096,
        thinking: { type: 'enabled', budget_tokens: 1024 },
        messages: [
          { role: 'user', content: 'How is the weather?' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: {} }],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'snow' }],
          },
        ],
      }),
    })
    expect(response.status).toBe(400)
  })
})
