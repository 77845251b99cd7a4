import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { openaiProtocol } from '../../../server/relay/formats/protocols/openai'
import type { JsonObject } from '../../../server/relay/wire/chat'

const USER = { role: 'user', content: 'Hi' }

function read(part: JsonObject) {
  return openaiProtocol.readRequest({ model: 'gpt-4o', messages: [USER], ...part })
}

function refusal(body: JsonObject): GatewayError {
  try {
    openaiProtocol.readRequest(body)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('the request was accepted')
}

describe('an OpenAI request that is not valid names the field', () => {
  const BASE = { model: 'gpt-4o', messages: [USER] }
  const cases: readonly (readonly [field: string, body: JsonObject])[] = [
    ['messages', { model: 'gpt-4o' }],
    ['messages', { model: 'gpt-4o', messages: [] }],
    ['messages', { model: 'gpt-4o', messages: 'Hi' }],
    ['messages[0]', { model: 'gpt-4o', messages: ['Hi'] }],
    ['messages[0].role', { model: 'gpt-4o', messages: [{ content: 'Hi' }] }],
    ['messages[0].role', { model: 'gpt-4o', messages: [{ role: 'model', content: 'Hi' }] }],
    ['messages[0].content', { model: 'gpt-4o', messages: [{ role: 'user' }] }],
    ['messages[0].content', { model: 'gpt-4o', messages: [{ role: 'user', content: 7 }] }],
    [
      'messages[0].content[1].type',
      {
        model: 'gpt-4o',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'video' }] }],
      },
    ],
    [
      'messages[0].content[0].image_url.url',
      {
        model: 'gpt-4o',
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
      },
    ],
    [
      'messages[0].content[0].image_url.url',
      {
        model: 'gpt-4o',
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:broken' } }] },
        ],
      },
    ],
    [
      'messages[0].tool_calls[0].function.name',
      {
        model: 'gpt-4o',
        messages: [
          { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: {} }] },
        ],
      },
    ],
    [
      'messages[1].tool_call_id',
      { model: 'gpt-4o', messages: [USER, { role: 'tool', content: '' }] },
    ],
    ['model', { ...BASE, model: 7 }],
    ['stream', { ...BASE, stream: 'yes' }],
    ['stream_options', { ...BASE, stream_options: true }],
    ['max_tokens', { ...BASE, max_tokens: 0 }],
    ['max_tokens', { ...BASE, max_tokens: 1.5 }],
    ['max_tokens', { ...BASE, max_tokens: 1_073_741_824 }],
    ['max_completion_tokens', { ...BASE, max_completion_tokens: '100' }],
    ['temperature', { ...BASE, temperature: 'hot' }],
    ['top_p', { ...BASE, top_p: 1.1 }],
    ['n', { ...BASE, n: 0 }],
    ['stop[1]', { ...BASE, stop: ['a', 1] }],
    ['tools[0].function', { ...BASE, tools: [{ type: 'function' }] }],
    ['tools[0].function.name', { ...BASE, tools: [{ type: 'function', function: { name: '' } }] }],
    ['tool_choice', { ...BASE, tool_choice: 7 }],
    ['response_format.type', { ...BASE, response_format: { type: 'xml' } }],
    [
      'response_format.json_schema.schema',
      {
        ...BASE,
        response_format: { type: 'json_schema', json_schema: { name: 'a' } },
      },
    ],
    ['reasoning_effort', { ...BASE, reasoning_effort: 'huge' }],
    ['thinking.type', { ...BASE, thinking: { type: 'sometimes' } }],
  ]
  for (const [field, body] of cases) {
    test(`${field} of ${JSON.stringify(body).slice(16, 90)}`, () => {
      const error = refusal(body)
      expect(error.id).toBe('request.invalid')
      expect(error.params.field).toBe(field)
    })
  }

  test('a missing model has an id of its own', () => {
    expect(refusal({ messages: [USER] }).id).toBe('request.model_missing')
    expect(refusal({ model: '', messages: [USER] }).id).toBe('request.model_missing')
  })
})

describe('messages of an OpenAI request', () => {
  test('system and developer texts are gathered in front', () => {
    const request = read({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'developer', content: [{ type: 'text', text: 'Be short.' }] },
        USER,
      ],
    })
    expect(request.system.map((part) => part.text)).toEqual(['Be kind.', 'Be short.'])
    expect(request.messages).toHaveLength(1)
    expect(request.unmapped).toEqual({})
  })

  test('an instruction in the middle of a conversation is moved, and that is named', () => {
    const request = read({ messages: [USER, { role: 'system', content: 'Now in French.' }] })
    expect(request.system.map((part) => part.text)).toEqual(['Now in French.'])
    expect(request.unmapped).toEqual({ 'messages[1].role': 'system' })
  })

  test('pictures, audio and files keep their bytes and types', () => {
    const request = read({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC', detail: 'low' } },
            { type: 'image_url', image_url: { url: 'https://a.example/b.jpg' } },
            { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'mp3' } },
            {
              type: 'file',
              file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
            },
          ],
        },
      ],
    })
    expect(request.messages[0]?.parts).toEqual([
      {
        type: 'image',
        source: { kind: 'base64', mediaType: 'image/png', base64: 'AAEC' },
        detail: 'low',
      },
      { type: 'image', source: { kind: 'url', url: 'https://a.example/b.jpg' } },
      { type: 'audio', mediaType: 'audio/mpeg', base64: 'UklGRg==' },
      {
        type: 'file',
        name: 'a.pdf',
        source: { kind: 'base64', mediaType: 'application/pdf', base64: 'JVBE' },
      },
    ])
  })

  test('a percent-encoded data URL becomes base64', () => {
    const url = 'data:image/svg+xml,%3Csvg%2F%3E'
    const request = read({
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    })
    const source = { kind: 'base64', mediaType: 'image/svg+xml', base64: btoa('<svg/>') } as const
    expect(request.messages[0]?.parts).toEqual([{ type: 'image', source }])
  })

  test('a file that is stored at OpenAI is named as lost', () => {
    const content = [{ type: 'file', file: { file_id: 'file-1' } }]
    const request = read({ messages: [{ role: 'user', content }] })
    expect(request.unmapped).toEqual({ 'messages[0].content[0].file.file_id': 'file-1' })
  })

  test('results of several tools are one user turn and know their function', () => {
    const request = read({
      messages: [
        USER,
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"x":1}' } },
            { id: 'b', type: 'function', function: { name: 'time', arguments: '' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'sunny' },
        { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: '12:00' }] },
        { role: 'user', content: 'And?' },
      ],
    })
    expect(request.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'user',
    ])
    expect(request.messages[1]?.parts).toEqual([
      { type: 'tool_call', id: 'a', name: 'weather', argumentsJson: '{"x":1}' },
      { type: 'tool_call', id: 'b', name: 'time', argumentsJson: '' },
    ])
    expect(request.messages[2]?.parts).toEqual([
      {
        type: 'tool_result',
        toolCallId: 'a',
        name: 'weather',
        parts: [{ type: 'text', text: 'sunny' }],
      },
      {
        type: 'tool_result',
        toolCallId: 'b',
        name: 'time',
        parts: [{ type: 'text', text: '12:00' }],
      },
    ])
  })

  test('a legacy function call and its result find each other', () => {
    const request = read({
      messages: [
        USER,
        { role: 'assistant', content: null, function_call: { name: 'now', arguments: '{}' } },
        { role: 'function', name: 'now', content: '12:00' },
      ],
      functions: [{ name: 'now', parameters: { type: 'object' } }],
      function_call: { name: 'now' },
    })
    const [call] = request.messages[1]?.parts ?? []
    const [result] = request.messages[2]?.parts ?? []
    if (call?.type !== 'tool_call' || result?.type !== 'tool_result') throw new Error('no pair')
    expect(result.toolCallId).toBe(call.id)
    expect(request.tools).toEqual([{ name: 'now', parameters: { type: 'object' } }])
    expect(request.toolChoice).toEqual({ mode: 'tool', name: 'now' })
  })

  test('signed thinking that comes back in fragments is joined by its index', () => {
    const request = read({
      messages: [
        USER,
        {
          role: 'assistant',
          content: 'Four.',
          reasoning_content: 'Two and two.',
          reasoning_details: [
            { type: 'reasoning.text', index: 0, text: 'Two and ' },
            { type: 'reasoning.text', index: 0, text: 'two.' },
            { type: 'reasoning.text', index: 0, text: '', signature: 'sig==' },
            { type: 'reasoning.encrypted', index: 1, data: 'blob' },
            { type: 'reasoning.text', index: 2, text: 'More.' },
          ],
        },
      ],
    })
    expect(request.messages[1]?.parts).toEqual([
      { type: 'thinking', text: 'Two and two.', signature: 'sig==' },
      { type: 'redacted_thinking', blob: 'blob' },
      { type: 'thinking', text: 'More.' },
      { type: 'text', text: 'Four.' },
    ])
  })

  test('bare reasoning text is thinking without a signature', () => {
    const request = read({
      messages: [USER, { role: 'assistant', content: 'a', reasoning_content: 'Hm.' }],
    })
    expect(request.messages[1]?.parts[0]).toEqual({ type: 'thinking', text: 'Hm.' })
  })

  test("Google's signature on a tool call is kept", () => {
    const call = {
      id: 'a',
      type: 'function',
      function: { name: 'f', arguments: '{}' },
      extra_content: { google: { thought_signature: 'sig' } },
    }
    const request = read({ messages: [USER, { role: 'assistant', tool_calls: [call] }] })
    expect(request.messages[1]?.parts).toEqual([
      { type: 'tool_call', id: 'a', name: 'f', argumentsJson: '{}', signature: 'sig' },
    ])
  })
})

describe('settings of an OpenAI request', () => {
  test('null means not set, everywhere', () => {
    const request = read({
      stream: null,
      stream_options: null,
      max_tokens: null,
      temperature: null,
      stop: null,
      tools: null,
      tool_choice: null,
      response_format: null,
      reasoning_effort: null,
      thinking: null,
      logit_bias: null,
    })
    expect(request).toEqual(read({}))
  })

  test('the newer limit wins over the older', () => {
    expect(read({ max_tokens: 5, max_completion_tokens: 9 }).maxTokens).toBe(9)
    expect(read({ max_tokens: 5 }).maxTokens).toBe(5)
  })

  test('a budget of the thinking object wins over the effort, which is named as lost', () => {
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    const request = read({ thinking, reasoning_effort: 'low' })
    expect(request.thinking).toEqual({ mode: 'budget', budgetTokens: 2000 })
    expect(request.unmapped).toEqual({ reasoning_effort: 'low' })
  })

  test('unknown fields keep their value', () => {
    const request = read({ logit_bias: { 50256: -100 }, store: true, stream_options: { x: 1 } })
    expect(request.unmapped).toEqual({
      logit_bias: { 50256: -100 },
      store: true,
      'stream_options.x': 1,
    })
  })

  test('tools that are no functions are named as lost, functions are kept', () => {
    const request = read({
      tools: [
        { type: 'custom', custom: { name: 'grep' } },
        { type: 'function', function: { name: 'f', strict: true, parameters: { type: 'object' } } },
      ],
      tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } },
      parallel_tool_calls: false,
    })
    expect(request.tools).toEqual([{ name: 'f', strict: true, parameters: { type: 'object' } }])
    expect(Object.keys(request.unmapped)).toEqual(['tools[0]', 'tool_choice'])
    expect(request.parallelToolCalls).toBe(false)
  })

  test('stop as one text or several', () => {
    expect(read({ stop: 'END' }).stop).toEqual(['END'])
    expect(read({ stop: ['a', 'b'] }).stop).toEqual(['a', 'b'])
  })
})
