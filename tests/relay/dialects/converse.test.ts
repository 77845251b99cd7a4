import { describe, expect, test } from 'bun:test'
import { converseDialect } from '../../../server/relay/formats/dialects/converse'
import type { ChatRequest, Part } from '../../../server/relay/wire/chat'
import { chatRequest, upstreamCall } from '../protocols/wire'

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const NOVA = 'amazon.nova-pro-v1:0'

function encode(part: Partial<ChatRequest>, model = CLAUDE) {
  const call = { requestedModel: model, upstreamModel: model }
  const encoded = converseDialect.chat?.encode(
    chatRequest(part),
    upstreamCall({ type: { id: 33, dialect: 'converse' }, call }),
  )
  return encoded ?? expect.unreachable()
}

function userSays(...parts: readonly Part[]) {
  const { body, losses } = encode({ messages: [{ role: 'user', parts }] })
  return { content: Object(body.messages)[0].content, losses }
}

const base64 = (mediaType: string, data: string) =>
  ({ kind: 'base64', mediaType, base64: data }) as const

describe('a turn in the words of Converse', () => {
  test('has pictures and documents as bytes, and never a document alone', () => {
    const { content, losses } = userSays(
      { type: 'image', source: base64('image/jpeg', 'AAAA') },
      { type: 'file', source: base64('application/pdf', 'BBBB'), name: 'räport  v1.pdf' },
      { type: 'file', source: base64('text/markdown', btoa('# Hi')) },
    )
    expect(content).toEqual([
      { image: { format: 'jpeg', source: { bytes: 'AAAA' } } },
      { document: { format: 'pdf', name: 'r port v1 pdf', source: { bytes: 'BBBB' } } },
      { document: { format: 'md', name: 'document', source: { bytes: btoa('# Hi') } } },
    ])
    expect(losses).toEqual([])
    const alone = userSays({ type: 'file', source: base64('application/pdf', 'BBBB') })
    expect(alone.content.at(-1)).toEqual({ text: '...' })
  })

  test.each([
    [{ type: 'image', source: base64('image/tiff', 'AAAA') }, 'image'],
    [{ type: 'file', source: base64('application/zip', 'AAAA') }, 'file'],
    [{ type: 'audio', mediaType: 'audio/wav', base64: 'AAAA' }, 'input_audio'],
  ] as const)('names what it has no form for: %p', (part, loss) => {
    expect(userSays({ type: 'text', text: 'Hi' }, part)).toEqual({
      content: [{ text: 'Hi' }],
      losses: [loss],
    })
  })

  test('gives thoughts back with their proof, and secret ones as they are', () => {
    const { body } = encode({
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'thinking', text: 'hm', signature: 'c2ln' },
            { type: 'redacted_thinking', blob: 'c2Vj' },
            { type: 'text', text: 'Hello' },
          ],
        },
        { role: 'user', parts: [{ type: 'text', text: 'More' }] },
      ],
    })
    expect(Object(body.messages)[1].content).toEqual([
      { reasoningContent: { reasoningText: { text: 'hm', signature: 'c2ln' } } },
      { reasoningContent: { redactedContent: 'c2Vj' } },
      { text: 'Hello' },
    ])
  })
})

describe('tools of Converse', () => {
  const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }]
  const toolSpec = {
    name: 'look',
    description: 'Looks.',
    inputSchema: { json: { type: 'object', properties: {} } },
  }

  test.each([
    [{ mode: 'auto' }, { auto: {} }],
    [{ mode: 'required' }, { any: {} }],
    [{ mode: 'tool', name: 'look' }, { tool: { name: 'look' } }],
  ] as const)('are chosen by %p', (toolChoice, choice) => {
    const { body } = encode({ tools, toolChoice })
    expect(body.toolConfig).toEqual({ tools: [{ toolSpec }], toolChoice: choice })
  })

  test('are left out where none may be called', () => {
    expect(encode({ tools, toolChoice: { mode: 'none' } }).body.toolConfig).toBeUndefined()
  })

  test('stand for an answer in JSON, which any model can give', () => {
    const { body, restoration } = encode({ responseFormat: { type: 'json_object' } }, NOVA)
    expect(Object(body.toolConfig).toolChoice).toEqual({ tool: { name: 'json_answer' } })
    expect(restoration?.textTool).toBe('json_answer')
  })
})

describe('limits and sampling', () => {
  test('are within what Converse takes', () => {
    const { body, losses } = encode({ temperature: 1.7, maxTokens: 50, topK: 3 }, NOVA)
    expect(body.inferenceConfig).toEqual({ maxTokens: 50, temperature: 1 })
    expect([...losses].sort()).toEqual(['temperature>1', 'top_k'])
  })

  test('have a limit for Claude, which knows none of its own', () => {
    expect(encode({}).body.inferenceConfig).toEqual({ maxTokens: 8192 })
    expect(encode({}, NOVA).body.inferenceConfig).toEqual({})
  })

  test('a name that ends in a wish to think is a wish and no name', () => {
    const { body } = encode({ maxTokens: 2000 }, `${CLAUDE}-thinking`)
    expect(body.additionalModelRequestFields).toMatchObject({ thinking: { type: 'enabled' } })
  })
})

describe('an answer of Converse', () => {
  const read = (answer: object) =>
    converseDialect.chat?.readAnswer(JSON.parse(JSON.stringify(answer)))
  const said = (stopReason: string, more: object = {}) =>
    read({ output: { message: { role: 'assistant', content: [] } }, stopReason, ...more })

  test.each([
    ['end_turn', 'stop'],
    ['tool_use', 'tool_calls'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['guardrail_intervened', 'content_filter'],
    ['content_filtered', 'content_filter'],
    ['malformed_model_output', 'stop'],
  ])('that stopped for %s', (stopReason, reason) => {
    expect(said(stopReason)?.choices[0]?.finishReason).toBe(reason as 'stop')
  })

  test('that stopped for a reason nobody knows was broken off', () => {
    expect(() => said('never_heard_of')).toThrow('broke off')
  })

  test('names the sequence that stopped it, where the model tells', () => {
    const more = { additionalModelResponseFields: { stop_sequence: 'END' } }
    expect(said('stop_sequence', more)?.choices[0]).toMatchObject({
      finishReason: 'stop_sequence',
      stopSequence: 'END',
    })
  })

  test('without content is none', () => {
    expect(() => read({ stopReason: 'end_turn' })).toThrow('upstream.invalid_answer')
  })

  test('that tells impossible numbers is not billed by them', () => {
    const usage = { inputTokens: -5, outputTokens: 1e300, cacheReadInputTokens: 'x' }
    expect(said('end_turn', { usage })?.usage).toBeUndefined()
  })
})

describe('a failure of Bedrock', () => {
  test.each([
    [{ 'x-amzn-errortype': 'ThrottlingException:http://a' }, '{"message":"slow"}', 'slow'],
    [{}, '{"__type":"com.amazon#ThrottlingException","Message":"slow"}', 'slow'],
    [{ 'x-amzn-errortype': 'ThrottlingException' }, '<html>', 'ThrottlingException'],
  ])('is named by header or body: %p %s', (headers, body, message) => {
    expect(converseDialect.readError(429, body, headers)).toEqual({
      message,
      code: 'ThrottlingException',
    })
  })

  test('without any words has its status', () => {
    expect(converseDialect.readError(502, '')).toEqual({ message: 'bad response status code 502' })
  })
})
