/** What upstreams say that no client speaks to: every call to them is translated. */
import { awsStream } from '../support/bedrock'
import { json, type RecordedRequest, sse } from '../support/upstream'
import { isGate, type Piece } from '../support/upstream/reply'
import type { Reported, Said, Voice } from './upstream-voices'

const OVERLOADED = 'The server is overloaded'

const frame = (value: object, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`
const typed = (event: { readonly type: string; readonly [field: string]: unknown }) =>
  frame(event, event.type)

const COHERE_WORDS = { stop: 'COMPLETE', length: 'MAX_TOKENS', broken: 'ERROR' }

function cohereUsage(usage: Reported | undefined): object {
  if (usage === undefined) return {}
  const billed_units = { input_tokens: usage.prompt, output_tokens: usage.output }
  return { usage: { billed_units } }
}

const cohere: Voice = {
  type: 34,
  reportsEarly: false,
  opening: () => [
    typed({ type: 'message-start', id: 'c1', delta: { message: { role: 'assistant' } } }),
    typed({
      type: 'content-start',
      index: 0,
      delta: { message: { content: { type: 'text', text: '' } } },
    }),
  ],
  text: (text) => [
    typed({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }),
  ],
  ending: ({ end, usage }) => [
    typed({
      type: 'message-end',
      delta: { finish_reason: COHERE_WORDS[end], ...cohereUsage(usage) },
    }),
  ],
  bareEnd: [typed({ type: 'message-end', delta: { finish_reason: 'COMPLETE' } })],
  error: [typed({ type: 'message-end', delta: { finish_reason: 'ERROR', error: OVERLOADED } })],
  body: ({ text, end, usage }) => ({
    id: 'c1',
    finish_reason: COHERE_WORDS[end],
    message: { role: 'assistant', content: text === '' ? [] : [{ type: 'text', text }] },
    ...cohereUsage(usage),
  }),
}

const WORDS = { stop: 'stop', length: 'length', broken: 'network_error' }

const line = (value: object) => `${JSON.stringify({ model: 'm', ...value })}\n`

function ollamaEnd({ end, usage }: Pick<Said, 'end' | 'usage'>): object {
  const counts = usage && { prompt_eval_count: usage.prompt, eval_count: usage.output }
  return { done: true, done_reason: WORDS[end], ...counts }
}

const ollamaSays = (content: string) => ({ message: { role: 'assistant', content } })

const ollama: Voice = {
  type: 4,
  channel: { other: 'native' },
  reportsEarly: false,
  streamed: (pieces, rest) => ({
    ...sse(pieces, rest),
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  opening: () => [line({ ...ollamaSays(''), done: false })],
  text: (text) => [line({ ...ollamaSays(text), done: false })],
  ending: (said) => [line({ ...ollamaSays(''), ...ollamaEnd(said) })],
  bareEnd: [line({ ...ollamaSays(''), ...ollamaEnd({ end: 'stop' }) })],
  error: [line({ error: OVERLOADED })],
  body: (said) => ({ model: 'm', ...ollamaSays(said.text), ...ollamaEnd(said) }),
}

/** Told in every chunk. */
function tencentUsage({ prompt, output }: Reported = { prompt: 0, cached: 0, output: 0 }): object {
  return {
    Usage: { PromptTokens: prompt, CompletionTokens: output, TotalTokens: prompt + output },
  }
}

const tencentChunk = (content: string, word: string, usage?: Reported) =>
  frame({
    ...{ Id: 'h1', Created: 1 },
    Choices: [{ Delta: { Role: 'assistant', Content: content }, FinishReason: word }],
    ...tencentUsage(usage),
  })

const hunyuan: Voice = {
  type: 23,
  channel: { key: '1250000000|AKIDz8krbsJ5yKBZQpn74WFkmLPx3|Gu5t9xGARNpq86cd98joQYCN3' },
  reportsEarly: false,
  endsUnmarked: true,
  opening: () => [tencentChunk('', '')],
  text: (text) => [tencentChunk(text, '')],
  ending: ({ end, usage }) => [tencentChunk('', WORDS[end], usage)],
  bareEnd: [],
  error: [frame({ ErrorMsg: { Msg: OVERLOADED, Code: 5000 } })],
  body: ({ text, end, usage }) => ({
    Response: {
      ...{ RequestId: 'r1', Id: 'h1', Created: 1 },
      Choices: [
        { Index: 0, Message: { Role: 'assistant', Content: text }, FinishReason: WORDS[end] },
      ],
      ...tencentUsage(usage),
    },
  }),
}

const ERNIE_WORDS = { stop: 'normal', length: 'length', broken: 'network_error' }

function ernieUsage(usage: Reported | undefined): object {
  if (usage === undefined) return {}
  const { prompt, output } = usage
  const total_tokens = prompt + output
  return { usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens } }
}

const erniePiece = (result: string, more: object = {}) =>
  frame({ id: 'as-1', object: 'chat.completion', created: 1, is_end: false, result, ...more })

const ernie: Voice = {
  type: 15,
  channel: { key: 'baidu-api-key|baidu-secret-key' },
  aside: ({ path }: RecordedRequest) =>
    path.startsWith('/oauth/') ? json({ access_token: '24.t', expires_in: 2_592_000 }) : undefined,
  reportsEarly: false,
  opening: () => [erniePiece('')],
  text: (text) => [erniePiece(text)],
  ending: ({ end, usage }) => [
    erniePiece('', { is_end: true, finish_reason: ERNIE_WORDS[end], ...ernieUsage(usage) }),
  ],
  bareEnd: [erniePiece('', { is_end: true })],
  error: [frame({ error_code: 336_100, error_msg: OVERLOADED })],
  body: ({ text, end, usage }) => ({
    ...{ id: 'as-1', object: 'chat.completion', created: 1, result: text },
    finish_reason: ERNIE_WORDS[end],
    ...ernieUsage(usage),
  }),
}

const CONVERSE_WORDS = { stop: 'end_turn', length: 'max_tokens', broken: 'network_error' }

function converseUsage(usage: Reported | undefined): object {
  if (usage === undefined) return {}
  const { prompt, output } = usage
  return {
    usage: { inputTokens: prompt, outputTokens: output, totalTokens: prompt + output },
  }
}

const converse: Voice = {
  type: 33,
  channel: { key: 'upstream-key-1|us-east-1' },
  streamed: (pieces, rest) => {
    const chunks = pieces.flatMap((piece): readonly Piece[] =>
      isGate(piece) ? [piece] : (awsStream([String(piece)]).chunks ?? []),
    )
    return { ...awsStream([], rest), chunks }
  },
  reportsEarly: false,
  reportsLast: true,
  opening: () => [frame({ role: 'assistant' }, 'messageStart')],
  text: (text) => [frame({ contentBlockIndex: 0, delta: { text } }, 'contentBlockDelta')],
  ending: ({ end, usage }) => [
    frame({ contentBlockIndex: 0 }, 'contentBlockStop'),
    frame({ stopReason: CONVERSE_WORDS[end] }, 'messageStop'),
    ...(usage === undefined ? [] : [frame(converseUsage(usage), 'metadata')]),
  ],
  bareEnd: [frame({ stopReason: 'end_turn' }, 'messageStop')],
  error: [frame({ message: OVERLOADED }, 'exception/serviceUnavailableException')],
  body: ({ text, end, usage }) => ({
    output: { message: { role: 'assistant', content: text === '' ? [] : [{ text }] } },
    stopReason: CONVERSE_WORDS[end],
    ...converseUsage(usage),
  }),
}

export const TRANSLATED_VOICES = { cohere, ollama, hunyuan, ernie, converse } as const
