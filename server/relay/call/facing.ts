/** By which of its faces a channel is spoken to for a call. */

import { answersCalls } from '../../domain/calls/model-calls'
import { facesOf } from '../../domain/channels/faces'
import { UpstreamError } from '../../domain/errors/gateway-error'
import { DIALECT_CODECS } from '../formats/dialects'
import type { AskedChat, Dialect } from '../formats/dialects/dialect'
import { OPERATION_ROWS } from '../formats/operations'
import type { RelayChannel } from '../ports/ports'
import { canServe } from './can-serve'
import type { FacedCall, Facing } from './faced-call'

/** `undefined` for types that nothing goes through. */
export function dialectOf({ type }: Pick<RelayChannel, 'type'>): Dialect | undefined {
  return answersCalls(type) ? DIALECT_CODECS[type.dialect] : undefined
}

type Faced = Pick<RelayChannel, 'type' | 'baseUrl' | 'key' | 'other'>

/** The row as each face shows it that this channel has for the model, its main one first. */
export function rowsFor(channel: Faced, model: string): readonly RelayChannel['type'][] {
  const { type, baseUrl, key, other } = channel
  return facesOf(type, { model, baseUrl, key, other })
}

/** The channel as if its type had this face alone. */
export function facedBy<Channel extends Faced>(
  channel: Channel,
  type: RelayChannel['type'],
): Channel {
  const isAtHome = channel.baseUrl === channel.type.baseUrl
  return { ...channel, type, baseUrl: isAtHome ? type.baseUrl : channel.baseUrl }
}

/** What the face calls a model that has this name elsewhere. */
export function nameIn({ namesDeployment }: RelayChannel['type'], model: string): string {
  return namesDeployment ? model.replaceAll('.', '') : model
}

/**
 * The face that speaks the client's own protocol, else the usual one; one at which the vendor
 * refuses the call comes last; `undefined` when none can answer. An override of parameters is
 * written for the vendor's main face, so such a channel keeps to it where that knows the model.
 */
export function facing(channel: RelayChannel, call: FacedCall): Facing | undefined {
  const { query } = call.facts
  const last = call.faced
  // Asked before the credits are held, and once more when they are.
  if (last?.asked === channel && last.query === query) return last.face
  const face = faceOf(channel, call)
  call.faced = { asked: channel, query, face }
  return face
}

function faceOf(channel: RelayChannel, call: FacedCall): Facing | undefined {
  if (channel.type.faces.length === 0) return facingOf(channel, call)
  if (plain.has(channel)) return usualFace(channel, call)
  if (channel.paramOverride !== undefined) return overriddenFace(channel, call)
  const { protocol } = call.facts
  for (const faced of facedAs(channel, call)) {
    if (dialectOf(faced)?.native !== protocol) continue
    const native = facingOf(faced, call)
    if (native !== undefined && !isRefused(native, call)) return native
  }
  return acceptingFace(channel, call) ?? usualFace(channel, call)
}

/** Tools alone lead nowhere else: the main face takes them, at the price of some reasoning. */
function overriddenFace(channel: RelayChannel, call: FacedCall): Facing | undefined {
  const usual = usualFace(channel, call)
  if (usual === undefined || !isRefused(usual, call, false)) return usual
  return acceptingFace(channel, call) ?? usual
}

function acceptingFace(channel: RelayChannel, call: FacedCall): Facing | undefined {
  for (const faced of facedAs(channel, call)) {
    const face = facingOf(faced, call)
    if (face !== undefined && !isRefused(face, call)) return face
  }
  return undefined
}

/** Whether the vendor wants such a chat at another of its APIs. */
export function isRefused(
  { dialect, channel }: Facing,
  { facts: { protocol, operation, query } }: FacedCall,
  offersTools = query.fields.has('tools'),
): boolean {
  if (dialect.refusesChat === undefined || OPERATION_ROWS[operation].codec !== 'chat') return false
  return dialect.refusesChat({
    channel,
    requestedModel: query.model,
    upstreamModel: nameAt(channel, query.model),
    offersTools,
    isNative: dialect.native === protocol,
  })
}

/** The face that everybody meets who speaks none of the vendor's formats. */
export function usualFace(channel: RelayChannel, call: FacedCall): Facing | undefined {
  for (const faced of facedAs(channel, call)) {
    const face = facingOf(faced, call)
    if (face !== undefined) return face
  }
  return undefined
}

function facingOf(channel: RelayChannel, call: FacedCall): Facing | undefined {
  const dialect = dialectOf(channel)
  if (dialect === undefined || !canServe(dialect, channel, call)) return undefined
  return { dialect, channel }
}

/** For questions of our own: those rows last at which the vendor refuses such a chat. */
export function acceptingFirst(
  rows: readonly RelayChannel['type'][],
  asked: Omit<AskedChat, 'channel' | 'isNative'>,
): readonly RelayChannel['type'][] {
  const isRefusing = (type: RelayChannel['type']) => {
    const refuses = dialectOf({ type })?.refusesChat
    return refuses?.({ ...asked, channel: { type }, isNative: false }) === true
  }
  return [...rows.filter((type) => !isRefusing(type)), ...rows.filter(isRefusing)]
}

/** A channel is made anew whenever it changes, and is then asked again. */
const plain = new WeakSet<RelayChannel>()

/** The address has none but its usual face after all, though its vendor's type has others. */
export function forgetFaces(channel: RelayChannel): void {
  plain.add(channel)
}

/** What servers say that know nothing below an address. */
const NO_SUCH_PATH: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Servers that imitate a vendor are often entered as a channel of its type, and know only its
 * older API.
 */
export function lacksFace(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.upstreamCode === 'model_not_found' || error.upstreamParam) return false
  return NO_SUCH_PATH.has(error.upstreamStatus)
}

/** By model, because this is asked several times for every call. */
const known = new WeakMap<RelayChannel, Map<string, readonly RelayChannel[]>>()

/** The channel as each of its faces shows it for the model, the vendor's main one first. */
function facedAs(channel: RelayChannel, call: FacedCall): readonly RelayChannel[] {
  const { model } = call.facts.query
  const seen = known.get(channel)?.get(model)
  if (seen !== undefined) return seen
  const made = rowsFor(channel, nameAt(channel, model)).map((type) => wearing(channel, type))
  const byModel = known.get(channel) ?? new Map<string, readonly RelayChannel[]>()
  byModel.set(model, made)
  known.set(channel, byModel)
  return made
}

function nameAt(channel: RelayChannel, model: string): string {
  try {
    return channel.mapModel(model) ?? model
  } catch {
    // A broken mapping fails the attempt, which is on record.
    return model
  }
}

const worn = new WeakMap<RelayChannel, Map<RelayChannel['type'], RelayChannel>>()

/** The same object for the same face, so that what is known of a channel is found again. */
function wearing(channel: RelayChannel, type: RelayChannel['type']): RelayChannel {
  if (type === channel.type) return channel
  const faces = worn.get(channel) ?? new Map<RelayChannel['type'], RelayChannel>()
  worn.set(channel, faces)
  const seen = faces.get(type)
  if (seen !== undefined) return seen
  const made = { ...facedBy(channel, type), mapModel: mapperOf(channel, type) }
  faces.set(type, made)
  return made
}

function mapperOf({ mapModel }: RelayChannel, type: RelayChannel['type']) {
  if (!type.namesDeployment) return mapModel
  return (model: string) => {
    const deployment = nameIn(type, mapModel(model) ?? model)
    return deployment === model ? undefined : deployment
  }
}
