/** What the pipeline must know of a request body before it can route and price it. */
import { type TagsOfBody, tagsOfMetadata } from '../../../domain/calls/tags'
import { BODY_SHAPE, type FieldSpan, requireNames } from '../../../domain/json/scan'
import { readField, refuseRepeated } from '../../formats/chat/top-level'
import type { NativeHead } from '../../formats/dialects/dialect'
import { callFactsIn, namesIn, TALKS } from '../../formats/fit/call-facts'
import { OPERATION_ROWS } from '../../formats/operations'
import { isObject, type ParsedBody } from '../../formats/parsed-body'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import type { ContentField, ReadField } from '../../formats/protocols/protocol'
import { filesIn, needOfFiles, type OwnedNeed, type OwnedRef } from '../../formats/protocols/refs'
import type { FormBody } from '../../multipart/form-body'
import type { Continued } from '../../ports/stored'
import { invalid } from '../../wire/body-fields'
import type { JsonObject } from '../../wire/chat'
import { type JudgedField, refuseDisguised } from '../../wire/judged-fields'
import { PARSE_LIMIT_BYTES } from '../../wire/shared-bytes'
import { conversationIn, type NamedConversation } from './conversation'
import { readChoices, readModel, readNotes } from './query-fields'

/** Nobody asks for a field with a longer name, and such names would fill memory. */
const MAX_FIELD_CHARACTERS = 64

/** The reference refuses larger maxima; no model comes near. */
const MAX_TOKENS_LIMIT = 1_073_741_823

/** Plain: a thread that has read the body hands this back. */
export interface QueryHead extends NativeHead {
  /** Answers requested at once; each may be as long as `maxTokens` allows. */
  readonly choices: number
  /** Whether an OpenAI client requested the usage chunk itself. */
  readonly includeUsage: boolean
  /** How hard the client asked the model to think, in its own word. */
  readonly reasoningEffort: string | undefined
  /** It asks the model to think, in a field that only its protocol knows. */
  readonly asksThinking?: boolean
  /** The stream is wanted as one JSON list and not as events. */
  readonly asList?: boolean
  /** Fields that the answer repeats. */
  readonly echo?: JsonObject
  /** What the body says and a header would say as well, by the header's name. */
  readonly vendorHeaders?: Readonly<Record<string, string>>
  /** Fields on which the price depends, as the client wrote them. */
  readonly notes?: Readonly<Record<string, string>>
  /** What of the caller's own it names. */
  readonly refs?: readonly OwnedRef[]
  /** What only some vendors have, and without which it cannot be answered. */
  readonly needs?: readonly OwnedNeed[]
  /** The vendor may run code for it, in a container that outlives the answer. */
  readonly usesContainer?: boolean
  /** The answer goes on when its request has ended. */
  readonly isBackground?: boolean
  /** As the body names it. */
  readonly conversation?: NamedConversation
  /** As the body names them. */
  readonly tags?: TagsOfBody
}

export interface Query extends QueryHead {
  /** The conversation that it goes on with, which is part of `bytes` already. */
  readonly continues?: Omit<Continued, 'bytes'>
  /** It is made in the background by this process, and requested from an upstream as a stream. */
  readonly background?: { readonly wantsStream: boolean }
  readonly bytes: Buffer
  /** `undefined` when the body is too large to be parsed on the loop. */
  readonly parsed: ParsedBody | undefined
  /** The body, where it is a form; `bytes` are none then. */
  readonly form?: FormBody
}

/** Throws `request.*` when the body cannot be a request of its operation. */
export function readHead(body: ParsedBody, pathModel: string): QueryHead {
  const { bytes, shape } = body
  const protocol = PROTOCOL_CODECS[shape.protocol]
  const row = OPERATION_ROWS[shape.operation]
  const content = protocol.contentOf?.(shape) ?? row.content(protocol)
  const small = bytes.length <= PARSE_LIMIT_BYTES
  const field = small ? fieldOf(body.json()) : fieldIn(body)
  const names = small ? Object.keys(body.json()) : [...body.spans().keys()]
  requireNames(names, BODY_SHAPE)
  const fields = new Set<string>()
  for (const name of names) {
    refuseDisguised(name)
    if (name.length <= MAX_FIELD_CHARACTERS) fields.add(name)
  }
  if (small) refuseRepeated(bytes, names.length)
  const isInPath = protocol.pathNamesModel?.(shape) === true
  const model = readModel(isInPath ? pathModel : field('model'), pathModel)
  row.check?.(field)
  const value = small ? body.json()[content.name] : glimpse(bytes, body.spans().get(content.name))
  requireContent(content, value, fields)
  const notes = protocol.readNotes?.(field, { isSmall: small, pathModel, ...shape })
  let head: QueryHead = {
    model,
    stream: readStream(field('stream')),
    maxTokens: readMaxTokens(protocol.limitFields, field),
    choices: Math.max(readChoices(field('n')), readChoices(field('best_of'))),
    fields,
    mayHoldForeign: protocol.mayHoldForeign(bytes),
    calls: TALKS.has(shape.operation) ? callFactsIn(bytes, protocol.callMarks) : undefined,
    names: TALKS.has(shape.operation) ? namesIn(bytes, fields) : undefined,
    includeUsage: readIncludeUsage(field('stream_options')),
    reasoningEffort: readEffort(field, fields),
  }
  // Most requests have none of these, and an object is copied with every spread.
  if (row.notes !== undefined) head = { ...head, notes: readNotes(row.notes, field) }
  if (notes !== undefined) head = { ...head, ...notes }
  head = withAttribution(head, field)
  if (protocol.mayHoldUnfit?.({ field, fields, bytes })) head = { ...head, mayHoldUnfit: true }
  return withFiles(head, body)
}

/** With what the body says of its conversation and its tags. */
function withAttribution(head: QueryHead, field: ReadField): QueryHead {
  const { fields } = head
  const metadata = fields.has('metadata') ? field('metadata') : undefined
  const tags = tagsOfMetadata(metadata)
  const conversation = conversationIn(field, { fields, metadata })
  if (tags === undefined && conversation === undefined) return head
  return { ...head, ...(conversation && { conversation }), ...(tags && { tags }) }
}

function fieldOf(json: JsonObject): ReadField {
  return (name) => json[name]
}

function fieldIn(body: ParsedBody): ReadField {
  return (name) => readField(body.bytes, body.spans().get(name))
}

/** In addition to what the protocol itself refers to. */
function withFiles(head: QueryHead, body: ParsedBody): QueryHead {
  const { protocol } = body.shape
  const { filesFamily } = PROTOCOL_CODECS[protocol]
  const files = filesFamily === undefined ? [] : filesIn(protocol, body)
  if (filesFamily === undefined || files.length === 0) return head
  const { refs = [], needs = [] } = head
  return {
    ...head,
    refs: [...refs, ...files],
    needs: [...needs, needOfFiles(protocol, filesFamily)],
  }
}

function readStream(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  throw invalid('stream', 'reason.not_a_boolean')
}

function readIncludeUsage(value: unknown): boolean {
  return isObject(value) && value.include_usage === true
}

/** Longer ones are no level that anybody has. */
const MAX_EFFORT_CHARACTERS = 32

const EFFORT_FIELDS = ['reasoning_effort', 'reasoning', 'output_config'] as const

/** The word wherever clients write it; what is no word is the upstream's to judge. */
function readEffort(field: ReadField, fields: ReadonlySet<string>): string | undefined {
  for (const name of EFFORT_FIELDS) {
    if (!fields.has(name)) continue
    const value = field(name)
    const effort = isObject(value) ? value.effort : value
    if (typeof effort !== 'string' || effort === '') continue
    if (effort.length <= MAX_EFFORT_CHARACTERS) return effort
  }
  return undefined
}

function readMaxTokens(names: readonly JudgedField[], field: ReadField): number | undefined {
  let most: number | undefined
  for (const name of names) {
    const value = field(name)
    if (value === undefined || value === null) continue
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
      throw invalid(name, 'reason.not_an_integer')
    }
    if (value > MAX_TOKENS_LIMIT) {
      throw invalid(name, 'reason.at_most', { max: MAX_TOKENS_LIMIT })
    }
    most = Math.max(most ?? 0, value)
  }
  return most === 0 ? undefined : most
}

function requireContent(
  { name, isList, isOptional }: ContentField,
  value: unknown,
  fields: ReadonlySet<string>,
): void {
  if (!fields.has(name) && !isOptional) throw invalid(name, 'reason.required')
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty || (value === null && !isOptional)) {
    throw invalid(name, 'reason.empty')
  }
  if (isList && !Array.isArray(value)) {
    throw invalid(name, 'reason.not_an_array')
  }
}

/** Longest value that is parsed just to see what it is. */
const GLIMPSE_BYTES = 256
const OPEN_BRACKET = 91

/** A short value as it is; of a long one only whether it is a list, without parsing it. */
function glimpse(bytes: Buffer, span: FieldSpan | undefined): unknown {
  if (span === undefined || span.end - span.start <= GLIMPSE_BYTES) return readField(bytes, span)
  return bytes[span.start] === OPEN_BRACKET ? ['…'] : '…'
}
