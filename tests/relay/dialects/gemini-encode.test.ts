import { describe, expect, test } from 'bun:test'
import { encodeChat } from '../../../server/relay/formats/dialects/gemini/encode'
import type { ChatMessage, ChatRequest, JsonObject } from '../../../server/relay/wire/chat'
import { callTo, requestWith, SETTINGS } from './gemini-calls'

const FLASH = 'gemini-2.5-flash'

function encode(part: Partial<ChatRequest>, model = FLASH) {
  return encodeChat(requestWith(part), callTo(model))
}

function contentsOf(messages: readonly ChatMessage[], model = FLASH) {
  return encode({ messages }, model).body.contents
}

function configOf(part: Partial<ChatRequest>, model = FLASH) {
  const { body, losses } = encode(part, model)
  return { config: body.generationConfig as JsonObject | undefined, losses }
}

const WEATHER_CALL = {
  type: 'tool_call',
  id: 'call_w1',
  name: 'get_weather',
  argumentsJson: '{"city":"Paris"}',
} as const

describe('the conversation', () => {
  test('a plain question has nothing but its text', () => {
    const { body, losses } = encode({})
    expect(body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
    expect(losses).toEqual([])
  })

  test('system texts become the system instruction', () => {
    const system = [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: '' },
      { type: 'text', text: 'Be kind.' },
    ] as const
    expect(encode({ system }).body.systemInstruction).toEqual({
      parts: [{ text: 'Be brief.' }, { text: 'Be kind.' }],
    })
  })

  test('neighbours of one role are one turn and an empty turn is filled', () => {
    const contents = contentsOf([
      { role: 'user', parts: [{ type: 'text', text: 'a' }] },
      { role: 'user', parts: [{ type: 'text', text: 'b' }] },
      { role: 'assistant', parts: [{ type: 'text', text: '' }] },
      { role: 'user', parts: [{ type: 'text', text: 'c' }] },
    ])
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'model', parts: [{ text: '...' }] },
      { role: 'user', parts: [{ text: 'c' }] },
    ])
  })

  test.each([
    ['no message at all', []],
    ['a first turn of the model', [{ role: 'assistant', parts: [] }]],
  ] as const)('%s still begins with the user', (_name, messages) => {
    expect(contentsOf(messages)).toMatchObject([
      { role: 'user', parts: [{ text: '...' }] },
      ...messages.map(() => ({ role: 'model' })),
    ])
  })

  test('several tool results answer their calls by name and id in one turn', () => {
    const timeCall = { ...WEATHER_CALL, id: 'call_t2', name: 'get_time', argumentsJson: '' }
    const contents = contentsOf([
      { role: 'user', parts: [{ type: 'text', text: 'weather and time?' }] },
      { role: 'assistant', parts: [WEATHER_CALL, timeCall] },
      {
        role: 'user',
        parts: [
          {
            type: 'tool_result',
            toolCallId: 'call_w1',
            parts: [{ type: 'text', text: '{"degrees":21}' }],
          },
          { type: 'tool_result', toolCallId: 'call_t2', parts: [{ type: 'text', text: '[9]' }] },
        ],
      },
    ])
    expect(contents).toMatchObject([
      { role: 'user' },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'call_w1', name: 'get_weather', args: { city: 'Paris' } } },
          { functionCall: { id: 'call_t2', name: 'get_time', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: { id: 'call_w1', name: 'get_weather', response: { degrees: 21 } },
          },
          { functionResponse: { id: 'call_t2', name: 'get_time', response: { content: '[9]' } } },
        ],
      },
    ])
  })

  test('a failed tool says so, and its picture follows it', () => {
    const contents = contentsOf([
      {
        role: 'user',
        parts: [
          {
            type: 'tool_result',
            toolCallId: 'call_w1',
            name: 'get_weather',
            isError: true,
            parts: [
              { type: 'text', text: 'no such city' },
              {
                type: 'image',
                source: { kind: 'base64', mediaType: 'image/png', base64: 'AAAA' },
              },
            ],
          },
        ],
      },
    ])
    expect(contents).toMatchObject([
      {
        parts: [
          { functionResponse: { name: 'get_weather', response: { error: 'no such city' } } },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
        ],
      },
    ])
  })

  test('a result without a matching call is sent under its id and reported', () => {
    const { body, losses } = encode({
      messages: [{ role: 'user', parts: [{ type: 'tool_result', toolCallId: 'x9', parts: [] }] }],
    })
    expect(body.contents).toMatchObject([{ parts: [{ functionResponse: { name: 'x9' } }] }])
    expect(losses).toEqual(['messages.tool_call_id'])
  })

  test('arguments that are not an object are replaced and reported', () => {
    const { body, losses } = encode({
      messages: [{ role: 'assistant', parts: [{ ...WEATHER_CALL, argumentsJson: '{"city":' }] }],
    })
    expect(body.contents).toMatchObject([
      { role: 'user' },
      { parts: [{ functionCall: { args: {} } }] },
    ])
    expect(losses).toEqual(['messages.tool_calls.function.arguments'])
  })

  test('pictures, files and sounds travel inline, a leftover address as a file', () => {
    const base64 = { kind: 'base64', mediaType: 'application/pdf', base64: 'JVBE' } as const
    const contents = contentsOf([
      {
        role: 'user',
        parts: [
          { type: 'file', source: base64 },
          { type: 'audio', mediaType: 'audio/wav', base64: 'UklG' },
          { type: 'image', source: { kind: 'url', url: 'https://a.example/x.png' } },
        ],
      },
    ])
    expect(contents).toMatchObject([
      {
        parts: [
          { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
          { inlineData: { mimeType: 'audio/wav', data: 'UklG' } },
          { fileData: { fileUri: 'https://a.example/x.png' } },
        ],
      },
    ])
  })
})

describe('thought signatures', () => {
  const thinking = { type: 'thinking', text: 'hm', signature: 'gw-gemini:c2ln' } as const

  test('a signature of thinking goes to the part that follows it', () => {
    const contents = contentsOf([
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', parts: [thinking, { type: 'text', text: 'a' }] },
    ])
    expect(contents).toMatchObject([
      {},
      {
        parts: [
          { text: 'hm', thought: true },
          { text: 'a', thoughtSignature: 'c2ln' },
        ],
      },
    ])
  })

  test('a signature that nothing follows is sent alone', () => {
    const contents = contentsOf([{ role: 'assistant', parts: [thinking] }])
    expect(contents).toMatchObject([
      {},
      {
        parts: [
          { text: 'hm', thought: true },
          { text: '', thoughtSignature: 'c2ln' },
        ],
      },
    ])
  })

  test("a call's own signature stays on the call", () => {
    const call = { ...WEATHER_CALL, signature: 'b3du' }
    const contents = contentsOf([{ role: 'assistant', parts: [thinking, call] }])
    expect(contents).toMatchObject([{}, { parts: [{}, { thoughtSignature: 'b3du' }] }])
  })

  test('Gemini 3 gets the documented mark on an unsigned first call only', () => {
    const messages: readonly ChatMessage[] = [
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', parts: [WEATHER_CALL, { ...WEATHER_CALL, id: 'call_w2' }] },
    ]
    const marked = { thoughtSignature: 'skip_thought_signature_validator' }
    expect(contentsOf(messages, 'gemini-3-pro-preview')).toMatchObject([
      {},
      { parts: [marked, {}] },
    ])
    expect(
      JSON.stringify(contentsOf(messages, 'gemini-3-pro-preview')).match(/skip_/g),
    ).toHaveLength(1)
    expect(JSON.stringify(contentsOf(messages))).not.toContain('skip_')
  })
})

describe('generation config', () => {
  test('every sampling field has its place', () => {
    const { config, losses } = configOf({
      temperature: 0,
      topP: 0.5,
      topK: 4,
      maxTokens: 100,
      stop: ['END', ''],
      seed: 7,
      answers: 2,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
    })
    expect(config).toEqual({
      temperature: 0,
      topP: 0.5,
      topK: 4,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      seed: 7,
      candidateCount: 2,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
    })
    expect(losses).toEqual([])
  })

  test('more than five stop texts and a 64-bit seed are reported', () => {
    const { config, losses } = configOf({ stop: ['1', '2', '3', '4', '5', '6'], seed: 2 ** 40 })
    expect(config).toEqual({ stopSequences: ['1', '2', '3', '4', '5'] })
    expect(losses).toEqual(['stop', 'seed'])
  })

  test('what has no place is named, extra fields of the client included', () => {
    const { losses } = encode({
      user: 'u1',
      parallelToolCalls: false,
      tools: [{ name: 'f', strict: true, cacheControl: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          name: 'Ann',
          parts: [
            {
              type: 'image',
              detail: 'low',
              source: { kind: 'base64', mediaType: 'image/png', base64: 'AA' },
            },
          ],
        },
        { role: 'assistant', parts: [{ type: 'redacted_thinking', blob: 'x' }] },
      ],
      unmapped: { logit_bias: { '1': 2 } },
    })
    expect([...losses].sort()).toEqual([
      'cache_control',
      'logit_bias',
      'messages.image_url.detail',
      'messages.name',
      'messages.redacted_thinking',
      'parallel_tool_calls',
      'tools.strict',
      'user',
    ])
  })

  test('JSON answers are asked for with or without a schema', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }
    expect(configOf({ responseFormat: { type: 'json_object' } }).config).toEqual({
      responseMimeType: 'application/json',
    })
    expect(configOf({ responseFormat: { type: 'json_schema', schema } }).config).toEqual({
      responseMimeType: 'application/json',
      responseSchema: schema,
    })
  })

  test('safety thresholds come from the options, by category or default', () => {
    const settings = {
      ...SETTINGS,
      geminiSafety: { default: 'OFF', HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE' },
    }
    const { body } = encodeChat(requestWith(), callTo(FLASH, { settings }))
    expect(body.safetySettings).toHaveLength(5)
    expect(body.safetySettings).toContainEqual({
      category: 'HARM_CATEGORY_HARASSMENT',
      threshold: 'BLOCK_NONE',
    })
    expect(body.safetySettings).toContainEqual({
      category: 'HARM_CATEGORY_HATE_SPEECH',
      threshold: 'OFF',
    })
  })
})
