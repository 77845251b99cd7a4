/** A tiny call to one channel, outside routing and billing, to see whether it works. */
import { GatewayError, UpstreamError } from '../domain/errors/gateway-error'
import { parseAnswer } from './answer'
import type { ChatRequest, JsonObject } from './chat'
import type { Dialect, UpstreamCall, VendorSettings } from './dialects/dialect'
import { exchange } from './exchange'
import type { RelayChannel } from './ports'
import type { Upstream } from './upstream'

const MAX_ANSWER_BYTES = 1024 * 1024

export interface ProbeParts {
  readonly upstream: Upstream
  readonly dialectOf: (channel: RelayChannel) => Dialect | undefined
  readonly settings: VendorSettings
}

/** Throws what a client would have been told; returns when the answer is well-formed. */
export async function probe(
  parts: ProbeParts,
  channel: RelayChannel,
  model: string,
): Promise<void> {
  const dialect = parts.dialectOf(channel)
  if (dialect === undefined) {
    throw new GatewayError('channel.type_not_relayed', { type: channel.type.name })
  }
  const operation = isEmbeddingModel(model) ? 'embeddings' : 'chat'
  const call: UpstreamCall = {
    channel,
    operation,
    stream: false,
    requestedModel: model,
    upstreamModel: channel.mapModel(model) ?? model,
    settings: parts.settings,
    clientHeaders: {},
  }
  const target = dialect.target(call)
  if (target === undefined)
    throw new GatewayError('channel.test_unsupported', { type: channel.type.id })
  const body = operation === 'chat' ? chatBody(dialect, call) : embeddingsBody(dialect, call)
  const answer = await exchange(
    parts.upstream,
    {
      ...target,
      headers: { 'content-type': 'application/json', 'user-agent': 'gw', ...target.headers },
      body: JSON.stringify(body),
      proxy: channel.proxy,
      allowPrivate: channel.allowPrivate,
    },
    MAX_ANSWER_BYTES,
  )
  readProbeAnswer(dialect, call, answer)
}

function readProbeAnswer(
  dialect: Dialect,
  call: UpstreamCall,
  answer: { readonly status: number; readonly text: string },
): void {
  if (answer.status < 200 || answer.status >= 300) {
    const facts = dialect.readError(answer.status, answer.text)
    throw new UpstreamError({ ...facts, status: answer.status })
  }
  const json = parseAnswer(answer.text)
  if (call.operation === 'chat') dialect.chat?.readAnswer(json)
  else if (!Array.isArray(json.data) && dialect.embeddings === undefined) {
    throw new GatewayError('upstream.invalid_answer')
  }
}

function chatBody(dialect: Dialect, call: UpstreamCall): JsonObject {
  if (dialect.chat === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: call.channel.type.id })
  }
  const request: ChatRequest = {
    model: call.requestedModel,
    stream: false,
    includeUsage: false,
    system: [],
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
    tools: [],
    maxTokens: probeTokens(call.upstreamModel),
    stop: [],
    unmapped: {},
  }
  const { body } = dialect.chat.encode(request, call)
  return dialect.prepareNative(body, call, new Set())
}

function embeddingsBody(dialect: Dialect, call: UpstreamCall): JsonObject {
  const body = { model: call.upstreamModel, input: ['hello world'] }
  return dialect.embeddings?.encode(body, call).body ?? body
}

/** Enough for an answer, little enough to cost nothing; some models think before they speak. */
function probeTokens(model: string): number | undefined {
  if (model.includes('thinking')) return model.includes('claude') ? undefined : 50
  return model.includes('gemini') ? 300 : 10
}

function isEmbeddingModel(model: string): boolean {
  return /embed|^m3e|bge-/i.test(model)
}
