/** Calls of tools and their results reach every vendor as it takes them, in every protocol. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  HISTORIES,
  type HistoryProtocol,
  pathFor,
  type ToolTurn,
} from '../contracts/broken-history'
import { type Gateway, startGateway } from '../support/gateway'
import { type Check, STRICT } from '../support/stand-ins/strict'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

interface Target {
  readonly type: number
  readonly model: string
  readonly answer: string
  readonly check: Check
  readonly key?: string
}

const CHAT = 'openai/chat-text.json'
const TARGETS: Readonly<Record<string, Target>> = {
  OpenAI: { type: 1, model: 'gpt-4o', answer: CHAT, check: STRICT.openai },
  DeepSeek: { type: 43, model: 'deepseek-chat', answer: CHAT, check: STRICT.deepseek },
  Mistral: { type: 42, model: 'mistral-large-latest', answer: CHAT, check: STRICT.mistral },
  'Mistral elsewhere': { type: 20, model: 'x/devstral-2', answer: CHAT, check: STRICT.mistral },
  Anthropic: {
    type: 14,
    model: 'claude-sonnet-4-5',
    answer: 'anthropic/chat-text.json',
    check: STRICT.anthropic,
  },
  Bedrock: {
    type: 33,
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    answer: 'converse/chat-text.json',
    check: STRICT.converse,
    key: 'upstream-key-1|us-east-1',
  },
  Gemini: {
    type: 24,
    model: 'gemini-3-pro-preview',
    answer: 'gemini/chat-text.json',
    check: STRICT.gemini,
  },
}

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: Object.values(TARGETS).map(({ type, model, key }) => ({
      type,
      models: model,
      upstream,
      ...(key !== undefined && { key }),
    })),
    options: { SelfUseModeEnabled: 'true' },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function sent(protocol: HistoryProtocol, target: Target, turns: readonly ToolTurn[]) {
  const isNative = protocol === 'responses' && target.type === 1
  const answer = isNative ? 'responses/chat-text.json' : target.answer
  upstream.script(json(JSON.parse(fixture(answer))))
  const body = { model: target.model, ...HISTORIES[protocol](turns) }
  const response = await gateway.post(pathFor(protocol, target.model), body)
  expect(response.status).toBe(200)
  const { bodyText } = upstream.last()
  const made: unknown = JSON.parse(bodyText)
  expect(isNative ? STRICT.responses(made) : target.check(made)).toBeUndefined()
  const losses = response.headers.get('x-gw-untranslated')?.split(', ') ?? []
  return { text: bodyText, losses, untouched: JSON.stringify(body) }
}

const END: ToolTurn = { calls: [], answers: [] }
const LONG = `functions.read:0|${'x'.repeat(80)}`

const STORIES: Readonly<Record<string, readonly ToolTurn[]>> = {
  'ids of other vendors': [
    { calls: ['toolu_01AbC'], answers: ['toolu_01AbC'] },
    { calls: ['call_9', LONG], answers: ['call_9', LONG] },
    END,
  ],
  'one id twice in a turn': [{ calls: ['call_0', 'call_0'], answers: ['call_0', 'call_0'] }, END],
  'one id in every turn': [
    { calls: ['call_0'], answers: ['call_0'] },
    { calls: ['call_0'], answers: ['call_0'] },
    END,
  ],
  'a call without its result': [{ calls: ['call_a', 'call_b'], answers: ['call_a'] }, END],
  'a turn that broke': [
    { calls: ['call_a', 'call_b'], answers: [] },
    { calls: ['call_c'], answers: ['call_c'] },
    END,
  ],
  'a last call that nobody answered': [{ calls: ['call_a'], answers: [] }],
  'a result without its call': [{ calls: [], answers: ['call_z'] }, END],
}

for (const protocol of Object.keys(HISTORIES) as HistoryProtocol[]) {
  describe(`a client of ${protocol}`, () => {
    for (const [name, target] of Object.entries(TARGETS)) {
      for (const [story, turns] of Object.entries(STORIES)) {
        test(`goes on at ${name} with ${story}`, async () => {
          const first = await sent(protocol, target, turns)
          const later = await sent(protocol, target, [...turns, END])
          // What was said before is said in the same words, so that caches hold.
          const same = first.text.slice(0, first.text.lastIndexOf('"role":"user"'))
          expect(later.text.slice(0, same.length)).toBe(same)
          if (/broke|nobody|without its result/.test(story)) {
            expect(first.losses).toContain('tool_call:unanswered')
            expect(first.text).toContain('No result was recorded for this call.')
          }
          if (story === 'a result without its call') {
            expect(first.losses).toContain('tool_result:uncalled')
            expect(first.text).toContain('found')
          }
        })
      }
    }
  })
}

describe('what fits', () => {
  const fitting: readonly ToolTurn[] = [
    { calls: ['abcdefghi', 'bcdefghij'], answers: ['abcdefghi', 'bcdefghij'] },
    END,
  ]
  test.each([
    ['openai', 'OpenAI'],
    ['openai', 'Mistral'],
    ['claude', 'Anthropic'],
    ['responses', 'OpenAI'],
  ] as const)('passes as it came, byte for byte: %s to %s', async (protocol, name) => {
    const target = TARGETS[name]
    if (target === undefined) throw new Error(name)
    const { text, untouched, losses } = await sent(protocol, target, fitting)
    expect(text).toBe(untouched)
    expect(losses).toEqual([])
  })

  test('is told from bytes alone where a body is too large for the loop', async () => {
    const target = TARGETS.Mistral
    if (target === undefined) throw new Error('no such target')
    const long = { calls: ['toolu_1'], answers: ['toolu_1'] }
    const many = Array.from({ length: 3000 }, () => long)
    const { losses } = await sent('openai', target, [...many, END])
    expect(losses).toEqual(['tool_call.id:fitted'])
  })
})

test('a history that its vendor keeps itself may hold a result alone', async () => {
  upstream.script(json(JSON.parse(fixture('responses/chat-text.json'))))
  const input = [{ type: 'function_call_output', call_id: 'call_1', output: 'found' }]
  const body = JSON.stringify({ model: 'gpt-4o', store: false, conversation: null, input })
  await gateway.post('/v1/responses', body)
  expect(upstream.last().bodyText).toContain('function_call_output')
})
