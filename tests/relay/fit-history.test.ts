/** A conversation that several vendors took part in is made fit for the one that goes on. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'

const CLAUDE = 'claude-sonnet-4-6'
const GEMINI = 'gemini-2.5-pro'
/** In the recordings of Gemini. */
const GEMINI_PROOF = 'CiQBjz1rX0Gk1v'
const PROOF = 'EqQBCgIYAhIM1234567890=='

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 1, models: 'gpt-4o,deepseek-v3.2', upstream },
      { type: 14, models: `${CLAUDE},claude-sonnet-4-5,kimi-k2.6`, upstream },
      { type: 24, models: GEMINI, upstream },
      { type: 25, models: 'kimi-k3', upstream },
      { type: 43, models: 'deepseek-chat', upstream },
    ],
    options: {
      ModelRatio: Object.fromEntries(
        [
          'gpt-4o',
          CLAUDE,
          'claude-sonnet-4-5',
          GEMINI,
          'kimi-k3',
          'kimi-k2.6',
          'deepseek-chat',
          'deepseek-v3.2',
        ].map((model) => [model, 1]),
      ),
    },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const thought = (signature: string) => ({ type: 'thinking', thinking: 'A city.', signature })
const marker = { type: 'redacted_thinking', data: 'gw-tool-signature:["call_1","CiQB"]' }
const use = { type: 'tool_use', id: 'call_1', name: 'f', input: {} }
const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'snow' }

function toolTurn(...before: readonly object[]) {
  return [
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: [...before, use] },
    { role: 'user', content: [result] },
  ]
}

async function tell(model: string, messages: readonly object[], fields: object = {}) {
  const folder = model.startsWith('gemini')
    ? 'gemini'
    : model.startsWith('claude') || model === 'kimi-k2.6'
      ? 'anthropic'
      : 'openai'
  upstream.script(json(fixture(`${folder}/chat-text.json`)))
  const body = { model, max_tokens: 2000, messages, ...fields }
  const response = await gateway.post('/v1/messages', body)
  expect(response.status).toBe(200)
  const losses = response.headers.get('x-gw-untranslated')?.split(', ') ?? []
  return { sent: upstream.last(), losses: losses.toSorted() }
}

interface ChatBody {
  readonly messages: readonly Readonly<Record<string, unknown>>[]
}

describe('reasoning of earlier turns', () => {
  test.each(['deepseek-chat', 'kimi-k3', 'deepseek-v3.2'])(
    'goes back to %s in a conversation that calls tools',
    async (model) => {
      const { sent, losses } = await tell(model, toolTurn(thought('')))
      const { messages } = sent.json as ChatBody
      expect(messages[1]).toMatchObject({ role: 'assistant', reasoning_content: 'A city.' })
      expect(losses).toEqual([])
    },
  )

  test('is there, if empty, for a call that another model made', async () => {
    const { sent } = await tell('kimi-k3', toolTurn())
    expect((sent.json as ChatBody).messages[1]).toMatchObject({ reasoning_content: '' })
  })

  test('stays away from a conversation without tools, and is named', async () => {
    const { sent, losses } = await tell('deepseek-chat', [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [thought(''), { type: 'text', text: 'Hello.' }] },
      { role: 'user', content: 'And?' },
    ])
    expect(JSON.stringify(sent.json)).not.toContain('reasoning_content')
    expect(losses).toEqual(['messages.thinking'])
  })

  test('does not go to vendors that know nothing of it', async () => {
    const { sent, losses } = await tell('gpt-4o', toolTurn(thought('')))
    expect(JSON.stringify(sent.json)).not.toContain('A city.')
    expect(losses).toEqual(['messages.thinking'])
  })

  test('stays unsigned for vendors that want it in the form of Claude', async () => {
    const { sent } = await tell('kimi-k2.6', toolTurn(thought(''), marker))
    expect((sent.json as ChatBody).messages[1]?.content).toEqual([thought(''), use])
  })
})

describe('what other vendors signed, on its way through to Anthropic', () => {
  test.each([
    ['thinking without a signature', thought('')],
    ['thinking that Gemini signed', thought('gw-gemini:CiQBjz1r')],
    ['our own marker', marker],
  ])('is left out: %s', async (_, block) => {
    const { sent, losses } = await tell(CLAUDE, toolTurn(block), { x_new: 1 })
    expect(sent.json).toMatchObject({ x_new: 1, max_tokens: 2000 })
    expect((sent.json as ChatBody).messages).toEqual(toolTurn())
    expect(losses).toEqual(['messages.thinking'])
  })

  test('leaves the thinking that Anthropic signed where it is', async () => {
    const { sent } = await tell(CLAUDE, toolTurn(thought(PROOF), marker))
    expect((sent.json as ChatBody).messages).toEqual(toolTurn(thought(PROOF)))
  })

  test('takes a turn with it that held nothing else', async () => {
    const { sent } = await tell(CLAUDE, [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [thought('')] },
      { role: 'user', content: 'Still there?' },
    ])
    const { messages } = sent.json as ChatBody
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user'])
  })

  test('switches thinking with a budget off in the middle of tool use', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1024 }
    const { sent, losses } = await tell(CLAUDE, toolTurn(thought('')), { thinking })
    expect(sent.json).not.toHaveProperty('thinking')
    expect(losses).toEqual(['messages.thinking', 'thinking:unsigned_history'])
    const adaptive = { type: 'adaptive' }
    const free = await tell(CLAUDE, toolTurn(thought('')), { thinking: adaptive })
    expect(free.sent.json).toMatchObject({ thinking: adaptive })
  })

  test('is also found in a body that is too large for the loop', async () => {
    const messages = toolTurn(marker, { type: 'text', text: 'x'.repeat(400_000) })
    const { sent, losses } = await tell(CLAUDE, messages)
    expect(sent.bodyText).not.toContain('gw-tool-signature')
    expect(losses).toEqual(['messages.thinking'])
  })

  test('lets bodies without any of it pass as they came', async () => {
    upstream.script(json(fixture('anthropic/chat-text.json')))
    const quoting = JSON.stringify('He wrote "gw-" and "signature":"" there.')
    const signed = JSON.stringify(thought(PROOF))
    const turns = [
      `{"role":"user",  "content":${quoting}}`,
      `{"role":"assistant","content":[${signed},{"type":"text","text":"So."}]}`,
      '{"role":"user","content":"?"}',
    ]
    const text = `{ "model":"${CLAUDE}",  "max_tokens":5, "messages":[${turns.join(', ')}] }`
    const response = await gateway.post('/v1/messages', text)
    expect(response.status).toBe(200)
    expect(upstream.last().bodyText).toBe(text)
    expect(response.headers.get('x-gw-untranslated')).toBeNull()
  })
})

describe('a conversation that moves from one vendor to the next', () => {
  for (const stream of [false, true]) {
    test(`keeps what Gemini signed from Claude, ${stream ? 'streamed' : 'whole'}`, async () => {
      const file = fixture(`gemini/chat-thinking.${stream ? 'sse' : 'json'}`)
      upstream.script(stream ? sse([file]) : json(file))
      const { messages } = gateway.anthropic()
      const body = {
        model: GEMINI,
        max_tokens: 4000,
        messages: [{ role: 'user' as const, content: 'Two plus two?' }],
      }
      const answer = stream
        ? await messages.stream(body).finalMessage()
        : await messages.create(body)
      expect(JSON.stringify(answer.content)).toContain(GEMINI_PROOF)
      const { sent, losses } = await tell(CLAUDE, [
        ...body.messages,
        { role: 'assistant', content: answer.content },
        { role: 'user', content: 'And three?' },
      ])
      expect(sent.bodyText).not.toContain(GEMINI_PROOF)
      expect(losses).toEqual(['messages.thinking'])
    })
  }

  test('keeps what Anthropic signed from Gemini', async () => {
    const { sent, losses } = await tell(GEMINI, [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [thought(PROOF), { type: 'text', text: 'Hello.' }] },
      { role: 'user', content: 'And?' },
    ])
    expect(sent.bodyText).not.toContain(PROOF)
    expect(losses).toEqual(['messages.thinking.signature'])
  })
})
