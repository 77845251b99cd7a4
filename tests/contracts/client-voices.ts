/** How clients of each protocol ask, and by what they know a whole answer from a broken one. */
import type { ProtocolName } from '../../server/domain/calls/protocol'

export interface ClientVoice {
  readonly path: (model: string, isStream: boolean) => string
  readonly body: (model: string, isStream: boolean) => object
  /** In a stream that came to its proper end, and in no other. */
  readonly terminator: RegExp
  /** In the frame that says that a stream failed. */
  readonly failure: RegExp
  /** Its answers do not name the model. */
  readonly namesNoModel?: true
}

const QUESTION = 'How much is two plus two?'
const messages = [{ role: 'user', content: QUESTION }]

export const CLIENTS: Readonly<Record<ProtocolName, ClientVoice>> = {
  openai: {
    path: () => '/v1/chat/completions',
    body: (model, stream) => ({ model, messages, stream }),
    terminator: /^data: \[DONE\]$/m,
    failure: /^data: \{"error":/m,
  },
  responses: {
    path: () => '/v1/responses',
    body: (model, stream) => ({ model, input: QUESTION, store: false, stream }),
    terminator: /"type":"response\.(?:completed|incomplete)"/,
    failure: /"type":"(?:response\.failed|error)"/,
  },
  claude: {
    path: () => '/v1/messages',
    body: (model, stream) => ({ model, messages, max_tokens: 100, stream }),
    terminator: /^event: message_stop$/m,
    failure: /^event: error$/m,
  },
  gemini: {
    path: (model, isStream) =>
      `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({ contents: [{ role: 'user', parts: [{ text: QUESTION }] }] }),
    terminator: /"finishReason":\s*"(?:STOP|MAX_TOKENS)"/,
    failure: /^data: \{"error":/m,
  },
  cohere: {
    path: () => '/v2/chat',
    body: (model, stream) => ({ model, messages, stream }),
    terminator: /"finish_reason":"(?:COMPLETE|MAX_TOKENS)"/,
    failure: /"finish_reason":"ERROR"/,
    namesNoModel: true,
  },
}
