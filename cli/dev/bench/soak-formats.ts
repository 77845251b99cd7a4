/** The streams of a soak in each client protocol: the request, and what an upstream sends. */
export const SOAK_PROTOCOLS = ['openai', 'responses', 'claude', 'gemini'] as const
export type SoakProtocol = (typeof SOAK_PROTOCOLS)[number]

export interface SoakFormat {
  /** A channel that speaks the format itself, and a model with a price. */
  readonly channelType: string
  readonly model: string
  readonly path: (model: string) => string
  readonly body: (model: string, text: string) => object
  /** What stands before a piece of text, in frames that a client reads. */
  readonly mark: string
  /** Is in the last frames of a complete stream, and in no other. */
  readonly terminator: string
  readonly begin: readonly string[]
  readonly piece: (text: string) => string
  readonly end: (tokens: number) => readonly string[]
}

const PROMPT_TOKENS = 12

function frame(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`
}

function event(type: string, body: object): string {
  return `event: ${type}\n${frame({ type, ...body })}`
}

const CHUNK = {
  id: 'chatcmpl-soak',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'gpt-4o-mini',
}

const RESPONSE = { id: 'resp_soak', object: 'response', created_at: 1_700_000_000, output: [] }
const ITEM = { item_id: 'msg_soak', output_index: 0, content_index: 0 }

export const SOAK_FORMATS: Readonly<Record<SoakProtocol, SoakFormat>> = {
  openai: {
    channelType: '1',
    model: 'gpt-4o-mini',
    path: () => '/v1/chat/completions',
    body: (model, content) => ({ model, stream: true, messages: [{ role: 'user', content }] }),
    mark: '"content":"',
    terminator: '[DONE]',
    begin: [],
    piece: (content) =>
      frame({ ...CHUNK, choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    end(completion_tokens) {
      const total_tokens = PROMPT_TOKENS + completion_tokens
      const usage = { prompt_tokens: PROMPT_TOKENS, completion_tokens, total_tokens }
      const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }]
      return [frame({ ...CHUNK, choices }), frame({ choices: [], usage }), 'data: [DONE]\n\n']
    },
  },
  responses: {
    channelType: '1',
    model: 'gpt-4o-mini',
    path: () => '/v1/responses',
    body: (model, input) => ({ model, stream: true, store: false, input }),
    mark: '"delta":"',
    terminator: 'event: response.completed',
    begin: [
      event('response.created', { sequence_number: 0, response: RESPONSE }),
      event('response.output_item.added', {
        sequence_number: 1,
        output_index: 0,
        item: { id: 'msg_soak', type: 'message', role: 'assistant', content: [] },
      }),
    ],
    piece: (delta) => event('response.output_text.delta', { sequence_number: 2, ...ITEM, delta }),
    end(output_tokens) {
      const total_tokens = PROMPT_TOKENS + output_tokens
      const usage = { input_tokens: PROMPT_TOKENS, output_tokens, total_tokens }
      const response = { ...RESPONSE, status: 'completed', usage }
      return [event('response.completed', { sequence_number: 3, response })]
    },
  },
  claude: {
    channelType: '14',
    model: 'claude-3-haiku-20240307',
    path: () => '/v1/messages',
    body: (model, content) => ({
      model,
      stream: true,
      max_tokens: 32_000,
      messages: [{ role: 'user', content }],
    }),
    mark: '"text":"',
    terminator: 'event: message_stop',
    begin: [
      event('message_start', {
        message: {
          id: 'msg_soak',
          type: 'message',
          role: 'assistant',
          model: 'claude-3-haiku-20240307',
          content: [],
          stop_reason: null,
          usage: { input_tokens: PROMPT_TOKENS, output_tokens: 0 },
        },
      }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ],
    piece: (text) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    end: (output_tokens) => [
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens } }),
      event('message_stop', {}),
    ],
  },
  gemini: {
    channelType: '24',
    model: 'gemini-2.5-flash',
    path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: (_, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    mark: '"text":"',
    terminator: '"finishReason":"STOP"',
    begin: [],
    piece: (text) => frame({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
    end(candidatesTokenCount) {
      const content = { role: 'model', parts: [{ text: '' }] }
      const totalTokenCount = PROMPT_TOKENS + candidatesTokenCount
      const counts = { promptTokenCount: PROMPT_TOKENS, candidatesTokenCount, totalTokenCount }
      const candidates = [{ content, finishReason: 'STOP', index: 0 }]
      return [frame({ candidates, usageMetadata: counts })]
    },
  },
}

/** In the prompt of those who read slowly: an upstream says more to them than they take. */
export const SLOWLY = 'slowly'
