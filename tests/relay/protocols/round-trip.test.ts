/** Both protocols across both dialects: what one side says, the other must understand. */

import { describe, expect, test } from 'bun:test'
import { anthropicDialect } from '../../../server/relay/formats/dialects/anthropic'
import type { Dialect } from '../../../server/relay/formats/dialects/dialect'
import { openaiDialect } from '../../../server/relay/formats/dialects/openai'
import { PROTOCOL_CODECS } from '../../../server/relay/formats/protocols'
import type { ChatRequest, JsonObject, StreamReader } from '../../../server/relay/wire/chat'
import { checkedBlocks } from './claude-grammar'
import {
  anthropicClientReads,
  CONTEXT,
  eventsOf,
  fixture,
  framesOf,
  jsonFixture,
  openaiClientReads,
  upstreamCall,
  written,
} from './wire'

const { openai, claude } = PROTOCOL_CODECS

function chatOf(dialect: Dialect) {
  if (dialect.chat === undefined) throw new Error('no chat codec')
  return dialect.chat
}

function forAnthropic(request: ChatRequest) {
  const model = 'claude-sonnet-4-5'
  const call = upstreamCall({
    type: { id: 14 },
    call: { requestedModel: model, upstreamModel: model },
  })
  return chatOf(anthropicDialect).encode(request, call)
}

function forOpenai(request: ChatRequest) {
  return chatOf(openaiDialect).encode(request, upstreamCall())
}

const AGENT_OPENAI: JsonObject = {
  model: 'm',
  max_tokens: 3000,
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'Weather in both?' }] },
    {
      role: 'assistant',
      content: 'Let me look.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } },
        { id: 'b', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'rain' },
    { role: 'tool', tool_call_id: 'b', content: 'sun' },
  ],
  tools: [
    {
      type: 'function',
      function: { name: 'weather', parameters: { type: 'object', properties: { city: {} } } },
    },
  ],
  tool_choice: 'required',
  parallel_tool_calls: false,
  stop: ['END'],
}

const AGENT_CLAUDE: JsonObject = {
  model: 'm',
  max_tokens: 3000,
  system: 'Be kind.',
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Weather in both?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Bern' } },
        { type: 'tool_use', id: 'b', name: 'weather', input: { city: 'Rome' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'rain' }] },
        { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'sun' }] },
      ],
    },
  ],
  tools: [{ name: 'weather', input_schema: { type: 'object', properties: { city: {} } } }],
  tool_choice: { type: 'any', disable_parallel_tool_use: true },
  stop_sequences: ['END'],
}

describe('an agent conversation', () => {
  test('of an OpenAI client is the same one for Anthropic', () => {
    const { body, losses } = forAnthropic(openai.readRequest(AGENT_OPENAI))
    expect(body).toEqual({ ...AGENT_CLAUDE, model: 'claude-sonnet-4-5', stream: false })
    expect(losses).toEqual([])
  })

  test('of a Claude client is the same one for OpenAI', () => {
    const { body, losses } = forOpenai(claude.readRequest(AGENT_CLAUDE))
    const [system, , ...rest] = AGENT_OPENAI.messages as JsonObject[]
    expect(body).toEqual({
      ...AGENT_OPENAI,
      model: 'gpt-4o',
      stream: false,
      messages: [system ?? {}, { role: 'user', content: 'Weather in both?' }, ...rest],
    })
    expect(losses).toEqual([])
  })

  test('of a Claude client survives two translations', () => {
    const there = forOpenai(claude.readRequest(AGENT_CLAUDE)).body
    const { body } = forAnthropic(openai.readRequest(there))
    expect(body).toEqual({ ...AGENT_CLAUDE, model: 'claude-sonnet-4-5', stream: false })
  })

  test('names every field that the other side does not have', () => {
    const toAnthropic = { ...AGENT_OPENAI, logit_bias: { 1: 2 }, seed: 1, n: 2, logprobs: true }
    expect(forAnthropic(openai.readRequest(toAnthropic)).losses.toSorted()).toEqual([
      'logit_bias',
      'logprobs',
      'n',
      'seed',
    ])
    const toOpenai = { ...AGENT_CLAUDE, top_k: 4, container: 'c', service_tier: 'auto' }
    expect(forOpenai(claude.readRequest(toOpenai)).losses.toSorted()).toEqual([
      'container',
      'service_tier',
      'top_k',
    ])
  })
})

const NAMES = ['chat-text', 'chat-tool', 'chat-tools', 'chat-thinking'] as const

describe('a whole answer', () => {
  for (const name of NAMES) {
    test(`${name} of Anthropic says the same to an OpenAI client`, () => {
      const answer = chatOf(anthropicDialect).readAnswer(jsonFixture(`anthropic/${name}.json`))
      const body = openai.writeAnswer(answer, CONTEXT)
      const again = chatOf(openaiDialect).readAnswer(body)
      expect(again.choices).toEqual(answer.choices)
      expect(again.usage).toEqual(answer.usage)
    })

    test(`${name} of OpenAI says the same to a Claude client`, () => {
      const answer = chatOf(openaiDialect).readAnswer(jsonFixture(`openai/${name}.json`))
      const body = claude.writeAnswer(answer, CONTEXT)
      const again = chatOf(anthropicDialect).readAnswer(body)
      expect(again.choices).toEqual(answer.choices)
      expect(again.usage).toEqual(answer.usage)
    })
  }
})

describe('a stream of Anthropic for an OpenAI client', () => {
  const translated = (name: string) =>
    written(
      openai.streamWriter(CONTEXT),
      eventsOf(reader(anthropicDialect), fixture(`anthropic/${name}.sse`)),
    )

  for (const name of NAMES) {
    test(`${name} adds up to the whole answer in the official client`, async () => {
      const completion = await openaiClientReads(translated(name))
      const answer = chatOf(anthropicDialect).readAnswer(jsonFixture(`anthropic/${name}.json`))
      const whole = openai.writeAnswer(answer, CONTEXT)
      expect(completion.usage).toEqual(whole.usage as never)
      const [streamed] = completion.choices
      const [expected] = whole.choices as { finish_reason: string; message: JsonObject }[]
      expect(streamed?.finish_reason as string).toBe(expected?.finish_reason ?? '')
      expect(streamed?.message.content || null).toEqual(
        (expected?.message.content as never) || null,
      )
      const calls = streamed?.message.tool_calls?.map((call) => {
        return call.type === 'function' && [call.id, call.function.name, call.function.arguments]
      })
      const written = expected?.message.tool_calls as
        | { id: string; function: { name: string; arguments: string } }[]
        | undefined
      expect(calls).toEqual(
        written?.map((call) => [call.id, call.function.name, call.function.arguments]),
      )
    })
  }

  test('a call without arguments comes out as an empty object', async () => {
    const completion = await openaiClientReads(translated('chat-server-tool'))
    expect(completion.choices[0]?.message.tool_calls).toMatchObject([
      { id: 'toolu_2', function: { name: 'no_arguments', arguments: '{}' } },
    ])
  })

  test('signed thoughts come back to Anthropic in the next turn as they were', () => {
    const details = framesOf(translated('chat-thinking')).flatMap(({ json }) => {
      const [choice] = json.choices as { delta: JsonObject }[]
      return (choice?.delta.reasoning_details as JsonObject[] | undefined) ?? []
    })
    const request = openai.readRequest({
      model: 'm',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'It is 4.', reasoning_details: details },
        { role: 'user', content: 'Sure?' },
      ],
    })
    const recorded = jsonFixture('anthropic/chat-thinking.json').content
    const { body, losses } = forAnthropic(request)
    expect(body.messages).toMatchObject([{}, { role: 'assistant', content: recorded as never }, {}])
    expect(losses).toEqual([])
  })
})

describe('a stream of OpenAI for a Claude client', () => {
  const translated = (name: string, size?: number) =>
    written(
      claude.streamWriter(CONTEXT),
      eventsOf(reader(openaiDialect), fixture(`openai/${name}.sse`), size),
    )

  for (const name of [...NAMES, 'chat-tools-interleaved', 'chat-refusal']) {
    test(`${name} follows Anthropic's grammar, however its bytes are torn`, () => {
      const sse = translated(name)
      expect(checkedBlocks(sse).length).toBeGreaterThan(0)
      for (const size of [1, 7, 64]) expect(translated(name, size)).toBe(sse)
    })
  }

  for (const name of NAMES) {
    test(`${name} adds up to the whole answer in the official client`, async () => {
      const message = await anthropicClientReads(translated(name))
      const answer = chatOf(openaiDialect).readAnswer(jsonFixture(`openai/${name}.json`))
      const whole = claude.writeAnswer(answer, CONTEXT)
      expect(JSON.parse(JSON.stringify(message.content))).toEqual(whole.content)
      expect(message.stop_reason as string).toBe(String(whole.stop_reason))
      expect(message.usage).toMatchObject(whole.usage as never)
    })
  }

  test('interleaved tools arrive with their own arguments', async () => {
    const message = await anthropicClientReads(translated('chat-tools-interleaved'))
    expect(message.content).toMatchObject([
      { type: 'tool_use', id: 'call_a', input: { city: '{São} "Paulo"' } },
      { type: 'tool_use', id: 'call_b', input: { zone: 'Asia/Tokyo' } },
    ])
    expect(message.stop_reason).toBe('tool_use')
    expect(message.usage).toMatchObject({ input_tokens: 56, cache_read_input_tokens: 64 })
  })

  test('a refusal is told as one', async () => {
    const message = await anthropicClientReads(translated('chat-refusal'))
    expect(message.stop_reason).toBe('refusal')
  })

  test('cut anywhere, it is well-formed as soon as it is ended', () => {
    const frames = fixture('openai/chat-tools-interleaved.sse').split(/(?<=\n\n)/)
    for (let kept = 5; kept <= frames.length; kept += 1) {
      const events = eventsOf(reader(openaiDialect), frames.slice(0, kept).join(''))
      const sse = written(claude.streamWriter(CONTEXT), events)
      const names = framesOf(sse).map((frame) => frame.name)
      expect(names.filter((name) => name === 'content_block_start').length).toBe(
        names.filter((name) => name === 'content_block_stop').length,
      )
      expect(names.slice(-2)).toEqual(['message_delta', 'message_stop'])
    }
  })
})

function reader(dialect: Dialect): StreamReader {
  return chatOf(dialect).streamReader()
}
