/**
 * Cached text is counted inside the prompt by OpenAI and Gemini, and beside it by Anthropic.
 * Whatever the client speaks, the same work costs the same.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newestLog, readBooks } from '../contracts/books'
import { owed, type PricedTokens, type Ratios } from '../contracts/formula'
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

interface Vendor {
  readonly name: string
  readonly folder: string
  readonly model: string
  readonly ratios: Ratios
  /** How the vendor reports `TOKENS`, with the path of the usage in its answer. */
  readonly field: string
  readonly usage: object
  readonly tokens: Required<PricedTokens>
}

const VENDORS: readonly Vendor[] = [
  {
    name: 'OpenAI',
    folder: 'openai',
    model: 'gpt-4o',
    ratios: { model: '1.25', completion: '4', cacheRead: '0.5' },
    field: 'usage',
    usage: {
      prompt_tokens: 1000,
      completion_tokens: 500,
      total_tokens: 1500,
      prompt_tokens_details: { cached_tokens: 800, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 120 },
    },
    tokens: { prompt: 200, cacheRead: 800, cacheWrite: 0, completion: 500 },
  },
  {
    name: 'Anthropic',
    folder: 'anthropic',
    model: 'claude-3-7-sonnet-20250219',
    ratios: { model: '1.5', completion: '5', cacheRead: '0.1', cacheWrite: '1.25' },
    field: 'usage',
    usage: {
      input_tokens: 100,
      cache_read_input_tokens: 2000,
      cache_creation_input_tokens: 1000,
      output_tokens: 300,
    },
    tokens: { prompt: 100, cacheRead: 2000, cacheWrite: 1000, completion: 300 },
  },
  {
    name: 'Gemini',
    folder: 'gemini',
    model: 'gemini-2.5-pro',
    ratios: { model: '0.625', completion: '8', cacheRead: '0.1' },
    field: 'usageMetadata',
    usage: {
      promptTokenCount: 1000,
      cachedContentTokenCount: 600,
      candidatesTokenCount: 100,
      thoughtsTokenCount: 400,
      totalTokenCount: 1500,
    },
    tokens: { prompt: 400, cacheRead: 600, cacheWrite: 0, completion: 500 },
  },
]

/** Vector 2 and 8 of the reference, worked out by hand. */
const CHARGES: Readonly<Record<string, number>> = { OpenAI: 3250, Anthropic: 4575 }

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  const types = [1, 14, 24]
  gateway = await startGateway({
    channels: VENDORS.map(({ model }, index) => ({
      type: types[index] ?? 1,
      models: model,
      upstream,
    })),
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** The recorded text with this vendor's usage instead of its own. */
function answering({ folder, field, usage }: Vendor, stream: boolean): Reply {
  if (!stream) return json({ ...JSON.parse(fixture(`${folder}/chat-text.json`)), [field]: usage })
  return sse(
    frames(fixture(`${folder}/chat-text.sse`)).map((frame) =>
      frame.replace(/^data: (\{.*\})/m, (_, data: string) => {
        const parsed = JSON.parse(data)
        if (parsed[field] !== undefined) parsed[field] = usage
        if (parsed.message !== undefined) parsed.message.usage = usage
        return `data: ${JSON.stringify(parsed)}`
      }),
    ),
  )
}

interface ReportedUsage {
  readonly prompt: number
  readonly cacheRead: number
  readonly completion: number
}

/** What the client is told, by its own SDK. */
const REPORTS = {
  async openai(model: string, stream: boolean): Promise<ReportedUsage> {
    const messages = [{ role: 'user' as const, content: 'Hi' }]
    const { completions } = gateway.openai().chat
    const { usage } = stream
      ? await completions
          .stream({ model, messages, stream: true, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await completions.create({ model, messages })
    return {
      prompt: usage?.prompt_tokens ?? -1,
      cacheRead: usage?.prompt_tokens_details?.cached_tokens ?? -1,
      completion: usage?.completion_tokens ?? -1,
    }
  },
  async claude(model: string, stream: boolean): Promise<ReportedUsage> {
    const body = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] }
    const { messages } = gateway.anthropic()
    const { usage } = stream
      ? await messages.stream(body).finalMessage()
      : await messages.create(body)
    return {
      prompt: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens ?? -1,
      completion: usage.output_tokens,
    }
  },
}

for (const vendor of VENDORS) {
  const { tokens, ratios, model, name } = vendor
  const everything = tokens.prompt + tokens.cacheRead + tokens.cacheWrite
  const charge = owed(tokens, ratios)

  describe(`cached text of ${name}`, () => {
    test('is worth what the formula says', () => {
      expect(charge).toBe(CHARGES[name] ?? charge)
      expect(charge).toBeLessThan(
        owed({ prompt: everything, completion: tokens.completion }, ratios),
      )
    })

    for (const protocol of ['openai', 'claude'] as const) {
      for (const stream of [false, true]) {
        test(`costs that for ${protocol} clients, ${stream ? 'streamed' : 'whole'}`, async () => {
          upstream.script(answering(vendor, stream))
          const before = await readBooks(gateway)
          const reported = await REPORTS[protocol](model, stream)
          const after = await readBooks(gateway)
          expect(before.userQuota - after.userQuota).toBe(charge)
          // Each protocol counts in its own way, in the answer and in the log.
          const prompt = protocol === 'openai' ? everything : tokens.prompt
          const { cacheRead, completion } = tokens
          expect(reported).toEqual({ prompt, cacheRead, completion })
          const log = newestLog(after)
          expect(log).toMatchObject({
            quota: charge,
            prompt_tokens: prompt,
            completion_tokens: tokens.completion,
            details: {
              model_ratio: Number(ratios.model),
              completion_ratio: Number(ratios.completion),
              cache_tokens: tokens.cacheRead,
              cache_ratio: Number(ratios.cacheRead),
              model_price: -1,
              group_ratio: 1,
            },
          })
          const isClaude = protocol === 'claude'
          expect(log.details.claude).toBe(isClaude ? true : undefined)
          const written = isClaude || tokens.cacheWrite > 0 ? tokens.cacheWrite : undefined
          expect(log.details.cache_creation_tokens).toBe(written)
          expect(after.hourly.tokens - before.hourly.tokens).toBe(prompt + tokens.completion)
        })
      }
    }
  })
}
