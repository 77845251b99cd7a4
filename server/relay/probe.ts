/**
 * A tiny call to one channel, outside routing and billing, to see whether it works. Each model is
 * asked the kind of question it is for.
 */

import { facesOf } from '../domain/channel-faces'
import { GatewayError, UpstreamError } from '../domain/errors/gateway-error'
import { callsOf } from '../domain/model-calls'
import type { Operation } from '../domain/protocol'
import { parseAnswer } from './answer'
import type { ChatRequest, JsonObject } from './chat'
import type { Dialect, UpstreamCall, UpstreamTarget, VendorSettings } from './dialects/dialect'
import { dressed } from './encode'
import { exchange, type WholeAnswer } from './exchange'
import { dialectOf } from './facing'
import { placedModel, placedUrl } from './place'
import type { RelayChannel } from './ports'
import type { Upstream } from './upstream'
import type { VendorOf } from './vendors'

const MAX_ANSWER_BYTES = 1024 * 1024

export interface ProbeParts {
  readonly upstream: Upstream
  readonly vendorOf: VendorOf
  readonly settings: VendorSettings
}

/**
 * Throws what a client would have been told; returns when the answer is well-formed. Throws
 * `channel.type_not_relayed` or `channel.model_untestable` where there is nothing to ask yet.
 */
export async function probe(
  parts: ProbeParts,
  channel: RelayChannel,
  model: string,
): Promise<void> {
  if (dialectOf(channel) === undefined) {
    throw new GatewayError('channel.type_not_relayed', { type: channel.type.name })
  }
  const upstreamModel = channel.mapModel(model) ?? model
  const [operation] = callsOf(channel.type, upstreamModel)
  if (operation === undefined) throw new GatewayError('channel.model_untestable', { model })
  const faces = facesOf(channel.type, { model: upstreamModel }).map((type) => ({
    ...channel,
    type,
  }))
  const call: Omit<UpstreamCall, 'channel'> = {
    operation,
    stream: false,
    requestedModel: model,
    upstreamModel: placedModel(channel, { requestedModel: model, upstreamModel }),
    settings: parts.settings,
    clientHeaders: {},
  }
  for (const face of faces) {
    const dialect = dialectOf(face)
    const target = dialect?.target({ ...call, channel: face })
    if (dialect === undefined || target === undefined) continue
    return await askOne(parts, dialect, { call: { ...call, channel: face }, target })
  }
  throw new GatewayError('channel.test_unsupported', { type: channel.type.name })
}

async function askOne(
  { upstream, vendorOf }: ProbeParts,
  dialect: Dialect,
  { call, target }: { readonly call: UpstreamCall; readonly target: UpstreamTarget },
): Promise<void> {
  const { channel } = call
  const body = JSON.stringify(dressed(QUESTIONS[call.operation](dialect, call), call))
  const url = placedUrl(target.url, call)
  const plain = { 'content-type': 'application/json', 'user-agent': 'gw', ...target.headers }
  const bare = { ...target, url, headers: plain, body, channel }
  const signed = await vendorOf(channel.type).authorize?.(bare)
  const { proxy, allowPrivate } = channel
  const headers = { ...plain, ...signed }
  const request = { ...target, url, headers, body, proxy, allowPrivate }
  const answer = await exchange(upstream, request, MAX_ANSWER_BYTES)
  readProbeAnswer(dialect, call, answer)
}

function readProbeAnswer(dialect: Dialect, call: UpstreamCall, answer: WholeAnswer): void {
  if (answer.status < 200 || answer.status >= 300) {
    const facts = dialect.readError(answer.status, answer.text, answer.headers)
    throw new UpstreamError({ ...facts, status: answer.status })
  }
  const json = parseAnswer(answer.text)
  if (call.operation === 'chat') dialect.chat?.readAnswer(json)
  const list = LISTS[call.operation]
  const isTranslated = call.operation === 'embeddings' && dialect.embeddings !== undefined
  if (list !== undefined && !isTranslated && !Array.isArray(json[list])) {
    throw new GatewayError('upstream.invalid_answer')
  }
}

/** Where an answer has what was asked for. */
const LISTS: Readonly<Partial<Record<Operation, string>>> = {
  completions: 'choices',
  embeddings: 'data',
  moderations: 'results',
}

type Question = (dialect: Dialect, call: UpstreamCall) => JsonObject

const QUESTIONS: Readonly<Record<Operation, Question>> = {
  chat: chatBody,
  count_tokens: chatBody,
  completions: (_, { upstreamModel }) => ({ model: upstreamModel, prompt: 'hi', max_tokens: 10 }),
  embeddings: (dialect, call) => {
    const body = { model: call.upstreamModel, input: ['hello world'] }
    return dialect.embeddings?.encode(body, call).body ?? body
  },
  moderations: (_, { upstreamModel }) => ({ model: upstreamModel, input: 'hello world' }),
}

function chatBody(dialect: Dialect, call: UpstreamCall): JsonObject {
  if (dialect.chat === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: call.channel.type.name })
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

/** Enough for an answer, little enough to cost nothing; some models think before they speak. */
function probeTokens(model: string): number | undefined {
  if (model.includes('thinking')) return model.includes('claude') ? undefined : 50
  return model.includes('gemini') ? 300 : 10
}
