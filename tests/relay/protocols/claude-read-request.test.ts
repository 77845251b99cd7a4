import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { claudeProtocol } from '../../../server/relay/formats/protocols/claude'
import type { Json, JsonObject } from '../../../server/relay/wire/chat'

const USER = { role: 'user', content: 'Hi' }

function read(part: JsonObject) {
  return claudeProtocol.readRequest({ model: 'claude', max_tokens: 9, messages: [USER], ...part })
}

function userParts(content: Json) {
  return read({ messages: [{ role: 'user', content }] }).messages[0]?.parts
}

function refusedField(body: JsonObject): unknown {
  try {
    claudeProtocol.readRequest(body)
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'request.invalid') return error.params.field
    throw error
  }
  throw new Error('the request was accepted')
}

describe('a Claude request that is not valid names the field', () => {
  const BASE = { model: 'claude', messages: [USER] }
  const block = (part: JsonObject) => ({
    model: 'claude',
    messages: [{ role: 'user', content: [part] }],
  })
  const cases: readonly (readonly [field: string, body: JsonObject])[] = [
    ['messages', { model: 'claude' }],
    ['messages', { model: 'claude', messages: [] }],
    ['messages[0].role', { model: 'claude', messages: [{ role: 'tool', content: 'x' }] }],
    ['messages[0].content', { model: 'claude', messages: [{ role: 'user' }] }],
    ['messages[0].content[0]', { model: 'claude', messages: [{ role: 'user', content: ['x'] }] }],
    ['messages[0].content[0].type', block({ text: 'x' })],
    ['messages[0].content[0].text', block({ type: 'text' })],
    ['messages[0].content[0].source', block({ type: 'image' })],
    [
      'messages[0].content[0].source.data',
      block({ type: 'image', source: { type: 'base64', media_type: 'image/png' } }),
    ],
    ['messages[0].content[0].id', block({ type: 'tool_use', name: 'f', input: {} })],
    ['messages[0].content[0].input', block({ type: 'tool_use', id: 'a', name: 'f', input: 'x' })],
    ['messages[0].content[0].tool_use_id', block({ type: 'tool_result' })],
    [
      'messages[0].content[0].content',
      block({
        type: 'tool_result',
        tool_use_id: 'a',
        content: [{ type: 'thinking', thinking: '' }],
      }),
    ],
    ['system', { ...BASE, system: [{ type: 'image', source: { type: 'url', url: 'u' } }] }],
    ['max_tokens', { ...BASE, max_tokens: 0 }],
    ['temperature', { ...BASE, temperature: 1.5 }],
    ['stop_sequences', { ...BASE, stop_sequences: 'END' }],
    ['tools[0].input_schema', { ...BASE, tools: [{ name: 'f' }] }],
    ['tool_choice.type', { ...BASE, tool_choice: { type: 'required' } }],
    ['tool_choice.name', { ...BASE, tool_choice: { type: 'tool' } }],
    ['thinking.budget_tokens', { ...BASE, thinking: { type: 'enabled' } }],
    ['output_config.effort', { ...BASE, output_config: { effort: 'tiny' } }],
    [
      'output_config.format.schema',
      { ...BASE, output_config: { format: { type: 'json_schema' } } },
    ],
    ['metadata.user_id', { ...BASE, metadata: { user_id: 7 } }],
  ]
  for (const [field, body] of cases) {
    test(`${field} of ${JSON.stringify(body).slice(18, 92)}`, () => {
      expect(refusedField(body)).toBe(field)
    })
  }
})

describe('blocks of a Claude request', () => {
  test('a missing max_tokens is accepted, as the family always did', () => {
    const { maxTokens } = claudeProtocol.readRequest({ model: 'claude', messages: [USER] })
    expect(maxTokens).toBeUndefined()
  })

  test('system as text or blocks, cache breakpoints kept', () => {
    const cacheControl = { type: 'ephemeral' }
    expect(read({ system: 'Be kind.' }).system).toEqual([{ type: 'text', text: 'Be kind.' }])
    const blocks = [{ type: 'text', text: 'Be kind.', cache_control: cacheControl }]
    expect(read({ system: blocks }).system).toEqual([
      { type: 'text', text: 'Be kind.', cacheControl },
    ])
  })

  test('pictures and documents of every readable source', () => {
    const parts = userParts([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAEC' } },
      { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
      {
        type: 'document',
        title: 'a.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
      },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' } },
      { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'in' }] } },
    ])
    expect(parts).toEqual([
      { type: 'image', source: { kind: 'base64', mediaType: 'image/png', base64: 'AAEC' } },
      { type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } },
      {
        type: 'file',
        name: 'a.pdf',
        source: { kind: 'base64', mediaType: 'application/pdf', base64: 'JVBE' },
      },
      { type: 'text', text: 'plain' },
      { type: 'text', text: 'in' },
    ])
  })

  test('thinking keeps its signature, and an empty one is none', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
      { type: 'redacted_thinking', data: 'blob' },
      { type: 'thinking', thinking: 'So.', signature: '' },
    ]
    const request = read({ messages: [USER, { role: 'assistant', content }] })
    expect(request.messages[1]?.parts).toEqual([
      { type: 'thinking', text: 'Hm.', signature: 'sig' },
      { type: 'redacted_thinking', blob: 'blob' },
      { type: 'thinking', text: 'So.' },
    ])
  })

  test('calls and results of tools, pictures and failures included', () => {
    const image = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } }
    const request = read({
      messages: [
        USER,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              content: [{ type: 'text', text: 'y' }, image],
            },
            { type: 'tool_result', tool_use_id: 'b', content: 'broken', is_error: true },
            { type: 'tool_result', tool_use_id: 'c' },
          ],
        },
      ],
    })
    expect(request.messages[1]?.parts).toEqual([
      { type: 'tool_call', id: 'a', name: 'f', argumentsJson: '{"x":1}' },
    ])
    expect(request.messages[2]?.parts).toEqual([
      {
        type: 'tool_result',
        toolCallId: 'a',
        name: 'f',
        parts: [
          { type: 'text', text: 'y' },
          { type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } },
        ],
      },
      {
        type: 'tool_result',
        toolCallId: 'b',
        parts: [{ type: 'text', text: 'broken' }],
        isError: true,
      },
      { type: 'tool_result', toolCallId: 'c', parts: [] },
    ])
  })

  test('what only Anthropic can run or store is named by its path', () => {
    const request = read({
      messages: [
        USER,
        { role: 'assistant', content: [{ type: 'server_tool_use', id: 's', name: 'web_search' }] },
        {
          role: 'user',
          content: [{ type: 'document', source: { type: 'file', file_id: 'file_1' } }],
        },
        { role: 'system', content: 'Now in French.' },
      ],
      tools: [
        { type: 'web_search_20250305', name: 'web_search' },
        { name: 'f', input_schema: { type: 'object' }, defer_loading: true },
      ],
      container: 'c',
      output_config: { effort: 'max' },
    })
    expect(Object.keys(request.unmapped).sort()).toEqual([
      'container',
      'messages[1].content[0]',
      'messages[2].content[0].source',
      'messages[3].role',
      'tools[0]',
      'tools[1].defer_loading',
    ])
    expect(request.tools).toEqual([{ name: 'f', parameters: { type: 'object' } }])
    expect(request.thinking).toEqual({ mode: 'effort', effort: 'max' })
  })
})

describe('settings of a Claude request', () => {
  test('tool choices and the wish for one call at a time', () => {
    const choose = (choice: JsonObject) => {
      const { toolChoice, parallelToolCalls } = read({ tool_choice: choice })
      return [toolChoice, parallelToolCalls]
    }
    expect(choose({ type: 'auto', disable_parallel_tool_use: true })).toEqual([
      { mode: 'auto' },
      false,
    ])
    expect(choose({ type: 'any' })).toEqual([{ mode: 'required' }, undefined])
    expect(choose({ type: 'tool', name: 'f' })).toEqual([{ mode: 'tool', name: 'f' }, undefined])
    expect(choose({ type: 'none' })).toEqual([{ mode: 'none' }, undefined])
  })

  test('thinking by budget, off, adaptive and by effort', () => {
    const think = (part: JsonObject) => read(part).thinking
    expect(think({})).toBeUndefined()
    expect(think({ thinking: { type: 'enabled', budget_tokens: 2048 } })).toEqual({
      mode: 'budget',
      budgetTokens: 2048,
    })
    expect(think({ thinking: { type: 'disabled' } })).toEqual({ mode: 'off' })
    expect(think({ thinking: { type: 'adaptive' } })).toEqual({ mode: 'adaptive' })
    expect(think({ thinking: { type: 'adaptive' }, output_config: { effort: 'low' } })).toEqual({
      mode: 'effort',
      effort: 'low',
    })
  })

  test('an effort beside a budget is named as lost', () => {
    const thinking = { type: 'enabled', budget_tokens: 2048 }
    const request = read({ thinking, output_config: { effort: 'low' } })
    expect(request.unmapped).toEqual({ 'output_config.effort': 'low' })
  })
})
