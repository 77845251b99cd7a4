import { describe, expect, test } from 'bun:test'
import { openRouter } from '../../../server/domain/channel-types/openrouter'
import { openaiDialect as dialect } from '../../../server/relay/formats/dialects/openai'
import type { ChatRequest, JsonObject, Part } from '../../../server/relay/wire/chat'
import { type CallFacts, chatRequest, upstreamCall } from '../protocols/wire'

function encode(part: Partial<ChatRequest>, facts: CallFacts = {}) {
  const encoded = dialect.chat?.encode(chatRequest(part), upstreamCall(facts))
  if (encoded === undefined) throw new Error('no chat codec')
  return encoded
}

function messagesFor(parts: readonly Part[], role: 'user' | 'assistant' = 'user') {
  const messages = [{ role, parts }, ...(role === 'user' ? [] : [{ role: 'user', parts: [] }])]
  return encode({ messages: messages as ChatRequest['messages'] })
}

const TOOL = { name: 'f', parameters: { type: 'object' } }

describe('a conversation for OpenAI', () => {
  test('has the system text in front and plain texts as strings', () => {
    const { body, losses } = encode({
      system: [
        { type: 'text', text: 'Be kind.' },
        { type: 'text', text: 'Be short.' },
      ],
    })
    expect(body).toEqual({
      model: 'gpt-4o',
      stream: false,
      messages: [
        { role: 'system', content: 'Be kind.\nBe short.' },
        { role: 'user', content: 'Hi' },
      ],
    })
    expect(losses).toEqual([])
  })

  test('sends pictures, audio and files in their own parts', () => {
    const { body, losses } = messagesFor([
      { type: 'text', text: 'Look' },
      {
        type: 'image',
        detail: 'low',
        source: { kind: 'base64', mediaType: 'image/png', base64: 'AAEC' },
      },
      { type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } },
      { type: 'audio', mediaType: 'audio/mpeg', base64: 'UklG' },
      { type: 'audio', mediaType: 'audio/x-wav', base64: 'UklG' },
      {
        type: 'file',
        source: { kind: 'base64', mediaType: 'application/pdf', base64: 'JVBE' },
      },
      { type: 'file', source: { kind: 'url', url: 'https://a.example/c.pdf' } },
    ])
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
          { type: 'input_audio', input_audio: { data: 'UklG', format: 'mp3' } },
          { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
          {
            type: 'file',
            file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,JVBE' },
          },
        ],
      },
    ])
    expect(losses).toEqual(['file.url'])
  })

  test('puts results of tools directly after the call, and their pictures behind', () => {
    const { body, losses } = messagesFor([
      { type: 'text', text: 'And now?' },
      {
        type: 'tool_result',
        toolCallId: 'a',
        name: 'f',
        isError: true,
        parts: [
          { type: 'text', text: 'one' },
          { type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } },
          { type: 'text', text: 'two' },
        ],
      },
      { type: 'tool_result', toolCallId: 'b', parts: [] },
    ])
    expect(body.messages).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'one\ntwo' },
      { role: 'tool', tool_call_id: 'b', content: '' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Pictures from the result of f:' },
          { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
          { type: 'text', text: 'And now?' },
        ],
      },
    ])
    expect(losses).toEqual(['tool_result.is_error', 'tool_result.image:moved'])
  })

  test('sends calls with null content and drops thoughts that OpenAI refuses', () => {
    const { body, losses } = messagesFor(
      [
        { type: 'thinking', text: 'Hm.', signature: 'sig' },
        { type: 'redacted_thinking', blob: 'blob' },
        { type: 'tool_call', id: 'a', name: 'f', argumentsJson: '', signature: 's' },
        { type: 'tool_call', id: 'b', name: 'g', argumentsJson: '{"x":1}' },
      ],
      'assistant',
    )
    expect(body.messages).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
          { id: 'b', type: 'function', function: { name: 'g', arguments: '{"x":1}' } },
        ],
      },
    ])
    expect(losses).toEqual(['tool_call.signature', 'messages.thinking'])
  })

  test('keeps thoughts for OpenRouter, which hands them on', () => {
    const parts: readonly Part[] = [
      { type: 'thinking', text: 'Hm.', signature: 'gw-openai:sig' },
      { type: 'thinking', text: 'Ah.', signature: 'of Claude' },
      { type: 'redacted_thinking', blob: 'gw-gemini:blob' },
      { type: 'text', text: 'So.' },
    ]
    const { body, losses } = encode(
      { messages: [{ role: 'assistant', parts }, ...chatRequest().messages] },
      { type: openRouter },
    )
    const details = [
      { type: 'reasoning.text', index: 0, text: 'Hm.', signature: 'sig' },
      { type: 'reasoning.text', index: 1, text: 'Ah.', signature: 'of Claude' },
    ]
    expect(body.messages).toMatchObject([{ reasoning_details: details }, {}])
    expect(losses).toEqual(['messages.thinking'])
  })

  test('names an answer that the client began, and cache breakpoints once', () => {
    const cacheControl = { type: 'ephemeral' }
    const { losses } = encode({
      system: [{ type: 'text', text: 'a', cacheControl }],
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'b', cacheControl }] }],
      tools: [{ ...TOOL, cacheControl }],
    })
    expect(losses).toEqual(['cache_control', 'assistant_prefill'])
  })
})

describe('settings for OpenAI', () => {
  test('every field that OpenAI has is sent', () => {
    const { body, losses } = encode({
      stream: true,
      tools: [{ ...TOOL, description: 'd', strict: true }],
      toolChoice: { mode: 'tool', name: 'f' },
      parallelToolCalls: false,
      maxTokens: 50,
      temperature: 0.5,
      topP: 0.9,
      seed: 7,
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      answers: 2,
      stop: ['a', 'b'],
      user: 'u1',
      responseFormat: { type: 'json_schema', schema: { type: 'object' } },
    })
    expect(losses).toEqual([])
    expect(body).toMatchObject({
      stream: true,
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'f' } },
      parallel_tool_calls: false,
      max_tokens: 50,
      temperature: 0.5,
      top_p: 0.9,
      seed: 7,
      frequency_penalty: 0.1,
      presence_penalty: 0.2,
      n: 2,
      stop: ['a', 'b'],
      safety_identifier: 'u1',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: { type: 'object' } },
      },
    })
  })

  test('tool choice without tools is left out, because OpenAI refuses it', () => {
    const { body } = encode({ toolChoice: { mode: 'auto' }, parallelToolCalls: true })
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream'])
  })

  test('top_k goes to the types that have it and is named as lost elsewhere', () => {
    expect(encode({ topK: 5 }).losses).toEqual(['top_k'])
    const router = encode({ topK: 5 }, { type: { id: 20 } })
    expect([router.body.top_k, router.losses]).toEqual([5, []])
  })

  test('a fifth stop sequence is named as lost at OpenAI and sent elsewhere', () => {
    const stop = ['1', '2', '3', '4', '5']
    expect(encode({ stop })).toMatchObject({
      body: { stop: ['1', '2', '3', '4'] },
      losses: ['stop[4..]'],
    })
    expect(encode({ stop }, { type: { id: 31 } }).body.stop).toEqual(stop)
  })

  test('what the client protocol could not place is named by its path', () => {
    expect(encode({ unmapped: { 'tools[0]': 'web_search', container: 'c' } }).losses).toEqual([
      'tools[0]',
      'container',
    ])
  })
})

describe('thinking on OpenAI channels', () => {
  const onModel = (upstreamModel: string, part: Partial<ChatRequest>, id = 1) =>
    encode(part, { type: { id }, call: { upstreamModel } })

  const budgets: readonly (readonly [number, string])[] = [
    [1024, 'low'],
    [4096, 'low'],
    [4097, 'medium'],
    [16_384, 'medium'],
    [32_000, 'high'],
  ]
  for (const [budgetTokens, effort] of budgets) {
    test(`a budget of ${budgetTokens} is ${effort} effort`, () => {
      const { body } = onModel('o3', { thinking: { mode: 'budget', budgetTokens } })
      expect(body.reasoning_effort).toBe(effort)
    })
  }

  test('a reasoning model gets no sampling fields; those that mattered are named', () => {
    const { body, losses } = onModel('gpt-5', {
      temperature: 0.2,
      topP: 1,
      presencePenalty: 0,
      stop: ['END'],
      maxTokens: 9,
    })
    expect(body).toEqual({
      model: 'gpt-5',
      stream: false,
      messages: [{ role: 'user', content: 'Hi' }],
      max_completion_tokens: 9,
    })
    expect(losses).toEqual(['temperature', 'stop'])
  })

  test('a model that cannot think loses the wish, and one that must loses the refusal', () => {
    expect(onModel('gpt-4o', { thinking: { mode: 'adaptive' } }).losses).toEqual(['thinking'])
    expect(onModel('gpt-4o', { thinking: { mode: 'off' } }).losses).toEqual([])
    expect(onModel('o3', { thinking: { mode: 'off' } }).losses).toEqual(['thinking.disabled'])
    expect(onModel('gpt-5-chat-latest', { thinking: { mode: 'adaptive' } }).losses).toEqual([
      'thinking',
    ])
  })

  test('grok-3-mini knows two levels, OpenRouter takes budgets', () => {
    const thinking = { mode: 'effort', effort: 'medium' } as const
    expect(onModel('grok-3-mini', { thinking }, 48).body.reasoning_effort).toBe('low')
    const budget = { mode: 'budget', budgetTokens: 3000 } as const
    const expected: JsonObject = { max_tokens: 3000 }
    expect(onModel('anthropic/claude', { thinking: budget }, 20).body.reasoning).toEqual(expected)
  })

  test('the system text of an o-series model comes from the developer', () => {
    const { body } = onModel('o3-high', { system: [{ type: 'text', text: 'Be kind.' }] })
    expect(body).toMatchObject({
      model: 'o3',
      reasoning_effort: 'high',
      messages: [{ role: 'developer', content: 'Be kind.' }, {}],
    })
  })
})
