/**
 * Every value of a rich request and of rich answers, replaced by values of every wrong type:
 * whatever comes of it, it is an answer or a named failure, never an error of the gateway.
 */
import { describe, expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { fixture, json, type Reply, sse, startUpstream } from '../support/upstream'
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
import { each, expectSound, type Json, spoiled, spoiledStreams } from './spoiling'

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
