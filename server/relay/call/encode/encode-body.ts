/** The body of one attempt: passed through, adjusted, or translated. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { type Restoration, restorationOf } from '../../formats/chat/restoration'
import { spliceFields } from '../../formats/chat/top-level'
import type {
  Dialect,
  EncodedRequest,
  NativeHead,
  UpstreamCall,
} from '../../formats/dialects/dialect'
import { encodeFitted } from '../../formats/fit/encode-fitted'
import { fitNative, needsFitting } from '../../formats/fit/fit-native'
import { needsNames, withNativeNames } from '../../formats/fit/native-names'
import { OPERATION_ROWS } from '../../formats/operations'
import type { TwinCodec } from '../../formats/operations/operation'
import { isObject, type ParsedBody } from '../../formats/parsed-body'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import type { JsonObject, Loss } from '../../wire/chat'
import { shallow } from '../../wire/nesting'
import { type Media, type WantedFile, wantedFiles, withMedia } from '../bodies/inline-files'
import type { QueryHead } from '../query/query'
import { withCacheKey } from './cache-key'

/** More are dropped: the client decides how many fields nobody knows, and how they are named. */
const MAX_LOSSES = 1_000
const MAX_LOSS_CHARACTERS = 200

/** What a body is to become for one attempt. */
export interface BodyPlan {
  readonly upstreamCall: UpstreamCall
  readonly isNative: boolean
  /** The body must be given the model's name. */
  readonly isMapped: boolean
  readonly asksUsage: boolean
  /** Tokens an answer may have, when the balance affords less than was requested. */
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

export const AS_IT_CAME: Encoded = {
  kind: 'encoded',
  body: undefined,
  losses: [],
  packsVectors: false,
  restoration: undefined,
}

/** Decided by the head alone, so that nothing is parsed for a body that passes through. */
export function staysAsItCame(dialect: Dialect, head: QueryHead, plan: BodyPlan): boolean {
  const isEdited =
    plan.isMapped ||
    plan.outputLimit !== undefined ||
    head.tags?.isList === true ||
    (plan.asksUsage && !head.includeUsage)
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
  if (head.tags?.isList) Object.assign(edits, withoutTags(body.json()))
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

/** A list of tags is for this gateway alone: vendors refuse it. */
function withoutTags({ metadata }: JsonObject): JsonObject {
  if (!isObject(metadata)) return {}
  const { tags: _, ...rest } = metadata
  return { metadata: rest }
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
  const untagged = work.head.tags?.isList ? withoutTags(made) : undefined
  const named = all.slice(0, MAX_LOSSES).map((name) => name.slice(0, MAX_LOSS_CHARACTERS))
  const losses = new Set(named)
  const usageFields = plan.asksUsage ? dialect.askStreamUsage : undefined
  const whole = dressed({ ...made, ...untagged, ...usageFields }, plan.upstreamCall)
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
  const remaining = Object.entries(body).filter(([name]) => !fields.drops.includes(name))
  return { ...Object.fromEntries(remaining), ...fields.adds }
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
 * The other shape is OpenAI's where vectors are requested, of which vendors have their own. Fields
 * that it has no place for are theirs to take or to name.
 */
function translateTwin({ dialect, body, plan }: BodyWork, { encode }: TwinCodec): EncodedRequest {
  const { upstreamCall } = plan
  const request = body.json()
  const made = encode(request, upstreamCall.upstreamModel)
  const isVectors = OPERATION_ROWS[upstreamCall.operation].codec === 'embeddings'
  if (!isVectors || dialect.embeddings === undefined) return made
  const more = Object.fromEntries(made.losses.map((name) => [name, request[name]]))
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
  const request = { ...common, model: upstreamCall.upstreamModel }
  const made = dialect.embeddings?.encode(request, upstreamCall) ?? { body: request, losses: [] }
  return { ...made, losses: [...losses, ...made.losses] }
}
