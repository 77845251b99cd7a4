import type { Restoration } from '../../formats/chat/restoration'
import type { Dialect, UpstreamCall, UpstreamTarget } from '../../formats/dialects/dialect'
import type { Loss } from '../../wire/chat'
import type { StreamedBody } from '../../wire/streamed-body'
import type { Call } from '../call'
import { isNativePair } from '../channel/can-serve'
import type { Query } from '../query/query'
import { AS_IT_CAME, type BodyPlan, type Encoded, staysAsItCame } from './encode-body'
import { targetOf } from './target'

export interface Encoding {
  readonly dialect: Dialect
  readonly target: UpstreamTarget
  readonly body: Buffer | string | StreamedBody
  /** The client's protocol is the upstream's own: answers pass through. */
  readonly isNative: boolean
  /** The usage chunk was requested by us; the client must not see it. */
  readonly hidesUsage: boolean
  readonly losses: readonly Loss[]
  readonly packsVectors: boolean
  readonly restoration: Restoration | undefined
  readonly upstreamCall: UpstreamCall
}

/** At once for bodies that pass through or are small; only threads let one wait. */
export function encodeCall(
  dialect: Dialect,
  call: Call,
  upstreamCall: UpstreamCall,
): Encoding | Promise<Encoding> {
  const isTwin = upstreamCall.operation !== call.facts.operation
  const isNative = !isTwin && isNativePair(dialect, call)
  const { bodies } = upstreamCall.channel.type
  const isDressed = bodies[upstreamCall.operation] !== undefined
  if (isNative && call.facts.passesThrough && !isDressed) {
    return untouched(dialect, call, upstreamCall)
  }
  const target = targetOf(dialect, upstreamCall)
  const asksUsage =
    upstreamCall.stream &&
    upstreamCall.channel.type.streamUsage &&
    dialect.askStreamUsage !== undefined
  const { query } = call.facts
  const { outputLimit } = call
  // What is billed is what is requested: the upstream's own default may be another model.
  const isNamed = isNative && dialect.addressesModel === true
  const isMapped =
    !isNamed && (upstreamCall.upstreamModel !== query.model || !query.fields.has('model'))
  const plan = { upstreamCall, isNative, isMapped, asksUsage, outputLimit }
  const made = staysAsItCame(dialect, query, plan)
    ? AS_IT_CAME
    : call.bodies.encode(call.facts, dialect, plan)
  const address = { dialect, target, query }
  return made instanceof Promise
    ? made.then((encoded) => encodingOf(address, plan, encoded))
    : encodingOf(address, plan, made)
}

interface Address {
  readonly dialect: Dialect
  readonly target: UpstreamTarget
  readonly query: Query
}

function encodingOf({ dialect, target, query }: Address, plan: BodyPlan, made: Encoded): Encoding {
  const { upstreamCall, isNative, asksUsage, outputLimit } = plan
  const { body = query.bytes, losses, packsVectors, restoration } = made
  return {
    dialect,
    target,
    isNative,
    hidesUsage: asksUsage && isNative && !query.includeUsage,
    upstreamCall,
    body,
    losses: outputLimit === undefined ? losses : [...losses, `max_tokens:${outputLimit}`],
    packsVectors,
    restoration,
  }
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
    packsVectors: false,
    restoration: undefined,
    upstreamCall,
  }
}
