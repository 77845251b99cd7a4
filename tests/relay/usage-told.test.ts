/**
 * The usage that a client is told is the usage that it is billed for, also when the upstream
 * told none and the gateway counted; what an upstream told stays as it came, byte for byte.
 */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import type { ChannelSeed } from '../support/seed'
import { frames, json, type Script, sse, startUpstream } from '../support/upstream'
import {
  ask,
  billOf,
  DIALECTS,
  type DialectName,
  MODEL,
  PAIRS,
  PATH_OF,
  PRICES,
  type ProtocolName,
  recorded,
  type Told,
  TYPE_OF,
  told,
} from './black-box'

const NATIVE: Readonly<Record<ProtocolName, DialectName>> = {
  openai: 'openai',
  claude: 'anthropic',
}

async function answered(
  script: Script,
  channel: Partial<ChannelSeed>,
  check: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(script)
  await using gateway = await startGateway({
    channels: [{ upstream, models: MODEL, ...channel }],
    options: PRICES,
  })
  await check(gateway)
}

/** The recorded answers of each dialect with everything about usage taken out. */
function untold(dialect: DialectName): { readonly json: object; readonly sse: string } {
  const { json: whole, sse: stream } = recorded(dialect)
  const quiet = frames(stream)
    .map(withoutUsage)
    .filter((frame) => frame !== '')
  return { json: pruned(JSON.parse(whole)) as object, sse: quiet.join('') }
}

const USAGE_FIELDS: ReadonlySet<string> = new Set(['usage', 'usageMetadata', 'x_groq'])

function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !USAGE_FIELDS.has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, pruned(inner)]))
}

function withoutUsage(frame: string): string {
  const line = frame.split('\n').find((text) => text.startsWith('data: {'))
  if (line === undefined) return frame
  const told = pruned(JSON.parse(line.slice(6))) as { readonly choices?: readonly unknown[] }
  return told.choices?.length === 0 ? '' : frame.replace(line, `data: ${JSON.stringify(told)}`)
}

interface Counts {
  readonly prompt: number
  readonly completion: number
}

function openaiCounts(usage: Record<string, number> | null | undefined): Counts {
  return { prompt: usage?.prompt_tokens ?? -1, completion: usage?.completion_tokens ?? -1 }
}

function claudeCounts(usage: Record<string, number> | null | undefined): Counts {
  return { prompt: usage?.input_tokens ?? -1, completion: usage?.output_tokens ?? -1 }
}

const COUNTS_OF = { openai: openaiCounts, claude: claudeCounts }

function jsonOf(text: string): readonly Record<string, never>[] {
  return frames(text).flatMap((frame) => {
    const line = frame.split('\n').find((candidate) => candidate.startsWith('data: {'))
    return line === undefined ? [] : [JSON.parse(line.slice(6))]
  })
}

/** The last usage of a stream is the one that SDKs keep. */
function lastUsage({ text }: Told): Record<string, number> | undefined {
  return jsonOf(text).findLast(({ usage }) => usage !== undefined && usage !== null)?.usage
}

async function expectBilled(gateway: Gateway, answer: Told, counts: Counts): Promise<void> {
  expect(answer.status).toBe(200)
  const { row, other } = await billOf(gateway, answer.requestId)
  expect(other.counted_by).toBe('tokenizer')
  expect(counts).toEqual({ prompt: row.prompt_tokens, completion: row.completion_tokens })
  expect(row.completion_tokens).toBeGreaterThan(0)
}

const STREAM = { stream: true, stream_options: { include_usage: true } }

describe('when the upstream told no usage', () => {
  for (const [protocol, dialect] of PAIRS) {
    const channel = { type: TYPE_OF[dialect] }
    const streaming = protocol === 'openai' ? STREAM : { stream: true }

    test(`${protocol} clients of ${dialect} are told what they pay for`, async () => {
      await answered(json(untold(dialect).json), channel, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol)))
        await expectBilled(gateway, answer, COUNTS_OF[protocol](JSON.parse(answer.text).usage))
      })
    })

    test(`streams of ${dialect} tell ${protocol} clients what they pay for`, async () => {
      await answered(sse([untold(dialect).sse]), channel, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, streaming)))
        await expectBilled(gateway, answer, COUNTS_OF[protocol](lastUsage(answer)))
      })
    })

    test(`a whole answer of ${dialect} to a ${protocol} stream says so, too`, async () => {
      await answered(json(untold(dialect).json), channel, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, streaming)))
        await expectBilled(gateway, answer, COUNTS_OF[protocol](lastUsage(answer)))
      })
    })
  }

  for (const dialect of DIALECTS) {
    test(`a stream of ${dialect} to a caller that wants none of it does`, async () => {
      await answered(sse([untold(dialect).sse]), { type: TYPE_OF[dialect] }, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF.claude, ask('claude')))
        await expectBilled(gateway, answer, claudeCounts(JSON.parse(answer.text).usage))
      })
    })
  }

  test('an answer too large for the loop says it', async () => {
    const whole = JSON.parse(recorded('openai').json)
    const content = 'four '.repeat(80_000)
    const { usage: _, ...body } = { ...whole, choices: [{ message: { content } }] }
    for (const protocol of ['openai', 'claude'] as const) {
      await answered(json(body), {}, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol)))
        await expectBilled(gateway, answer, COUNTS_OF[protocol](JSON.parse(answer.text).usage))
      })
    }
  })

  test('zeros and nulls are replaced, and all other fields of the answer stay', async () => {
    for (const usage of [null, {}, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }]) {
      const body = { ...JSON.parse(recorded('openai').json), vendor_field: 'kept', usage }
      await answered(json(body), {}, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
        const shown = JSON.parse(answer.text)
        expect(shown.vendor_field).toBe('kept')
        await expectBilled(gateway, answer, openaiCounts(shown.usage))
      })
    }
  })

  test('an OpenAI stream that did not ask for usage stays without it', async () => {
    const stream = untold('openai').sse
    await answered(sse([stream]), {}, async (gateway) => {
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai', { stream: true })))
      expect(answer.text).toBe(stream)
    })
  })

  test('the usage chunk stands before the terminator, in the words of its stream', async () => {
    await answered(sse([untold('openai').sse]), {}, async (gateway) => {
      const { text } = await told(gateway.post(PATH_OF.openai, ask('openai', STREAM)))
      expect(text).toEndWith('data: [DONE]\n\n')
      const [first, last] = [jsonOf(text).at(0), jsonOf(text).at(-1)]
      expect(last?.choices).toEqual([] as never)
      expect([last?.id, last?.object, last?.model]).toEqual([
        first?.id,
        first?.object,
        first?.model,
      ])
    })
  })

  test('the SDK still sees why a Claude message ended', async () => {
    const zeros = '"usage":{"input_tokens":0,"output_tokens":0}'
    const stream = recorded('anthropic').sse.replaceAll(
      /"usage":\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g,
      zeros,
    )
    await answered(sse([stream]), { type: 14 }, async (gateway) => {
      const messages = [{ role: 'user' as const, content: 'How much is two plus two?' }]
      const body = { model: MODEL, messages, max_tokens: 99 }
      const message = await gateway.anthropic().messages.stream(body).finalMessage()
      expect(message.stop_reason).toBe('end_turn')
      expect(message.usage.output_tokens).toBeGreaterThan(0)
    })
  })

  const CLAUDE_ASK = {
    model: MODEL,
    messages: [{ role: 'user' as const, content: 'How much is two plus two?' }],
    max_tokens: 99,
  }

  // Imitators leave it out, and the SDK reads it in either event without asking.
  test.each([[['message_start', 'message_delta']], [['message_start']], [['message_delta']]])(
    'the SDK reads a Claude stream that lacks it in %j',
    async (events) => {
      const lacks = (frame: string) => events.some((name) => frame.startsWith(`event: ${name}`))
      const stream = frames(recorded('anthropic').sse)
        .map((frame) => (lacks(frame) ? withoutUsage(frame) : frame))
        .join('')
      expect(stream.split('"usage"')).toHaveLength(3 - events.length)
      await answered(sse([stream], { tear: 'every-byte' }), { type: 14 }, async (gateway) => {
        const message = await gateway.anthropic().messages.stream(CLAUDE_ASK).finalMessage()
        await gateway.idle()
        const [row] = (await gateway.services.logs.list({})).items
        expect(message.stop_reason).toBe('end_turn')
        expect(message.usage).toMatchObject({
          input_tokens: row?.prompt_tokens ?? -1,
          output_tokens: row?.completion_tokens ?? -1,
        })
        expect(message.usage.output_tokens).toBeGreaterThan(0)
      })
    },
  )

  test('Gemini embeddings say what the tokenizer counted', async () => {
    const script = json({ embeddings: [{ values: [0.5, 1] }] })
    await answered(script, { type: TYPE_OF.gemini }, async (gateway) => {
      const body = { model: MODEL, input: 'grüezi mitenand', encoding_format: 'float' as const }
      const { data, usage } = await gateway.openai().embeddings.create(body)
      expect(data[0]?.embedding).toEqual([0.5, 1])
      await gateway.idle()
      const [row] = (await gateway.services.logs.list({})).items
      expect(usage.prompt_tokens).toBeGreaterThan(0)
      expect(usage).toEqual({
        prompt_tokens: row?.prompt_tokens ?? 0,
        total_tokens: row?.prompt_tokens ?? 0,
      })
    })
  })

  test('moderations stay as they came: they have no field for it', async () => {
    const body = { id: 'modr-1', model: MODEL, results: [{ flagged: false }] }
    await answered(json(body), {}, async (gateway) => {
      const answer = await told(gateway.post('/v1/moderations', { model: MODEL, input: 'hi' }))
      expect(JSON.parse(answer.text)).toEqual(body)
    })
  })
})

describe('what the upstream told', () => {
  for (const protocol of ['openai', 'claude'] as const) {
    const dialect = NATIVE[protocol]
    test(`reaches ${protocol} clients byte for byte`, async () => {
      const { json: whole, sse: stream } = recorded(dialect)
      await answered([json(whole), sse([stream])], { type: TYPE_OF[dialect] }, async (gateway) => {
        const first = await told(gateway.post(PATH_OF[protocol], ask(protocol)))
        expect(first.text).toBe(whole)
        const second = await told(gateway.post(PATH_OF[protocol], ask(protocol, STREAM)))
        expect(second.text).toBe(stream)
      })
    })
  }
})

describe('a text of a translated Claude answer', () => {
  for (const dialect of ['openai', 'gemini'] as const) {
    test(`of ${dialect} has citations as a list or not at all`, async () => {
      const script = json(recorded(dialect).json)
      await answered(script, { type: TYPE_OF[dialect] }, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF.claude, ask('claude')))
        const { content } = JSON.parse(answer.text)
        expect(content[0].type).toBe('text')
        // The AI SDK takes a list or nothing; null is neither.
        expect(content[0].citations ?? []).toEqual([])
        expect(content[0].citations).not.toBeNull()
      })
    })
  }
})
