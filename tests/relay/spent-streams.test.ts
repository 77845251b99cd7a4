/** How a stream ends whose payer has spent everything, as the operator has chosen. */
import { describe, expect, test } from 'bun:test'
import type { Gateway } from '../support/gateway'
import { type Reply, sse } from '../support/upstream'
import { ask, MODEL, PATH_OF, told } from './black-box'
import {
  answerOf,
  balances,
  DONE,
  frame,
  RATIO,
  rowOf,
  WORDS,
  withQuota,
  writes,
} from './dear-model'

const LENGTH = { 'global.spent_stream_end': 'length' }
/** For less than half of what is written. */
const QUOTA = 2_000 * RATIO
const PIECES = 100

function event(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}

const HANGS = { ending: 'hang' } as const

/** OpenAI's own words, without an end, as are those of the others. */
const OPENAI: Reply = sse(
  Array.from({ length: PIECES }, () => frame({ content: WORDS })),
  HANGS,
)

const CLAUDE: Reply = sse(
  [
    event('message_start', {
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, content: [] },
        ...{
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 10, output_tokens: 1 },
        },
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...Array.from({ length: PIECES }, () =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: WORDS } }),
    ),
  ],
  HANGS,
)

const GEMINI: Reply = sse(
  Array.from({ length: PIECES }, () => {
    const content = { role: 'model', parts: [{ text: WORDS }] }
    const candidates = [{ content, index: 0 }]
    return `data: ${JSON.stringify({ candidates, modelVersion: MODEL, responseId: 'r1' })}\n\n`
  }),
  HANGS,
)

const UPSTREAMS = [
  ['openai', 1, OPENAI],
  ['anthropic', 14, CLAUDE],
  ['gemini', 24, GEMINI],
] as const

interface Spent {
  readonly type: number
  readonly reply: Reply
}

async function spent({ type, reply }: Spent, check: (gateway: Gateway) => Promise<string>) {
  const setting = { reply, quota: QUOTA, options: LENGTH, channel: { type } }
  await withQuota(setting, async (gateway) => {
    const requestId = await check(gateway)
    const { row, other } = await rowOf(gateway, requestId)
    expect(row.quota).toBeGreaterThan(QUOTA / 2)
    expect(other).toMatchObject({ cut: { by: 'gateway' } })
    expect((await balances(gateway)).user).toBeGreaterThanOrEqual(0)
  })
}

describe.each(UPSTREAMS)('on an upstream that speaks %s', (_name, type, reply) => {
  test("ends for OpenAI's client with the finish reason length", async () => {
    await spent({ type, reply }, async (gateway) => {
      const asked = ask('openai', { stream: true, stream_options: { include_usage: true } })
      const { text, requestId } = await told(gateway.post(PATH_OF.openai, asked))
      expect(text).toEndWith(DONE)
      const chunks = text
        .split('\n\n')
        .slice(0, -2)
        .map((each) => JSON.parse(each.slice(6)))
      expect(chunks.at(-1)).toMatchObject({
        choices: [],
        usage: { total_tokens: expect.any(Number) },
      })
      expect(chunks.at(-2).choices[0].finish_reason).toBe('length')
      expect(chunks.filter(({ error }) => error !== undefined)).toEqual([])
      return requestId
    })
  })

  test("ends for Anthropic's SDK with the stop reason max_tokens", async () => {
    await spent({ type, reply }, async (gateway) => {
      const stream = gateway.anthropic().messages.stream({
        model: MODEL,
        max_tokens: 100_000,
        messages: [{ role: 'user', content: 'hello' }],
      })
      const message = await stream.finalMessage()
      expect(message.stop_reason).toBe('max_tokens')
      expect(message.usage.output_tokens).toBeGreaterThan(1000)
      expect(message.content[0]).toMatchObject({ type: 'text' })
      return stream.response?.headers.get('x-oneapi-request-id') ?? ''
    })
  })

  test("ends for Gemini's clients with MAX_TOKENS", async () => {
    await spent({ type, reply }, async (gateway) => {
      const body = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
      const path = `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`
      const { text, requestId } = await told(gateway.post(path, body))
      const last = JSON.parse(text.trim().split('\n\n').at(-1)?.slice(6) ?? '')
      expect(last).toMatchObject({
        candidates: [{ finishReason: 'MAX_TOKENS' }],
        usageMetadata: { totalTokenCount: expect.any(Number) },
      })
      return requestId
    })
  })
})

test('a limit ends a stream alike, and an error ends it where the operator wants one', async () => {
  for (const end of ['length', 'error']) {
    const options = { 'global.spent_stream_end': end }
    await withQuota({ reply: OPENAI, options }, async (gateway) => {
      const actor = { kind: 'cli', id: 0, name: 'test', ip: '', requestId: '', role: 101 } as const
      await gateway.services.limits.set(actor, {
        subject: 'user',
        key: String(gateway.userIds[0]),
        limits: [{ kind: 'tokens', window: 'day', amount: 2000 }],
        setBy: 'admin',
      })
      const { text } = await told(gateway.post(PATH_OF.openai, ask('openai', { stream: true })))
      if (end === 'length') expect(text).toEndWith(DONE)
      else expect(text.slice(-500)).toContain('limit_spent')
      await gateway.idle()
      const [view] = await gateway.services.limits.own({ userId: gateway.userIds[0] ?? 0 })
      expect(view?.used).toBeGreaterThan(1500)
      // What came in one piece with the last allowed token has been used, too.
      expect(view?.used).toBeLessThan(PIECES * 50)
    })
  }
})

test('a hold by estimate is small, does not grow, and the whole answer is owed', async () => {
  const options = { 'global.hold_policy': 'estimate', PreConsumedQuota: 500 }
  const quota = 2000
  for (const reply of [writes(600), answerOf(600)]) {
    await withQuota({ reply, quota, options }, async (gateway) => {
      const stream = reply.chunks !== undefined
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai', { stream })))
      expect(answer.status).toBe(200)
      const { row } = await rowOf(gateway, answer.requestId)
      expect(row.quota).toBe(10 + 600 * RATIO)
      expect((await balances(gateway)).user).toBe(quota - row.quota)
    })
  }
})
