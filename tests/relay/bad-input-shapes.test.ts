/**
 * Every value of a rich request and of rich answers, replaced by values of every wrong type:
 * whatever comes of it, it is an answer or a named failure, never an error of the gateway.
 */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY } from '../support/seed'
import { fixture, frames, json, type Reply, sse, startUpstream } from '../support/upstream'
import {
  ask,
  DIALECTS,
  expectRefusal,
  MODEL,
  PAIRS,
  PATH_OF,
  PRICES,
  type ProtocolName,
  recorded,
  TYPE_OF,
  told,
} from './black-box'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const WRONG: readonly Json[] = [null, -7.5, 'x', [], [null], { a: [1] }]

/** Copies of `value`, each with one value in it replaced or one field left out. */
function* spoiled(value: Json): Generator<Json> {
  yield* WRONG
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const bad of spoiled(item)) yield value.map((old, at) => (at === index ? bad : old))
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _, ...rest } = value
      yield rest
      for (const bad of spoiled(item)) yield { ...value, [name]: bad }
    }
  }
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

const RICH: Readonly<Record<ProtocolName, Json>> = {
  openai: {
    model: MODEL,
    max_tokens: 50,
    temperature: 0.5,
    stop: ['END'],
    stream_options: { include_usage: true },
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } },
    tools: [{ type: 'function', function: { name: 'weather', parameters: SCHEMA } }],
    tool_choice: { type: 'function', function: { name: 'weather' } },
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'weather', arguments: '{"city":"Ulm"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Rain.' },
    ],
  },
  claude: {
    model: MODEL,
    max_tokens: 2000,
    temperature: 0.5,
    stop_sequences: ['END'],
    thinking: { type: 'enabled', budget_tokens: 1024 },
    metadata: { user_id: 'u' },
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    tools: [{ name: 'weather', description: 'd', input_schema: SCHEMA }],
    tool_choice: { type: 'tool', name: 'weather' },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Ulm' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'Rain.' }] },
        ],
      },
    ],
  },
}

const AT_ONCE = 24

/** Runs `one` for every item, some at a time. */
async function each<T>(items: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async (): Promise<void> => {
    for (const item of left) await one(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Nothing is held, the books agree, and the gateway found no fault with itself. */
async function expectSound(gateway: Gateway): Promise<void> {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  expect(PLENTY - user.quota).toBe(user.used_quota)
  expect(await gateway.services.ledger.verify()).toEqual([])
  expect(gateway.logged.filter(({ level }) => level === 'error')).toEqual([])
}

describe.each(PAIRS)('a spoiled %s request for %s', (protocol, dialect) => {
  test('is answered, refused with 400, or refused by the upstream', async () => {
    await using upstream = await startUpstream((request) =>
      request.bodyText.includes('"stream":true') || request.path.includes('stream')
        ? sse([recorded(dialect).sse])
        : json(recorded(dialect).json),
    )
    await using gateway = await startGateway({
      channels: [{ upstream, type: TYPE_OF[dialect], models: ['m', 'x'] }],
      options: { ...PRICES, ModelRatio: { m: 1, x: 1 } },
    })
    await each([...spoiled(RICH[protocol])], async (body) => {
      const answer = await told(gateway.post(PATH_OF[protocol], JSON.stringify(body)))
      if (answer.status === 200) return
      const error = expectRefusal(answer, protocol, answer.status)
      expect({ body, error, status: answer.status }).toEqual({ body, error, status: 400 })
    })
    await expectSound(gateway)
  }, 60_000)
})

const ANSWERS = ['chat-tools', 'chat-thinking']

/** Every spoiled form of a stream's frames, one frame spoiled at a time. */
function spoiledStreams(text: string): string[] {
  const all = frames(text)
  return all.flatMap((frame, index) => {
    const [, head = '', data = ''] = /^([\s\S]*?data: )(.*?)(?:\r?\n){2}$/.exec(frame) ?? []
    if (!data.startsWith('{')) return []
    const bad = [...spoiled(JSON.parse(data))].map((value) => JSON.stringify(value))
    return [...bad, '', '{', 'x'].map((value) =>
      [...all.slice(0, index), `${head}${value}\n\n`, ...all.slice(index + 1)].join(''),
    )
  })
}

describe.each(DIALECTS.flatMap((dialect) => ANSWERS.map((name) => [dialect, name] as const)))(
  'a spoiled %s answer (%s)',
  (dialect, name) => {
    const run = async (replies: readonly Reply[], stream: boolean): Promise<void> => {
      expect(replies.length).toBeGreaterThan(100)
      for (const protocol of ['openai', 'claude'] as const) {
        await using upstream = await startUpstream((_, index) => replies[index] ?? json('null'))
        await using gateway = await startGateway({
          channels: [{ upstream, type: TYPE_OF[dialect], models: 'm' }],
          options: { ...PRICES, RetryTimes: 0 },
        })
        await each(replies, async () => {
          const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, { stream })))
          if (answer.status !== 200) expectRefusal(answer, protocol, answer.status)
        })
        expect(upstream.requests).toHaveLength(replies.length)
        await expectSound(gateway)
      }
    }

    test('ends in an answer or a named failure', async () => {
      const whole: Json = JSON.parse(fixture(`${dialect}/${name}.json`))
      await run(
        [...spoiled(whole)].map((body) => json(JSON.stringify(body))),
        false,
      )
    }, 60_000)

    test('ends in a stream or a named failure', async () => {
      const streams = spoiledStreams(fixture(`${dialect}/${name}.sse`))
      await run(
        streams.map((text) => sse([text])),
        true,
      )
    }, 60_000)
  },
)
