import { describe, expect, test } from 'bun:test'
import { GatewayError, UpstreamError } from '../../../server/domain/errors/gateway-error'
import { usage } from '../../../server/domain/money/usage'
import { openaiDialect as dialect } from '../../../server/relay/formats/dialects/openai'
import type { ChatAnswer, JsonObject } from '../../../server/relay/wire/chat'
import { jsonFixture } from '../protocols/wire'

function readAnswer(answer: JsonObject): ChatAnswer {
  if (dialect.chat === undefined) throw new Error('no chat codec')
  return dialect.chat.readAnswer(answer)
}

function withMessage(message: JsonObject, finish = 'stop'): JsonObject {
  return { id: 'a', model: 'm', choices: [{ index: 0, message, finish_reason: finish }] }
}

function failureOf(answer: JsonObject): unknown {
  try {
    readAnswer(answer)
  } catch (error) {
    return error
  }
  return undefined
}

describe('an answer of OpenAI', () => {
  test('as recorded, with text', () => {
    expect(readAnswer(jsonFixture('openai/chat-text.json'))).toEqual({
      id: 'rec-text',
      model: 'gpt-4o',
      createdSeconds: 1_760_000_000,
      choices: [
        {
          finishReason: 'stop',
          parts: [{ type: 'text', text: 'Grüße, 世界! Two plus two is four.' }],
        },
      ],
      usage: usage({ promptTokens: 12, completionTokens: 9 }),
    })
  })

  test('as recorded, with text and two tools', () => {
    const [choice] = readAnswer(jsonFixture('openai/chat-tools.json')).choices
    expect(choice).toEqual({
      finishReason: 'tool_calls',
      parts: [
        { type: 'text', text: 'Let me look.' },
        {
          type: 'tool_call',
          id: 'call_w1',
          name: 'get_weather',
          argumentsJson: '{"city":"Paris"}',
        },
        {
          type: 'tool_call',
          id: 'call_t2',
          name: 'get_time',
          argumentsJson: '{"zone":"Europe/Paris","format":"24h"}',
        },
      ],
    })
  })

  test('as recorded, with thinking first', () => {
    const [choice] = readAnswer(jsonFixture('openai/chat-thinking.json')).choices
    expect(choice?.parts.map((part) => part.type)).toEqual(['thinking', 'text'])
  })

  test('prefers signed details of thinking over the bare text', () => {
    const message = {
      content: 'So.',
      reasoning: 'Hm.',
      reasoning_details: [
        { type: 'reasoning.text', text: 'Hm.', signature: 'sig' },
        { type: 'reasoning.encrypted', data: 'blob' },
        { type: 'reasoning.text', text: '' },
      ],
    }
    expect(readAnswer(withMessage(message)).choices[0]?.parts).toEqual([
      { type: 'thinking', text: 'Hm.', signature: 'gw-openai:sig' },
      { type: 'redacted_thinking', blob: 'gw-openai:blob' },
      { type: 'text', text: 'So.' },
    ])
  })

  test('leaves the signatures of Claude as they are, for Anthropic to verify', () => {
    const format = 'anthropic-claude-v1'
    const details = [{ type: 'reasoning.text', text: 'Hm.', signature: 'sig', format }]
    const answer = readAnswer(withMessage({ content: 'So.', reasoning_details: details }))
    expect(answer.choices[0]?.parts[0]).toEqual({ type: 'thinking', text: 'Hm.', signature: 'sig' })
  })

  test('a refusal is text with an end of its own', () => {
    const answer = readAnswer(withMessage({ content: null, refusal: 'No.' }))
    expect(answer.choices[0]).toEqual({
      parts: [{ type: 'text', text: 'No.' }],
      finishReason: 'refusal',
    })
  })

  test('imitators may leave ids out, send objects as arguments, or call the old way', () => {
    const loose = { tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] }
    expect(readAnswer(withMessage(loose)).choices[0]?.parts).toEqual([
      { type: 'tool_call', id: '', name: 'f', argumentsJson: '{"x":1}' },
    ])
    const legacy = { content: null, function_call: { name: 'g', arguments: '{}' } }
    expect(readAnswer(withMessage(legacy, 'function_call')).choices[0]).toEqual({
      parts: [{ type: 'tool_call', id: '', name: 'g', argumentsJson: '{}' }],
      finishReason: 'tool_calls',
    })
  })

  test('content in parts is read like text', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'So.' },
    ]
    expect(readAnswer(withMessage({ content })).choices[0]?.parts).toEqual([
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'So.' },
    ])
  })

  const ends = { length: 'length', content_filter: 'content_filter', eos: 'stop' } as const
  for (const [word, reason] of Object.entries(ends)) {
    test(`"${word}" means ${reason}`, () => {
      const answer = readAnswer(withMessage({ content: 'a' }, word))
      expect(answer.choices[0]?.finishReason).toBe(reason)
    })
  }

  test('without choices or message is not an answer', () => {
    for (const answer of [{}, { choices: [] }, { choices: 'x' }, { choices: [{ index: 0 }] }]) {
      const error = failureOf(answer)
      expect(error instanceof GatewayError && error.id).toBe('upstream.invalid_answer')
    }
  })

  test('an error that came with status 200 is still an error', () => {
    const error = failureOf({ error: { message: 'no credit', type: 'billing', code: 402 } })
    if (!(error instanceof UpstreamError)) throw new Error('not recognised')
    expect(error.upstreamMessage).toBe('no credit')
    expect(error.upstreamCode).toBe('402')
    expect(failureOf({ error: null, ...withMessage({ content: 'a' }) })).toBeUndefined()
    const empty = { message: '', type: '', code: null }
    expect(failureOf({ error: empty, ...withMessage({ content: 'a' }) })).toBeUndefined()
  })
})

describe('usage of OpenAI and its imitators, in disjoint classes', () => {
  const count = (value: JsonObject) => dialect.meter.fromJson({ usage: value }, 'chat')

  test('cached, written and audio text come out of the prompt', () => {
    expect(
      count({
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 10, audio_tokens: 20 },
        completion_tokens_details: { reasoning_tokens: 15, audio_tokens: 30 },
      }),
    ).toEqual(
      usage({
        promptTokens: 30,
        cacheReadTokens: 40,
        cacheWriteTokens: 10,
        audioPromptTokens: 20,
        completionTokens: 20,
        reasoningTokens: 15,
        audioCompletionTokens: 30,
      }),
    )
  })

  test('DeepSeek and Moonshot name cached text elsewhere', () => {
    const counts = { prompt_tokens: 100, completion_tokens: 1 }
    const expected = usage({ promptTokens: 36, cacheReadTokens: 64, completionTokens: 1 })
    const deepseek = { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }
    expect(count({ ...counts, ...deepseek })).toEqual(expected)
    expect(count({ ...counts, cached_tokens: 64 })).toEqual(expected)
  })

  test('xAI leaves reasoning out of the completion, OpenAI does not', () => {
    const details = { completion_tokens_details: { reasoning_tokens: 200 } }
    const xai = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 215, ...details }
    expect(count(xai)).toEqual(
      usage({ promptTokens: 10, completionTokens: 205, reasoningTokens: 200 }),
    )
    const openai = { prompt_tokens: 10, completion_tokens: 205, total_tokens: 215, ...details }
    expect(count(openai)).toEqual(
      usage({ promptTokens: 10, completionTokens: 205, reasoningTokens: 200 }),
    )
  })

  test('counts that contradict each other never become negative', () => {
    const details = { prompt_tokens_details: { cached_tokens: 999, audio_tokens: 5 } }
    expect(count({ prompt_tokens: 10, completion_tokens: 1, ...details })).toEqual(
      usage({ cacheReadTokens: 10, completionTokens: 1 }),
    )
    expect(count({ prompt_tokens: -5, completion_tokens: 1.5 })).toBeUndefined()
  })

  test('embeddings have a prompt only, moderations nothing', () => {
    expect(count({ prompt_tokens: 8, total_tokens: 8 })).toEqual(usage({ promptTokens: 8 }))
    expect(dialect.meter.fromJson({ id: 'modr', results: [] }, 'moderations')).toBeUndefined()
  })
})

describe('an error of an OpenAI upstream', () => {
  const read = (body: unknown, status = 400) =>
    dialect.readError(status, typeof body === 'string' ? body : JSON.stringify(body))

  test('with an error object is taken over whole', () => {
    const error = { message: 'Bad', type: 'invalid_request_error', param: 'n', code: 'c' }
    expect(read({ error })).toEqual(error)
  })

  const shapes: readonly (readonly [string, unknown])[] = [
    ['a text in error', { error: 'Bad' }],
    ['message', { message: 'Bad' }],
    ['msg', { code: 1, msg: 'Bad' }],
    ['err', { err: 'Bad' }],
    ['error_msg', { error_code: 17, error_msg: 'Bad' }],
    ['header.message', { header: { message: 'Bad' } }],
    ['response.error.message', { response: { error: { message: 'Bad' } } }],
    ['detail', { detail: 'Bad' }],
    ['a list of details', { detail: [{ msg: 'Bad' }] }],
    ['a list of errors', [{ error: { message: 'Bad' } }]],
    ['plain words', 'Bad'],
    ['a JSON text', '"Bad"'],
  ]
  for (const [name, body] of shapes) {
    test(`is found in ${name}`, () => {
      expect(read(body).message).toBe('Bad')
    })
  }

  const silent = [
    '<html><body>secret page</body></html>',
    '',
    '{"a":',
    'x'.repeat(5000),
    '{}',
    '[]',
  ]
  for (const body of silent) {
    test(`is told by its status when the body is ${JSON.stringify(body.slice(0, 20))}`, () => {
      expect(read(body, 503).message).toBe('bad response status code 503')
    })
  }

  test('never fills the log', () => {
    expect(read({ error: { message: 'x'.repeat(9000) } }).message).toHaveLength(2000)
  })
})
