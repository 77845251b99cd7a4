/** The bytes and the address of one attempt: passed through, adjusted, or translated. */
import { GatewayError } from '../domain/errors/gateway-error'
import type { Call } from './call'
import type { JsonObject, Loss } from './chat'
import type { Dialect, NativeHead, UpstreamCall, UpstreamTarget } from './dialects/dialect'
import { shallow } from './nesting'
import type { RelayChannel } from './ports'
import { isObject } from './query'
import { spliceFields } from './top-level'

export interface Encoding {
  readonly dialect: Dialect
  readonly target: UpstreamTarget
  readonly body: Buffer | string
  /** The client's protocol is the upstream's own: answers pass through. */
  readonly isNative: boolean
  /** The usage chunk was requested by us; the client must not see it. */
  readonly hidesUsage: boolean
  readonly losses: readonly Loss[]
  readonly upstreamCall: UpstreamCall
}

interface Work {
  readonly dialect: Dialect
  readonly call: Call
  readonly upstreamCall: UpstreamCall
  readonly asksUsage: boolean
}

function isNativePair(dialect: Dialect, call: Call): boolean {
  const { protocol, operation } = call.facts
  return dialect.native === protocol && dialect.nativeOperations.has(operation)
}

/** Whether a channel of this dialect can answer the call at all. */
export function canServe(dialect: Dialect | undefined, channel: RelayChannel, call: Call): boolean {
  if (dialect === undefined || channel.type.paths[call.facts.operation] === null) return false
  if (isNativePair(dialect, call)) return true
  if (call.facts.operation === 'chat') return dialect.chat !== undefined
  return call.facts.operation === 'embeddings' && dialect.embeddings !== undefined
}

export function encodeCall(dialect: Dialect, call: Call, upstreamCall: UpstreamCall): Encoding {
  const isNative = isNativePair(dialect, call)
  if (isNative && call.facts.passesThrough) return untouched(dialect, call, upstreamCall)
  const target = targetOf(dialect, upstreamCall)
  const asksUsage =
    upstreamCall.stream &&
    upstreamCall.channel.type.streamUsage &&
    dialect.askStreamUsage !== undefined
  const work = { dialect, call, upstreamCall, asksUsage }
  const encoded = isNative ? { body: nativeBody(work), losses: [] } : translatedBody(work)
  const losses = [...encoded.losses, ...limitLosses(call)]
  return {
    dialect,
    target,
    isNative,
    hidesUsage: asksUsage && isNative && !call.facts.query.includeUsage,
    upstreamCall,
    body: encoded.body,
    losses,
  }
}

/** The balance affords less than the client asked for, which it is told. */
function limitLosses({ outputLimit }: Call): readonly Loss[] {
  return outputLimit === undefined ? [] : [`max_tokens:${outputLimit}`]
}

/** No mapped name, no override and no usage chunk of our own: the bytes as they came. */
function untouched(dialect: Dialect, call: Call, mapped: UpstreamCall): Encoding {
  call.unmap()
  const upstreamCall = { ...mapped, upstreamModel: mapped.requestedModel }
  return {
    dialect,
    target: targetOf(dialect, upstreamCall),
    body: call.facts.query.bytes,
    isNative: true,
    hidesUsage: false,
    losses: [],
    upstreamCall,
  }
}

function targetOf(dialect: Dialect, upstreamCall: UpstreamCall): UpstreamTarget {
  const target = dialect.target(upstreamCall)
  if (target === undefined) throw new GatewayError('route.not_implemented')
  return { ...target, headers: withTypes(target.headers, upstreamCall.stream) }
}

function withTypes(headers: Readonly<Record<string, string>>, stream: boolean) {
  return {
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    'user-agent': 'gw',
    ...headers,
  }
}

/** The client's own bytes wherever possible: unknown fields must survive. */
function nativeBody({ dialect, call, upstreamCall, asksUsage }: Work): Buffer | string {
  const { query } = call.facts
  const { paramOverride } = upstreamCall.channel
  const edits: Record<string, unknown> = {}
  if (call.isMapped) edits.model = upstreamCall.upstreamModel
  if (asksUsage && !query.includeUsage) Object.assign(edits, usageFields(dialect, query))
  if (call.outputLimit !== undefined) {
    Object.assign(edits, dialect.limitNative?.(call.outputLimit, query.fields, query.json))
  }
  const head = call.outputLimit === undefined ? query : withFields(query, Object.keys(edits))
  if (paramOverride === undefined && !dialect.needsPreparing(upstreamCall, head)) {
    if (Object.keys(edits).length === 0) return query.bytes
    return spliceFields(query.bytes, query.spans(), edits)
  }
  const body = dialect.prepareNative(
    { ...shallow(query.json()), ...edits } as JsonObject,
    upstreamCall,
  )
  return JSON.stringify({ ...body, ...paramOverride })
}

function withFields(head: NativeHead, added: readonly string[]): NativeHead {
  return { ...head, fields: new Set([...head.fields, ...added]) }
}

function usageFields(dialect: Dialect, query: Call['facts']['query']): JsonObject {
  const fields: Record<string, JsonObject[string]> = {}
  for (const [name, value] of Object.entries(dialect.askStreamUsage ?? {})) {
    const given = query.fields.has(name) ? query.json()[name] : undefined
    fields[name] = isObject(given) && isObject(value) ? { ...given, ...value } : value
  }
  return fields
}

function translatedBody({ dialect, call, upstreamCall, asksUsage }: Work): {
  body: string
  losses: readonly Loss[]
} {
  const { body, losses } = translate(dialect, call, upstreamCall)
  const asked = asksUsage ? dialect.askStreamUsage : undefined
  return {
    body: JSON.stringify({ ...body, ...asked, ...upstreamCall.channel.paramOverride }),
    losses,
  }
}

function translate(dialect: Dialect, call: Call, upstreamCall: UpstreamCall) {
  if (call.facts.operation === 'embeddings' && dialect.embeddings !== undefined) {
    return dialect.embeddings.encode(call.facts.query.json(), upstreamCall)
  }
  if (dialect.chat === undefined) throw new GatewayError('route.not_implemented')
  const request = call.chatRequest()
  const { outputLimit } = call
  const limited = outputLimit === undefined ? request : { ...request, maxTokens: outputLimit }
  return dialect.chat.encode(limited, upstreamCall)
}
