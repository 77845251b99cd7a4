/** What Anthropic charges beyond text units of one kind: caches of an hour, and searches. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { detailsOf } from '../../server/domain/logs/details'
import { explainCharge } from '../../server/domain/money/quota'
import { newestLog, readBooks } from '../contracts/books'
import { type Gateway, startGateway } from '../support/gateway'
import {
  fixture,
  frames,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'

/** $3 and $15 per million, as in vector 8 of the reference. */
const MODEL = 'claude-3-7-sonnet-20250219'

const HOUR = {
  input_tokens: 100,
  cache_read_input_tokens: 2000,
  cache_creation_input_tokens: 1000,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1000 },
  output_tokens: 300,
}

const CASES = [
  {
    name: 'a cache of an hour costs twice its input',
    usage: HOUR,
    // (100 + 2000 × 0.1 + 1000 × 2 + 300 × 5) × 1.5
    charge: 5700,
    classes: { prompt: 100, cache_read: 2000, cache_write_long: 1000, completion: 300 },
  },
  {
    name: 'each of two lifetimes costs its own',
    usage: {
      ...HOUR,
      cache_creation: { ephemeral_5m_input_tokens: 400, ephemeral_1h_input_tokens: 600 },
    },
    // (100 + 200 + 400 × 1.25 + 600 × 2 + 1500) × 1.5
    charge: 5250,
    classes: {
      prompt: 100,
      cache_read: 2000,
      cache_write: 400,
      cache_write_long: 600,
      completion: 300,
    },
  },
  {
    name: 'searches cost a cent each',
    usage: {
      input_tokens: 2000,
      output_tokens: 300,
      server_tool_use: { web_search_requests: 3 },
    },
    // (2000 + 1500) × 1.5 + 3 × $0.01
    charge: 20_250,
    classes: { prompt: 2000, completion: 300, web_search: 3 },
  },
] as const

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({ channels: [{ type: 14, models: MODEL, upstream }] })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** A stream tells lifetimes at its start only, and searches at its end only. */
function answering(usage: Readonly<Record<string, unknown>>, stream: boolean): Reply {
  if (!stream) return json({ ...JSON.parse(fixture('anthropic/chat-text.json')), usage })
  const { server_tool_use, cache_creation, ...counts } = usage
  return sse(
    frames(fixture('anthropic/chat-text.sse')).map((frame) =>
      frame.replace(/^data: (\{.*\})/m, (_, data: string) => {
        const parsed = JSON.parse(data)
        if (parsed.message !== undefined) parsed.message.usage = { ...counts, cache_creation }
        if (parsed.usage !== undefined) parsed.usage = { ...counts, server_tool_use }
        return `data: ${JSON.stringify(parsed)}`
      }),
    ),
  )
}

for (const { name, usage, charge, classes } of CASES) {
  describe(name, () => {
    for (const path of ['/v1/messages', '/v1/chat/completions']) {
      for (const stream of [false, true]) {
        test(`on ${path}, ${stream ? 'streamed' : 'whole'}`, async () => {
          upstream.script(answering(usage, stream))
          const before = await readBooks(gateway)
          const messages = [{ role: 'user', content: 'Hi' }]
          const body = { model: MODEL, max_tokens: 2000, messages, stream }
          await (await gateway.post(path, body)).text()
          const after = await readBooks(gateway)
          expect(before.userQuota - after.userQuota).toBe(charge)
          const log = newestLog(after)
          expect(log.quota).toBe(charge)
          const { bill } = detailsOf(log)
          if (bill === undefined) throw new Error('the log has no bill')
          const steps = explainCharge(bill.usage, bill.price)
          expect(steps.total).toBe(charge)
          const told = steps.rows.map((row) => [row.class, row.tokens])
          expect(Object.fromEntries(told)).toEqual({ ...classes })
        })
      }
    }
  })
}

test('a client of OpenAI is told all that went into the cache, of any lifetime', async () => {
  const usage = { ...HOUR, server_tool_use: { web_search_requests: 2 } }
  upstream.script(answering(usage, false))
  const { completions } = gateway.openai().chat
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const answer = await completions.create({ model: MODEL, messages })
  expect(answer.usage).toMatchObject({
    prompt_tokens: 3100,
    prompt_tokens_details: { cached_tokens: 2000, cache_write_tokens: 1000 },
  })
})
