/** Why an answer ends, and what it used, in the words of vendors with a format of their own. */
import { describe, expect, test } from 'bun:test'
import { cohereDialect } from '../../../server/relay/formats/dialects/cohere'
import type { Dialect } from '../../../server/relay/formats/dialects/dialect'
import { difyDialect } from '../../../server/relay/formats/dialects/dify'
import { ernieDialect } from '../../../server/relay/formats/dialects/ernie'
import { hunyuanDialect } from '../../../server/relay/formats/dialects/hunyuan'
import { ollamaDialect } from '../../../server/relay/formats/dialects/ollama'
import type { ChatEvent, FinishReason, JsonObject } from '../../../server/relay/wire/chat'
import { fixture } from '../../support/upstream'

function whole(dialect: Dialect, path: string, more: JsonObject) {
  const answer = dialect.chat?.readAnswer({ ...JSON.parse(fixture(path)), ...more })
  return answer ?? expect.unreachable()
}

function streamed({ chat }: Dialect, frames: readonly JsonObject[]): readonly ChatEvent[] {
  const reader = chat?.streamReader() ?? expect.unreachable()
  return frames.flatMap((frame) => reader.read('', JSON.stringify(frame)))
}

const finishOf = (events: readonly ChatEvent[]) =>
  events.find((event) => event.type === 'finish')?.reason

describe('an answer ends', () => {
  test.each<[Dialect, string, JsonObject, FinishReason]>([
    [cohereDialect, 'cohere/chat-text.json', { finish_reason: 'MAX_TOKENS' }, 'length'],
    [cohereDialect, 'cohere/chat-text.json', { finish_reason: 'STOP_SEQUENCE' }, 'stop_sequence'],
    [ernieDialect, 'ernie/chat-text.json', { is_truncated: true }, 'length'],
    [ernieDialect, 'ernie/chat-text.json', { finish_reason: 'length' }, 'length'],
    [ernieDialect, 'ernie/chat-text.json', { need_clear_history: true }, 'content_filter'],
    [ernieDialect, 'ernie/chat-text.json', { finish_reason: 'content_filter' }, 'content_filter'],
    [ollamaDialect, 'ollama/chat-text.json', { done_reason: 'length' }, 'length'],
  ])('%# as it says', (dialect, path, more, reason) => {
    expect(whole(dialect, path, more).choices[0]?.finishReason).toBe(reason)
  })

  test('by a word that nobody knows, because the provider broke it off', () => {
    const odd = { finish_reason: 'SOMETHING_NEW' }
    expect(() => whole(cohereDialect, 'cohere/chat-text.json', odd)).toThrow('broke off')
  })

  test('at Tencent when its words are not fit to be read', () => {
    const choice = { Delta: { Role: 'assistant', Content: '' }, FinishReason: 'sensitive' }
    expect(finishOf(streamed(hunyuanDialect, [{ Choices: [choice] }]))).toBe('content_filter')
  })

  test('at Dify when something else is said in its place', () => {
    const events = streamed(difyDialect, [
      { event: 'message', conversation_id: 'c', answer: 'Well, ' },
      { event: 'message_replace', conversation_id: 'c', answer: 'No.' },
      { event: 'message', conversation_id: 'c', answer: 'more' },
      { event: 'message_end', conversation_id: 'c', metadata: {} },
    ])
    const said = events.flatMap((event) => (event.type === 'text' ? event.text : []))
    expect({ said: said.join(''), reason: finishOf(events) }).toEqual({
      said: 'Well, \nNo.',
      reason: 'content_filter',
    })
  })
})

describe('what was used', () => {
  test('is what is billed, with what came from a cache apart', () => {
    const usage = {
      billed_units: { input_tokens: 100, output_tokens: 7, search_units: 1 },
      tokens: { input_tokens: 900, output_tokens: 9 },
      cached_tokens: 40,
    }
    expect(whole(cohereDialect, 'cohere/chat-text.json', { usage }).usage).toMatchObject({
      promptTokens: 60,
      cacheReadTokens: 40,
      completionTokens: 7,
      searchUnits: 1,
    })
  })

  test('is worked out of the sum where the answer alone is not told', () => {
    const usage = { prompt_tokens: 12, completion_tokens: 0, total_tokens: 30 }
    expect(whole(ernieDialect, 'ernie/chat-text.json', { usage }).usage).toMatchObject({
      promptTokens: 12,
      completionTokens: 18,
    })
  })

  test.each([
    [cohereDialect, 'cohere/chat-text.json', { usage: {} }],
    [ernieDialect, 'ernie/chat-text.json', { usage: { prompt_tokens: -1 } }],
    [ollamaDialect, 'ollama/chat-text.json', { prompt_eval_count: undefined }],
    [difyDialect, 'dify/chat-text.json', { metadata: {} }],
    [difyDialect, 'dify/chat-text.json', { metadata: { usage: { total_tokens: 1e12 } } }],
  ])('%# is counted here where nothing is told that can be true', (dialect, path, more) => {
    expect(whole(dialect, path, more).usage).toBeUndefined()
  })

  test('of a workflow is the whole sum, whatever its steps say', () => {
    const run = { status: 'succeeded', outputs: { a: 1, b: 2 }, total_tokens: 50 }
    const events = streamed(difyDialect, [{ event: 'workflow_finished', data: run }])
    expect(events).toContainEqual({ type: 'text', text: '{"a":1,"b":2}' })
    expect(events.find((event) => event.type === 'usage')?.usage).toMatchObject({
      promptTokens: 50,
      completionTokens: 0,
    })
  })
})

test.each([cohereDialect, difyDialect, ernieDialect, hunyuanDialect, ollamaDialect])(
  '%# refuses what is no answer',
  ({ chat }) => {
    for (const answer of [{}, { message: 7 }, { data: [] }, { Response: {} }, { choices: {} }]) {
      expect(() => chat?.readAnswer(answer)).toThrow('upstream.invalid_answer')
    }
    expect(() => chat?.streamReader().read('', '{"half')).toThrow('upstream.invalid_answer')
  },
)
