/** Chats as OpenAI's Responses has them, in the parts that the recordings do not tell. */
import { describe, expect, test } from 'bun:test'
import { markSignature } from '../../../server/relay/formats/chat/signatures'
import { responsesDialect } from '../../../server/relay/formats/dialects/responses'
import type { ChatEvent, ChatRequest, JsonObject, Part } from '../../../server/relay/wire/chat'
import { chatRequest, upstreamCall } from '../protocols/wire'

const { chat } = responsesDialect
if (chat === undefined) throw new Error('no chat codec')
const { encode, readAnswer, streamReader } = chat

function encoded(request: Partial<ChatRequest>) {
  return encode(chatRequest(request), upstreamCall({ call: { upstreamModel: 'gpt-5.6' } }))
}

function inputOf(...parts: readonly Part[]): unknown {
  return encoded({ messages: [{ role: 'user', parts }] }).body.input
}

const PROOF = markSignature('responses', 'gAAAA')
const IMAGE = { type: 'image', source: { kind: 'url', url: 'https://x.test/a.png' } } as const

describe('what is asked', () => {
  test('media of every kind', () => {
    const pdf = { kind: 'base64', mediaType: 'application/pdf', base64: 'JVBE' } as const
    const parts: readonly Part[] = [
      IMAGE,
      { type: 'file', source: pdf },
      { type: 'file', source: { kind: 'url', url: 'https://x.test/b.pdf' } },
      { type: 'audio', mediaType: 'audio/mpeg', base64: 'SUQz' },
    ]
    expect(inputOf(...parts)).toEqual([
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'https://x.test/a.png', detail: 'auto' },
          {
            type: 'input_file',
            filename: 'document.pdf',
            file_data: 'data:application/pdf;base64,JVBE',
          },
          { type: 'input_file', file_url: 'https://x.test/b.pdf' },
          { type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } },
        ],
      },
    ])
  })

  test('results with their pictures, before what the user says besides', () => {
    const request = encoded({
      messages: [
        {
          role: 'assistant',
          parts: [
            { type: 'thinking', text: 'Hm.', signature: PROOF },
            { type: 'redacted_thinking', blob: PROOF },
            { type: 'tool_call', id: 'call_1', name: 'look', argumentsJson: '' },
          ],
        },
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Go on.' },
            {
              type: 'tool_result',
              toolCallId: 'call_1',
              parts: [{ type: 'text', text: 'here' }, IMAGE],
              isError: true,
            },
          ],
        },
      ],
    })
    const call_id = 'call_1'
    expect(request.body.input).toEqual([
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
        encrypted_content: 'gAAAA',
      },
      { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' },
      { type: 'function_call', call_id, name: 'look', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id,
        output: [
          { type: 'input_text', text: 'here' },
          { type: 'input_image', image_url: 'https://x.test/a.png', detail: 'auto' },
        ],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
    ])
    expect(request.losses).toEqual(['tool_result.is_error'])
  })

  test('no reasoning of other vendors, and none that led to nothing', () => {
    const { body, losses } = encoded({
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'thinking', text: 'unsigned' },
            { type: 'thinking', text: 'theirs', signature: markSignature('gemini', 'x') },
            { type: 'text', text: 'Hello' },
            { type: 'redacted_thinking', blob: PROOF },
          ],
        },
        { role: 'user', parts: [{ type: 'text', text: 'Bye' }] },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('reasoning"')
    expect(losses).toEqual(['messages.thinking'])
  })

  test('what it has no field for is named', () => {
    const wishes = {
      ...{ stop: ['END'], seed: 1, answers: 2, topK: 3, temperature: 0.5, topP: 0.5 },
      ...{ frequencyPenalty: 1, presencePenalty: 1, maxTokens: 5 },
    }
    const { body, losses } = encoded(wishes)
    expect(Object.keys(body).sort()).toEqual(
      ['include', 'input', 'max_output_tokens', 'model', 'store', 'stream'].sort(),
    )
    expect(body.max_output_tokens).toBe(16)
    expect(losses.toSorted()).toEqual([
      ...['frequency_penalty', 'max_tokens:16', 'n', 'presence_penalty', 'seed', 'stop'],
      ...['temperature', 'top_k', 'top_p'],
    ])
  })

  test('an answer in JSON, with its prompt where the word is looked for', () => {
    const system = [{ type: 'text', text: 'Say it in JSON.' }] as const
    const { body } = encoded({ system, responseFormat: { type: 'json_object' } })
    expect(body.text).toEqual({ format: { type: 'json_object' } })
    expect(body).not.toHaveProperty('instructions')
    expect(body.input).toMatchObject([{ role: 'developer' }, { role: 'user' }])
    const schema = { type: 'object' }
    const shaped = encoded({ system, responseFormat: { type: 'json_schema', schema } })
    expect(shaped.body).toMatchObject({
      instructions: 'Say it in JSON.',
      text: { format: { type: 'json_schema', name: 'answer', schema } },
    })
  })

  test('tools and the choice among them, never strict unless so wished', () => {
    const tools = [{ name: 'a' }, { name: 'b', strict: true, parameters: { type: 'object' } }]
    const { body } = encoded({ tools, toolChoice: { mode: 'tool', name: 'b' } })
    expect(body.tools).toEqual([
      {
        type: 'function',
        name: 'a',
        parameters: { type: 'object', properties: {} },
        strict: false,
      },
      {
        type: 'function',
        name: 'b',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        strict: true,
      },
    ])
    expect(body.tool_choice).toEqual({ type: 'function', name: 'b' })
  })
})

const CITATION = { type: 'url_citation', start_index: 0, end_index: 4, url: 'https://zoo.test' }
const REFUSAL = { type: 'refusal', refusal: 'No.' }

function response(output: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { id: 'resp_1', model: 'gpt-5.6', status: 'completed', error: null, output, ...more }
}

function message(...content: readonly JsonObject[]): JsonObject {
  return { id: 'msg_1', type: 'message', role: 'assistant', content }
}

function textPart(text: string, annotations: readonly JsonObject[] = []): JsonObject {
  return { type: 'output_text', text, annotations }
}

describe('what is answered', () => {
  test('citations count from their own part', () => {
    const parts = [textPart('First. '), textPart('Tall birds.', [CITATION])]
    const [choice] = readAnswer(response([message(...parts)])).choices
    expect(choice?.parts[1]).toMatchObject({
      text: 'Tall birds.',
      citations: [{ text: 'Tall', span: { start: 7 }, sources: [{ url: 'https://zoo.test' }] }],
    })
  })

  test.each([
    [message(REFUSAL), {}, 'refusal'],
    [message(textPart('A')), { status: 'incomplete', incomplete_details: null }, 'length'],
    [
      message(textPart('A')),
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      'content_filter',
    ],
    [{ type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' }, {}, 'tool_calls'],
    [{ type: 'web_search_call', id: 'ws_1' }, {}, 'stop'],
  ] as const)('ends as it says: %j %j', (item, more, reason) => {
    expect(readAnswer(response([item], more)).choices[0]?.finishReason).toBe(reason)
  })

  test('what is no answer is none', () => {
    expect(() => readAnswer({ id: 'resp_1' })).toThrow()
    const error = { code: 'server_error', message: 'tired' }
    expect(() => readAnswer(response([], { status: 'failed', error }))).toThrow('tired')
  })
})

function events(...frames: readonly JsonObject[]): readonly ChatEvent[] {
  const reader = streamReader()
  return frames.flatMap((frame) => reader.read('', JSON.stringify(frame)))
}

describe('what is streamed', () => {
  test('paragraphs of a summary, and a proof for what nobody sees', () => {
    const at = { output_index: 0 }
    const part = { type: 'response.reasoning_summary_part.added', ...at }
    const delta = { type: 'response.reasoning_summary_text.delta', ...at }
    const item = { type: 'reasoning', encrypted_content: 'gAAAA' }
    const done = { type: 'response.output_item.done', item }
    expect(
      events(
        part,
        { ...delta, delta: 'One.' },
        part,
        { ...delta, delta: 'Two.' },
        { ...done, ...at },
        { ...done, output_index: 1 },
      ),
    ).toEqual([
      { type: 'thinking', text: 'One.' },
      { type: 'thinking', text: '\n\n' },
      { type: 'thinking', text: 'Two.' },
      { type: 'signature', signature: PROOF },
      { type: 'redacted_thinking', blob: PROOF },
    ])
  })

  test('items that come whole, from servers that imitate the vendor', () => {
    const call = { type: 'function_call', call_id: 'c', name: 'n', arguments: '{"a":1}' }
    const items = [message(textPart('Tall birds.', [CITATION])), message(REFUSAL), call]
    const done = items.map((item, output_index) => ({
      type: 'response.output_item.done',
      output_index,
      item,
    }))
    const end = { type: 'response.completed', response: response(items) }
    expect(events(...done, end)).toMatchObject([
      { type: 'text', text: 'Tall birds.' },
      { type: 'text', text: 'No.' },
      { type: 'tool_call', index: 0, id: 'c', name: 'n' },
      { type: 'tool_arguments', index: 0, json: '{"a":1}' },
      { type: 'citation', citation: { text: 'Tall' } },
      { type: 'finish', reason: 'refusal' },
    ])
  })

  test('failures, in both of their forms', () => {
    const error = { code: 'rate_limit_exceeded', message: 'slow down' }
    const told = { type: 'error', message: 'slow down', vendorCode: 'rate_limit_exceeded' }
    const failed = { type: 'response.failed', response: response([], { status: 'failed', error }) }
    expect(events(failed)).toMatchObject([told])
    expect(events({ type: 'error', ...error })).toMatchObject([told])
  })
})
