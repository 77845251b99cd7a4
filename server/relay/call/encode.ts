/** The bytes and the address of one attempt: passed through, adjusted, or translated. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { reachedAs } from '../../domain/model-calls'
import type { Operation, ProtocolName } from '../../domain/protocol'
import { type Restoration, restorationOf } from '../formats/chat/restoration'
import { spliceFields } from '../formats/chat/top-level'
import type {
  Dialect,
  EncodedRequest,
  NativeHead,
  UpstreamCall,
  UpstreamTarget,
} from '../formats/dialects/dialect'
import { encodeFitted } from '../formats/fit/encode-fitted'
import { fitNative, needsFitting } from '../formats/fit/fit-native'
import { needsNames, withNativeNames } from '../formats/fit/native-names'
import { OPERATION_ROWS } from '../formats/operations'
import type { TwinCodec } from '../formats/operations/operation'
import { isObject, type ParsedBody } from '../formats/parsed-body'
import { COMMON_PROTOCOL, PROTOCOL_CODECS } from '../formats/protocols'
import type { RelayChannel } from '../ports/ports'
import type { JsonObject, Loss } from '../wire/chat'
import { shallow } from '../wire/nesting'
import type { StreamedBody } from '../wire/streamed-body'
import { type Media, type WantedFile, wantedFiles, withMedia } from './bodies/inline-files'
import { withCacheKey } from './cache-key'
import type { Call } from './call'
import type { FacedCall } from './faced-call'
import type { Query, QueryHead } from './query'
import { targetOf } from './target'

/** More is not kept: the client decides how many fields nobody knows, and how they are named. */
const MAX_LOSSES = 1_000
const MAX_LOSS_CHARACTERS = 200

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

/** What a body is to become for one attempt. */
export interface BodyPlan {
  readonly upstreamCall: UpstreamCall
  readonly isNative: boolean
  /** The body must be given the model's name. */
  readonly isMapped: boolean
  readonly asksUsage: boolean
  /** Tokens an answer may have, when the balance affords less than was asked for. */
  readonly outputLimit: number | undefined
}

export interface BodyWork {
  readonly dialect: Dialect
  readonly body: ParsedBody
  readonly head: QueryHead
  readonly plan: BodyPlan
  /** What of the images and files that the body points at has been fetched. */
  readonly media: Media
}

export type EncodedBody =
  | {
      readonly kind: 'encoded'
      /** `undefined` for the client's own bytes, as they came. */
      readonly body: Buffer | string | undefined
      readonly losses: readonly Loss[]
      readonly packsVectors: boolean
      readonly restoration: Restoration | undefined
    }
  /** Media that must be fetched first. */
  | { readonly kind: 'lacks'; readonly files: readonly WantedFile[] }

export type Encoded = Extract<EncodedBody, { kind: 'encoded' }>

function isNativePair(dialect: Dialect, call: FacedCall): boolean {
  const { protocol, operation } = call.facts
  return speaks(dialect, protocol, operation)
}

function speaks(dialect: Dialect, protocol: ProtocolName, operation: Operation): boolean {
  return dialect.native === protocol && dialect.nativeOperations.has(operation)
}

/** Whether a channel of this dialect can answer the call at all. */
export function canServe(
  dialect: Dialect | undefined,
  channel: RelayChannel,
  call: FacedCall,
): boolean {
  const { protocol, operation, query } = call.facts
  const reached = reachedAs(channel.type, operation)
  if (dialect === undefined || reached === undefined) return false
  if (reached !== operation) {
    return speaks(dialect, protocol, reached) || translates(dialect, reached)
  }
  const isNative = isNativePair(dialect, call)
  const { keeps } = channel.type
  if (query.needs?.some(({ family }) => !isNative || keeps[family] === undefined)) return false
  if (isNative) return true
  if (translates(dialect, operation)) return true
  return OPERATION_ROWS[operation].codec === 'embeddings' && embedsAsOpenai(dialect)
}

function translates(dialect: Dialect, operation: Operation): boolean {
  const { codec } = OPERATION_ROWS[operation]
  return codec !== undefined && dialect[codec] !== undefined
}

/** Embeddings travel between formats in OpenAI's words, and such an upstream takes those. */
function embedsAsOpenai({ native, nativeOperations }: Dialect): boolean {
  return native === COMMON_PROTOCOL && nativeOperations.has('embeddings')
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
  // What is billed is what is asked for: the upstream's own default may be another model.
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

const AS_IT_CAME: Encoded = {
  kind: 'encoded',
  body: undefined,
  losses: [],
  packsVectors: false,
  restoration: undefined,
}

/** Told from the head alone, so that nothing is parsed for a body that passes through. */
function staysAsItCame(dialect: Dialect, head: QueryHead, plan: BodyPlan): boolean {
  const isEdited =
    plan.isMapped || plan.outputLimit !== undefined || (plan.asksUsage && !head.includeUsage)
  return plan.isNative && !isEdited && !isPrepared(dialect, head, plan)
}

function isPrepared(dialect: Dialect, head: NativeHead, { upstreamCall }: BodyPlan): boolean {
  const { paramOverride, type } = upstreamCall.channel
  if (paramOverride !== undefined || type.bodies[upstreamCall.operation] !== undefined) return true
  if (dialect.needsPreparing(upstreamCall, head)) return true
  return needsFitting(upstreamCall, head) || needsNames(upstreamCall, head)
}

/** The work itself: on the loop for small bodies, in a thread for large ones. */
export function encodeBody(work: BodyWork): EncodedBody {
  return work.plan.isNative ? nativeBody(work) : translatedBody(work)
}

/** The client's own bytes wherever possible: unknown fields must survive. */
function nativeBody({ dialect, body, head, plan }: BodyWork): EncodedBody {
  const { upstreamCall } = plan
  const edits: Record<string, unknown> = {}
  if (plan.isMapped) edits.model = upstreamCall.upstreamModel
  if (plan.asksUsage && !head.includeUsage) Object.assign(edits, usageFields(dialect, body, head))
  if (plan.outputLimit !== undefined) {
    Object.assign(
      edits,
      dialect.limitNative?.(plan.outputLimit, head.fields, () => body.json()),
    )
  }
  const made = plan.outputLimit === undefined ? head : withFields(head, edits)
  const spliced = (): EncodedBody => ({
    ...AS_IT_CAME,
    body: spliceFields(body.bytes, body.spans(), edits),
  })
  if (!isPrepared(dialect, made, plan)) return spliced()
  const { paramOverride, type } = upstreamCall.channel
  const fields = type.bodies[upstreamCall.operation]
  const losses = new Set<string>()
  const whole = { ...shallow(body.json()), ...edits } as JsonObject
  const own = dialect.prepareNative(whole, upstreamCall, losses)
  const fitted = fitNative(own, dialect.native, { call: upstreamCall, losses })
  const { body: prepared, toolNames } = needsNames(upstreamCall, head)
    ? withNativeNames(fitted, upstreamCall, losses)
    : { body: fitted, toolNames: {} }
  if (prepared === whole && paramOverride === undefined && fields === undefined) return spliced()
  const text = JSON.stringify(
    overridden({ dialect, plan }, dressed(prepared, upstreamCall), losses),
  )
  const restoration = restorationOf({ toolNames, textTool: undefined })
  return { ...AS_IT_CAME, body: text, losses: [...losses], restoration }
}

/** Whether a field has to be renamed depends on those that we add, too. */
function withFields(head: NativeHead, edits: Readonly<Record<string, unknown>>): NativeHead {
  return { ...head, fields: new Set([...head.fields, ...Object.keys(edits)]) }
}

function usageFields(dialect: Dialect, body: ParsedBody, head: QueryHead): JsonObject {
  const fields: Record<string, JsonObject[string]> = {}
  for (const [name, value] of Object.entries(dialect.askStreamUsage ?? {})) {
    const given = head.fields.has(name) ? body.json()[name] : undefined
    fields[name] = isObject(given) && isObject(value) ? { ...given, ...value } : value
  }
  return fields
}

function translatedBody(work: BodyWork): EncodedBody {
  const { dialect, body, plan, media } = work
  if (dialect.inlinesMedia && OPERATION_ROWS[body.shape.operation].codec === 'chat') {
    const files = wantedFiles(body.chatRequest()).filter(({ url }) => !media.has(url))
    if (files.length > 0) return { kind: 'lacks', files }
  }
  const { body: made, losses: all, packsVectors = false, restoration } = translate(work)
  const kept = all.slice(0, MAX_LOSSES).map((name) => name.slice(0, MAX_LOSS_CHARACTERS))
  const losses = new Set(kept)
  const asked = plan.asksUsage ? dialect.askStreamUsage : undefined
  const whole = dressed({ ...made, ...asked }, plan.upstreamCall)
  const text = JSON.stringify(overridden({ dialect, plan }, whole, losses))
  return { kind: 'encoded', body: text, losses: [...losses], packsVectors, restoration }
}

function overridden(
  { dialect, plan }: Pick<BodyWork, 'dialect' | 'plan'>,
  body: JsonObject,
  losses: Set<string>,
): JsonObject {
  const { paramOverride: fields } = plan.upstreamCall.channel
  if (fields === undefined) return body
  return dialect.override?.(body, fields, losses) ?? { ...body, ...fields }
}

/** With what every body of the vendor has, and without what none may have. */
export function dressed(body: JsonObject, { channel, operation }: UpstreamCall): JsonObject {
  const fields = channel.type.bodies[operation]
  if (fields === undefined) return body
  const kept = Object.entries(body).filter(([name]) => !fields.drops.includes(name))
  return { ...Object.fromEntries(kept), ...fields.adds }
}

function translate(work: BodyWork): EncodedRequest {
  const { dialect, body, plan, media } = work
  const { upstreamCall } = plan
  const { codec, twin } = OPERATION_ROWS[body.shape.operation]
  if (twin !== undefined) return translateTwin(work, twin)
  if (codec === 'embeddings') return translateVectors(dialect, body, upstreamCall)
  if (codec === 'images' && dialect.images !== undefined) {
    return dialect.images.encode(body.json(), upstreamCall)
  }
  if (dialect.chat === undefined) throw new GatewayError('route.not_implemented')
  const request = body.chatRequest()
  const keyed = withCacheKey(request, upstreamCall)
  const whole = dialect.inlinesMedia === true ? withMedia(keyed, media) : keyed
  const maxTokens = plan.outputLimit ?? whole.maxTokens
  return encodeFitted(dialect.chat, { ...whole, maxTokens }, upstreamCall)
}

/**
 * The other shape is OpenAI's where vectors are asked for, of which vendors have their own. Fields
 * that it has no place for are theirs to take or to name.
 */
function translateTwin({ dialect, body, plan }: BodyWork, { encode }: TwinCodec): EncodedRequest {
  const { upstreamCall } = plan
  const asked = body.json()
  const made = encode(asked, upstreamCall.upstreamModel)
  const isVectors = OPERATION_ROWS[upstreamCall.operation].codec === 'embeddings'
  if (!isVectors || dialect.embeddings === undefined) return made
  const more = Object.fromEntries(made.losses.map((name) => [name, asked[name]]))
  return dialect.embeddings.encode({ ...made.body, ...more }, upstreamCall)
}

function translateVectors(
  dialect: Dialect,
  body: ParsedBody,
  upstreamCall: UpstreamCall,
): EncodedRequest {
  const { embeddings } = PROTOCOL_CODECS[body.shape.protocol]
  const { common, losses } = embeddings?.readRequest(body.json(), body.shape) ?? {
    common: body.json(),
    losses: [],
  }
  const asked = { ...common, model: upstreamCall.upstreamModel }
  const made = dialect.embeddings?.encode(asked, upstreamCall) ?? { body: asked, losses: [] }
  return { ...made, losses: [...losses, ...made.losses] }
}
