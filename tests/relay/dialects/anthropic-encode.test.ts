import { describe, expect, test } from 'bun:test'
import type { ChatRequest, Part } from '../../../server/relay/wire/chat'
import { call, encode, result, says, TOOLS, text } from './anthropic-calls'

describe('a conversation for Anthropic', () => {
  test('has the default limit and the system text apart', () => {
    const { body, losses } = encode({ system: [{ type: 'text', text: 'Be kind.' }] })
    expect(body).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 8192,
      system: 'Be kind.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      stream: false,
    })
    expect(losses).toEqual([])
  })

  test('keeps cache breakpoints wherever they stand', () => {
    const cacheControl = { type: 'ephemeral', ttl: '1h' }
    const { body } = encode({
      system: [{ type: 'text', text: 'Be kind.', cacheControl }],
      messages: [says('user', { type: 'text', text: 'Hi', cacheControl })],
      tools: [{ name: 'f', cacheControl }],
    })
    expect(
      JSON.stringify(body).split('"cache_control":{"type":"ephemeral","ttl":"1h"}'),
    ).toHaveLength(4)
  })

  test('merges neighbours of one role and puts results of tools first', () => {
    const { body } = encode({
      messages: [
        says('user', text('a')),
        says('user', text('b')),
        says('assistant', text('c'), call('1')),
        says('assistant', call('2')),
        says('user', text('d')),
        says('user', result('1', text('r1')), result('2')),
      ],
    })
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'c' },
          { type: 'tool_use', id: '1', name: 'f', input: {} },
          { type: 'tool_use', id: '2', name: 'f', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'r1' }] },
          { type: 'tool_result', tool_use_id: '2' },
          { type: 'text', text: 'd' },
        ],
      },
    ])
  })

  test('always begins with the user', () => {
    const filler = { role: 'user', content: [{ type: 'text', text: '...' }] }
    expect(encode({ messages: [says('assistant', text('a'))] }).body.messages).toEqual([
      filler,
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
    ])
    expect(encode({ messages: [] }).body.messages).toEqual([filler])
  })

  test('has no empty text blocks, and a filler where a user turn would be empty', () => {
    const { body } = encode({
      messages: [
        says('user', text(''), text(' \n')),
        says('assistant', text('')),
        says('user', text('b')),
      ],
    })
    expect(body.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'b' }] }])
    expect(encode({ messages: [says('user', text(''))] }).body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: '...' }] },
    ])
  })

  test('lets the answer that a client began end without white space', () => {
    const { body } = encode({
      messages: [says('user', text('a')), says('assistant', text('So: \n'))],
    })
    expect(body.messages).toMatchObject([{}, { content: [{ type: 'text', text: 'So:' }] }])
  })

  test('sends pictures and documents by bytes or address', () => {
    const base64 = { kind: 'base64', base64: 'AAEC' } as const
    const { body, losses } = encode({
      messages: [
        says(
          'user',
          { type: 'image', source: { ...base64, mediaType: 'image/png' } },
          { type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } },
          { type: 'file', name: 'a.pdf', source: { ...base64, mediaType: 'application/pdf' } },
          { type: 'file', source: { kind: 'url', url: 'https://a.example/c.pdf' } },
          { type: 'file', source: { ...base64, base64: btoa('plain'), mediaType: 'text/csv' } },
          { type: 'file', source: { ...base64, mediaType: 'application/zip' } },
          { type: 'audio', mediaType: 'audio/wav', base64: 'UklG' },
        ),
      ],
    })
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAEC' } },
          { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
          {
            type: 'document',
            title: 'a.pdf',
            source: { type: 'base64', media_type: 'application/pdf', data: 'AAEC' },
          },
          { type: 'document', source: { type: 'url', url: 'https://a.example/c.pdf' } },
          {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: 'plain' },
          },
        ],
      },
    ])
    expect(losses).toEqual(['file', 'input_audio'])
  })

  test('sends signed thoughts back and drops unsigned ones', () => {
    const { body, losses } = encode({
      messages: [
        says('user', text('a')),
        says(
          'assistant',
          { type: 'thinking', text: 'Hm.', signature: 'sig' },
          { type: 'redacted_thinking', blob: 'blob' },
          { type: 'thinking', text: 'unsigned' },
          text('b'),
        ),
        says('user', text('c')),
      ],
    })
    expect(body.messages).toMatchObject([
      {},
      {
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
          { type: 'redacted_thinking', data: 'blob' },
          { type: 'text', text: 'b' },
        ],
      },
      {},
    ])
    expect(losses).toEqual(['messages.thinking'])
  })

  test('keeps arguments that are no object, inside one', () => {
    const { body, losses } = encode({
      messages: [says('assistant', call('1', '{"x":'), call('2', '[1]'), call('3', ''))],
    })
    expect(body.messages).toMatchObject([
      {},
      {
        content: [{ input: { arguments: '{"x":' } }, { input: { arguments: [1] } }, { input: {} }],
      },
    ])
    expect(losses).toEqual(['tool_calls.arguments'])
  })

  test('tells that a tool failed', () => {
    const failed = { ...result('1', text('no')), isError: true } as Part
    expect(encode({ messages: [says('user', failed)] }).body.messages).toMatchObject([
      { content: [{ type: 'tool_result', is_error: true }] },
    ])
  })
})

describe('settings for Anthropic', () => {
  test('tools always have an object schema', () => {
    const { body } = encode({ tools: [...TOOLS, { name: 'g', description: 'd', strict: true }] })
    expect(body.tools).toEqual([
      { name: 'f', input_schema: { type: 'object', properties: { x: {} } } },
      {
        name: 'g',
        description: 'd',
        strict: true,
        input_schema: { type: 'object', properties: {}, additionalProperties: false },
      },
    ])
  })

  const choices: readonly (readonly [Partial<ChatRequest>, unknown])[] = [
    [{}, undefined],
    [{ toolChoice: { mode: 'auto' } }, { type: 'auto' }],
    [{ toolChoice: { mode: 'required' } }, { type: 'any' }],
    [{ toolChoice: { mode: 'none' }, parallelToolCalls: false }, { type: 'none' }],
    [
      { toolChoice: { mode: 'tool', name: 'f' }, parallelToolCalls: false },
      { type: 'tool', name: 'f', disable_parallel_tool_use: true },
    ],
    [{ parallelToolCalls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    [{ parallelToolCalls: true }, undefined],
  ]
  for (const [part, expected] of choices) {
    test(`${JSON.stringify(part)} chooses ${JSON.stringify(expected)}`, () => {
      expect(encode({ tools: TOOLS, ...part }).body.tool_choice).toEqual(expected as never)
      expect('tool_choice' in encode(part).body).toBe(false)
    })
  }

  test('what Messages has no field for is named', () => {
    const { body, losses } = encode({
      seed: 1,
      frequencyPenalty: 0.1,
      presencePenalty: 0.1,
      answers: 2,
      responseFormat: { type: 'json_object' },
      temperature: 1.7,
      topP: 0.5,
      topK: 4,
      stop: [' ', 'END'],
      user: 'u1',
      unmapped: { logit_bias: {} },
    })
    expect(losses.toSorted()).toEqual([
      'frequency_penalty',
      'logit_bias',
      'n',
      'presence_penalty',
      'response_format:emulated',
      'seed',
      'stop:whitespace',
      'temperature>1',
      'top_p',
    ])
    expect(body).toMatchObject({
      temperature: 1,
      top_k: 4,
      stop_sequences: ['END'],
      metadata: { user_id: 'u1' },
    })
    expect('top_p' in body).toBe(false)
  })

  test('defaults that change nothing are not named', () => {
    const { losses } = encode({ topP: 1, temperature: 1, frequencyPenalty: 0, answers: 1 })
    expect(losses).toEqual([])
  })

  test('a schema for the answer goes to the models that know it', () => {
    const properties = { a: { type: 'string' } }
    const schema = { type: 'object', properties, additionalProperties: false } as const
    const responseFormat = { type: 'json_schema', schema } as const
    expect(encode({ responseFormat }).body.output_config).toEqual({
      format: { type: 'json_schema', schema },
    })
    for (const old of [
      'claude-3-7-sonnet-20250219',
      'claude-sonnet-4-20250514',
      'claude-opus-4-0',
    ]) {
      const { body, losses, restoration } = encode({ responseFormat }, old)
      expect(body).not.toHaveProperty('output_config')
      expect(losses).toEqual(['response_format:emulated'])
      expect(restoration).toEqual({ toolNames: {}, textTool: 'json_answer' })
    }
  })
})
