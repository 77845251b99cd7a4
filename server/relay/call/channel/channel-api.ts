/** Which API of a channel a call goes to. */

import { answersCalls } from '../../../domain/calls/model-calls'
import { apiVariantsOf } from '../../../domain/channels/api-variants'
import { UpstreamError } from '../../../domain/errors/gateway-error'
import { DIALECT_CODECS } from '../../formats/dialects'
import type { ChatOutline, Dialect } from '../../formats/dialects/dialect'
import { OPERATION_ROWS } from '../../formats/operations'
import type { RelayChannel } from '../../ports/ports'
import { canServe } from './can-serve'
import type { ApiQuestion, ChannelApi } from './chosen-api'

/** `undefined` for types that nothing goes through. */
export function dialectOf({ type }: Pick<RelayChannel, 'type'>): Dialect | undefined {
  return answersCalls(type) ? DIALECT_CODECS[type.dialect] : undefined
}

type ChannelAddress = Pick<RelayChannel, 'type' | 'baseUrl' | 'key' | 'other'>

/** The row as each api shows it that this channel has for the model, its main one first. */
export function rowsFor(channel: ChannelAddress, model: string): readonly RelayChannel['type'][] {
  const { type, baseUrl, key, other } = channel
  return apiVariantsOf(type, { model, baseUrl, key, other })
}

/** The channel as if its type had this api alone. */
export function asVariant<Channel extends ChannelAddress>(
  channel: Channel,
  type: RelayChannel['type'],
): Channel {
  const isAtHome = channel.baseUrl === channel.type.baseUrl
  return { ...channel, type, baseUrl: isAtHome ? type.baseUrl : channel.baseUrl }
}

/** What the api calls a model that has this name elsewhere. */
export function nameIn({ namesDeployment }: RelayChannel['type'], model: string): string {
  return namesDeployment ? model.replaceAll('.', '') : model
}

/**
 * The api that speaks the client's own protocol, else the usual one; one at which the vendor
 * refuses the call comes last; `undefined` when none can answer. An override of parameters is
 * written for the vendor's main api, so such a channel keeps to it where that knows the model.
 */
export function apiFor(channel: RelayChannel, call: ApiQuestion): ChannelApi | undefined {
  const { query } = call.facts
  const last = call.chosenApi
  // Checked before the credits are held, and once more when they are.
  if (last?.channel === channel && last.query === query) return last.api
  const api = chooseApi(channel, call)
  call.chosenApi = { channel, query, api }
  return api
}

function chooseApi(channel: RelayChannel, call: ApiQuestion): ChannelApi | undefined {
  if (channel.type.apiVariants.length === 0) return apiOf(channel, call)
  if (defaultOnly.has(channel)) return defaultApi(channel, call)
  if (channel.paramOverride !== undefined) return apiWithOverride(channel, call)
  const { protocol } = call.facts
  for (const variant of variantsOf(channel, call)) {
    if (dialectOf(variant)?.native !== protocol) continue
    const native = apiOf(variant, call)
    if (native !== undefined && !isRefused(native, call)) return native
  }
  return acceptingApi(channel, call) ?? defaultApi(channel, call)
}

/** Tools alone lead nowhere else: the main api takes them, at the price of some reasoning. */
function apiWithOverride(channel: RelayChannel, call: ApiQuestion): ChannelApi | undefined {
  const usual = defaultApi(channel, call)
  if (usual === undefined || !isRefused(usual, call, false)) return usual
  return acceptingApi(channel, call) ?? usual
}

function acceptingApi(channel: RelayChannel, call: ApiQuestion): ChannelApi | undefined {
  for (const variant of variantsOf(channel, call)) {
    const api = apiOf(variant, call)
    if (api !== undefined && !isRefused(api, call)) return api
  }
  return undefined
}

/** Whether the vendor wants such a chat at another of its APIs. */
export function isRefused(
  { dialect, channel }: ChannelApi,
  { facts: { protocol, operation, query } }: ApiQuestion,
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

/** The api that everybody meets who speaks none of the vendor's formats. */
export function defaultApi(channel: RelayChannel, call: ApiQuestion): ChannelApi | undefined {
  for (const variant of variantsOf(channel, call)) {
    const api = apiOf(variant, call)
    if (api !== undefined) return api
  }
  return undefined
}

function apiOf(channel: RelayChannel, call: ApiQuestion): ChannelApi | undefined {
  const dialect = dialectOf(channel)
  if (dialect === undefined || !canServe(dialect, channel, call)) return undefined
  return { dialect, channel }
}

/** For questions of our own: those rows last at which the vendor refuses such a chat. */
export function acceptingFirst(
  rows: readonly RelayChannel['type'][],
  chat: Omit<ChatOutline, 'channel' | 'isNative'>,
): readonly RelayChannel['type'][] {
  const isRefusing = (type: RelayChannel['type']) => {
    const refuses = dialectOf({ type })?.refusesChat
    return refuses?.({ ...chat, channel: { type }, isNative: false }) === true
  }
  return [...rows.filter((type) => !isRefusing(type)), ...rows.filter(isRefusing)]
}

/** A channel is made anew whenever it changes, and is then tried again. */
const defaultOnly = new WeakSet<RelayChannel>()

/** The address has none but its usual api after all, though its vendor's type has others. */
export function keepToDefaultApi(channel: RelayChannel): void {
  defaultOnly.add(channel)
}

/** What servers say that know nothing below an address. */
const NO_SUCH_PATH: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Servers that imitate a vendor are often entered as a channel of its type, and know only its
 * older API.
 */
export function lacksApi(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.upstreamCode === 'model_not_found' || error.upstreamParam) return false
  return NO_SUCH_PATH.has(error.upstreamStatus)
}

/** By model, because this is read several times for every call. */
const known = new WeakMap<RelayChannel, Map<string, readonly RelayChannel[]>>()

/** The channel as each of its API variants shows it for the model, the vendor's main one first. */
function variantsOf(channel: RelayChannel, call: ApiQuestion): readonly RelayChannel[] {
  const { model } = call.facts.query
  const seen = known.get(channel)?.get(model)
  if (seen !== undefined) return seen
  const made = rowsFor(channel, nameAt(channel, model)).map((type) => channelAs(channel, type))
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

const variants = new WeakMap<RelayChannel, Map<RelayChannel['type'], RelayChannel>>()

/** The same object for the same api, so that what is known of a channel is found again. */
function channelAs(channel: RelayChannel, type: RelayChannel['type']): RelayChannel {
  if (type === channel.type) return channel
  const byType = variants.get(channel) ?? new Map<RelayChannel['type'], RelayChannel>()
  variants.set(channel, byType)
  const seen = byType.get(type)
  if (seen !== undefined) return seen
  const made = { ...asVariant(channel, type), mapModel: mapperOf(channel, type) }
  byType.set(type, made)
  return made
}

function mapperOf({ mapModel }: RelayChannel, type: RelayChannel['type']) {
  if (!type.namesDeployment) return mapModel
  return (model: string) => {
    const deployment = nameIn(type, mapModel(model) ?? model)
    return deployment === model ? undefined : deployment
  }
}
