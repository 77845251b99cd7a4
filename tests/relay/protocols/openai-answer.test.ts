import { describe, expect, test } from 'bun:test'
import { GatewayError, UpstreamError } from '../../../server/domain/errors/gateway-error'
import { usage } from '../../../server/domain/money/usage'
import { openaiProtocol } from '../../../server/relay/formats/protocols/openai'
import type { ChatEvent } from '../../../server/relay/wire/chat'
import { CONTEXT, framesOf, openaiClientReads, written } from './wire'

const START: ChatEvent = { type: 'start', id: 'msg_1', model: 'claude' }

function stream(events: readonly ChatEvent[], includeUsage = true): string {
  return written(openaiProtocol.streamWriter({ ...CONTEXT, includeUsage }), events)
}

describe('a whole OpenAI answer', () => {
  test('counts cached text inside the prompt and names every class', () => {
    const body = openaiProtocol.writeAnswer(
      {
        id: 'msg_1',
        model: 'claude',
        choices: [{ parts: [{ type: 'text', text: 'Hi' }], finishReason: 'stop_sequence' }],
        usage: usage({
          promptTokens: 10,
          cacheReadTokens: 5,
          cacheWriteTokens: 3,
          audioPromptTokens: 2,
          completionTokens: 7,
          reasoningTokens: 4,
        }),
      },
      CONTEXT,
    )
    expect(body).toMatchObject({
      id: 'chatcmpl-msg_1',
      object: 'chat.completion',
      created: 1_760_000_001,
      model: 'client-model',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          logprobs: null,
          message: { role: 'assistant', content: 'Hi', refusal: null },
        },
      ],
      usage: {
        prompt_tokens: 20,
        completion_tokens: 7,
        total_tokens: 27,
        prompt_tokens_details: { cached_tokens: 5, audio_tokens: 2, cache_write_tokens: 3 },
        completion_tokens_details: { reasoning_tokens: 4, audio_tokens: 0 },
      },
    })
  })

  test('joins all texts, shows thinking beside them, gives empty arguments as an object', () => {
    const body = openaiProtocol.writeAnswer(
      {
        id: '',
        model: '',
        choices: [
          {
            finishReason: 'stop',
            parts: [
              { type: 'thinking', text: 'Hm.', signature: 'sig' },
              { type: 'redacted_thinking', blob: 'blob' },
              { type: 'text', text: 'One, ' },
              { type: 'text', text: 'two.' },
              { type: 'tool_call', id: 'a', name: 'f', argumentsJson: '' },
            ],
          },
        ],
      },
      CONTEXT,
    )
    const format = 'anthropic-claude-v1'
    expect(body.choices).toEqual([
      {
        index: 0,
        logprobs: null,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: 'One, two.',
          refusal: null,
          reasoning_content: 'Hm.',
          reasoning_details: [
            { type: 'reasoning.text', index: 0, text: 'Hm.', signature: 'sig', format },
            { type: 'reasoning.encrypted', index: 1, data: 'blob', format },
          ],
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
      },
    ])
    expect(body.id).toBe('chatcmpl-req-7')
    expect('usage' in body).toBe(false)
  })

  test('content is null beside tool calls only', () => {
    const choice = (parts: []) => ({ parts, finishReason: 'stop' }) as const
    const empty = openaiProtocol.writeAnswer({ id: '', model: '', choices: [choice([])] }, CONTEXT)
    expect(empty).toMatchObject({ choices: [{ message: { content: '' } }] })
  })
})

describe('an OpenAI stream', () => {
  test('begins with the role, ends with usage and [DONE], and says usage null in between', () => {
    const sse = stream([
      START,
      { type: 'text', text: 'Hi' },
      { type: 'finish', reason: 'length' },
      { type: 'usage', usage: usage({ promptTokens: 3, completionTokens: 1 }) },
    ])
    expect(sse.endsWith('data: [DONE]\n\n')).toBe(true)
    const chunks = framesOf(sse).map((frame) => frame.json)
    expect(chunks.map((chunk) => chunk.choices)).toEqual([
      [
        {
          index: 0,
          delta: { role: 'assistant', content: '' },
          logprobs: null,
          finish_reason: null,
        },
      ],
      [{ index: 0, delta: { content: 'Hi' }, logprobs: null, finish_reason: null }],
      [{ index: 0, delta: {}, logprobs: null, finish_reason: 'length' }],
      [],
    ])
    expect(chunks.map((chunk) => chunk.usage === null)).toEqual([true, true, true, false])
    expect(new Set(chunks.map((chunk) => chunk.id))).toEqual(new Set(['chatcmpl-msg_1']))
  })

  test('has no trace of usage when the client did not ask', () => {
    const sse = stream([START, { type: 'usage', usage: usage({ promptTokens: 3 }) }], false)
    expect(sse).not.toContain('usage')
  })

  test('of an upstream that said nothing is still whole', async () => {
    const completion = await openaiClientReads(stream([]))
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: '' } })
  })

  test('is finished once, even if the upstream says so twice', () => {
    const finish: ChatEvent = { type: 'finish', reason: 'stop' }
    const sse = stream([START, finish, finish])
    expect(sse.split('"finish_reason":"stop"')).toHaveLength(2)
  })

  test('gives a call without arguments an empty object before it ends', async () => {
    const completion = await openaiClientReads(
      stream([
        START,
        { type: 'tool_call', index: 0, id: 'a', name: 'f' },
        { type: 'finish', reason: 'stop' },
      ]),
    )
    expect(completion.choices[0]?.finish_reason).toBe('tool_calls')
    expect(completion.choices[0]?.message.tool_calls).toMatchObject([
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
    ])
  })

  test('numbers thoughts so that fragments and signatures can be put together', () => {
    const sse = stream([
      START,
      { type: 'thinking', text: 'One ' },
      { type: 'thinking', text: 'two.' },
      { type: 'signature', signature: 'sig' },
      { type: 'redacted_thinking', blob: 'blob' },
      { type: 'thinking', text: 'Three.' },
      { type: 'text', text: 'So.' },
      { type: 'thinking', text: 'Four.' },
    ])
    const details = framesOf(sse).flatMap(({ json }) => {
      const [choice] = json.choices as { delta: { reasoning_details?: { index: number }[] } }[]
      return choice?.delta.reasoning_details?.map((detail) => detail.index) ?? []
    })
    expect(details).toEqual([0, 0, 0, 1, 2, 3])
  })

  test('keeps parallel answers apart', async () => {
    const completion = await openaiClientReads(
      stream([
        START,
        { type: 'text', text: 'a', choice: 0 },
        { type: 'text', text: 'b', choice: 1 },
        { type: 'finish', reason: 'stop', choice: 1 },
        { type: 'finish', reason: 'content_filter', choice: 0 },
      ]),
    )
    expect(completion.choices.map((choice) => choice.message.content)).toEqual(['a', 'b'])
    expect(completion.choices.map((choice) => choice.finish_reason)).toEqual([
      'content_filter',
      'stop',
    ])
  })
})

describe('an OpenAI error', () => {
  test('inside a stream is one frame without [DONE]', () => {
    const frame = openaiProtocol.errorFrame(new GatewayError('upstream.cut'), 'req-7', 'en')
    const [read] = framesOf(frame)
    expect(read?.json).toMatchObject({ error: { type: 'upstream_error', code: 'upstream_cut' } })
    expect(frame).toContain('req-7')
    expect(frame).not.toContain('[DONE]')
  })

  test("carries the upstream's own words", () => {
    const error = new UpstreamError({ status: 400, message: 'too long', type: 't', code: 'c' })
    expect(openaiProtocol.writeError(error, 'r', 'en')).toMatchObject({
      error: { message: 'too long (request id: r)', type: 't', code: 'c' },
    })
  })
})
