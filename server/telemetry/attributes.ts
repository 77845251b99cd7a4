/** Attributes by the conventions for generative AI, and our own under `gw.`. */
import type { Attributes } from '@opentelemetry/api'
import type { Operation } from '../domain/calls/protocol'
import { ERRORS } from '../domain/errors/catalogue'
import { UpstreamError } from '../domain/errors/gateway-error'
import {
  totalCacheReadTokens,
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
} from '../domain/money/usage'
import type { TracedChannel } from '../relay/ports/call-trace'
import type { EndedCall, Try } from './ended-call'
import { providerName } from './provider-name'

/** Where the conventions have a word of their own. */
const OPERATION_WORDS: Partial<Record<Operation, string>> = {
  completions: 'text_completion',
  embed_v2: 'embeddings',
  images: 'generate_content',
  interactions: 'generate_content',
}

export function operationWord(operation: Operation): string {
  return OPERATION_WORDS[operation] ?? operation
}

/** The one that answered, or was tried last. */
export function lastTry({ tries }: EndedCall): Try | undefined {
  return tries.at(-1)
}

/** The convention's word for an error that has no other. */
const OTHER_ERROR = '_OTHER'

export function errorType(failure: Try['failure']): string | undefined {
  if (failure === undefined) return undefined
  return failure === 'superseded' ? OTHER_ERROR : failure.id
}

export function statusOf(failure: Try['failure']): number | undefined {
  if (failure === undefined || failure === 'superseded') return undefined
  return failure instanceof UpstreamError
    ? failure.upstreamStatus
    : ERRORS[failure.id].openai.status
}

export function callAttributes(call: EndedCall): Attributes {
  const last = lastTry(call)
  return known({
    ...basics(call),
    ...(last && {
      'gen_ai.provider.name': providerName(last.channel),
      'gw.channel.id': last.channel.id,
    }),
    ...answerAttributes(call),
    'error.type': errorType(call.error),
    'gw.request.id': call.requestId,
    'gw.group': call.group,
    'gw.user.id': call.userId,
    'gw.token.id': call.tokenId,
    'gw.tries': call.tries.length,
    'gw.charge.credits': call.charge,
  })
}

export function tryAttributes(call: EndedCall, made: Try): Attributes {
  return known({
    ...basics(call),
    'gen_ai.provider.name': providerName(made.channel),
    'gen_ai.request.model': made.model,
    ...serverOf(made.channel),
    ...(made.failure === undefined && answerAttributes(call)),
    'error.type': errorType(made.failure),
    'http.response.status_code':
      made.failure instanceof UpstreamError ? made.failure.upstreamStatus : undefined,
    'gw.channel.id': made.channel.id,
    'gw.channel.name': made.channel.name,
  })
}

/** What has no value is not sent: collectors would show it as empty. */
function known(attributes: Attributes): Attributes {
  const present: Attributes = {}
  for (const name in attributes) {
    const value = attributes[name]
    if (value !== undefined) present[name] = value
  }
  return present
}

function basics({ operation, model, isStream, session }: EndedCall): Attributes {
  return {
    'gen_ai.operation.name': operationWord(operation),
    'gen_ai.request.model': model === '' ? undefined : model,
    'gen_ai.request.stream': isStream ? true : undefined,
    'gen_ai.conversation.id': session === '' ? undefined : session,
  }
}

/** Of the answer, as far as there was one. */
function answerAttributes(call: EndedCall): Attributes {
  const { usage } = call
  const answered = lastTry(call)
  if (usage === undefined || answered === undefined) return {}
  const firstMs = firstChunkMs(call, answered)
  return {
    'gen_ai.response.model': answered.model,
    'gen_ai.response.time_to_first_chunk': firstMs === undefined ? undefined : firstMs / 1000,
    'gen_ai.usage.input_tokens': totalPromptTokens(usage),
    'gen_ai.usage.output_tokens': totalCompletionTokens(usage),
    'gen_ai.usage.cache_read.input_tokens': totalCacheReadTokens(usage) || undefined,
    'gen_ai.usage.cache_creation.input_tokens': totalCacheWriteTokens(usage) || undefined,
  }
}

/** From the request to the upstream on. */
export function firstChunkMs(call: EndedCall, { beganMs }: Try): number | undefined {
  const { firstByteMs } = call
  if (firstByteMs === undefined) return undefined
  return Math.max(0, firstByteMs - (beganMs - call.beganMs))
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Cached while the channel is unchanged: an address takes longer than the rest of a span. */
const SERVERS = new WeakMap<TracedChannel, Attributes>()

function serverOf(channel: TracedChannel): Attributes {
  const known = SERVERS.get(channel)
  if (known !== undefined) return known
  const server = serverAt(channel.baseUrl)
  SERVERS.set(channel, server)
  return server
}

function serverAt(address: string): Attributes {
  const url = URL.parse(address)
  if (url === null) return {}
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port)
  return { 'server.address': url.hostname, 'server.port': port }
}
