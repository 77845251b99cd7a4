/**
 * Where a call would go, and why not elsewhere: read from what is stored, so that the command line
 * answers as the server does. What rests is what the nodes have written down.
 */

import { allChannels, type ChannelRow } from '../../../db/tables/channels'
import { type CooldownRow, cooldownsAt } from '../../../db/tables/cooldowns'
import { callsOf } from '../../domain/calls/model-calls'
import type { Operation, ProtocolName } from '../../domain/calls/protocol'
import { gapOf } from '../../domain/channels/gaps'
import { isInUse, ONLY_KEY, readKeys } from '../../domain/channels/keys'
import { mappedName, modelMapper } from '../../domain/channels/model-mapping'
import { channelTypeOf } from '../../domain/channels/routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordOf } from '../../domain/json/records'
import type { OptionValues } from '../../domain/options'
import { inDollars } from '../../domain/prices/in-dollars'
import { priceFor } from '../../domain/prices/lookup'
import { oddsOf } from '../../domain/routing/odds'
import type { RouteOrder } from '../../domain/routing/order'
import { isReachable, type RouteVerdict } from '../../domain/routing/verdict'
import { CHANNEL_STATUS } from '../../domain/status'
import { namesIn } from '../channels/fields'
import { storedKey } from '../channels/view'
import { type LimitView, listLimits } from '../limits/list'
import { optionValues } from '../options/current'
import { priceTablesOf } from '../pricing/tables'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { type CandidateApi, NO_API, withApis } from './candidate-api'
import { type PastRoute, pastRoute } from './past-route'
import { type PayerOf, payerOf, stoppingLimits } from './payer-limits'

export interface ExplainInput extends PayerOf {
  readonly model?: string | undefined
  /** That of the token or user when absent, and "default" where nobody is named. */
  readonly group?: string | undefined
  /** A chat when absent. */
  readonly operation?: Operation | undefined
  /** Format of the client; OpenAI's when absent. */
  readonly protocol?: ProtocolName | undefined
  /** Of a call that was made: its model and group count, and where it went. */
  readonly requestId?: string | undefined
}

export interface RouteCandidate extends CandidateApi {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly priority: number
  readonly weight: number
  readonly verdict: RouteVerdict
  /** Per cent of the first tries. */
  readonly odds: number
  readonly keys_in_use: number
  readonly key_count: number
  readonly keys_cooling: number
  /** Epoch seconds; 0 when it does not rest. */
  readonly cooling_until: number
  readonly reason: string
  /** What the operator pays against the list price. */
  readonly cost_ratio: number
  /** Which try of the past call went here, from 1; 0 for none. */
  readonly tried: number
}

export interface RouteExplained {
  readonly model: string
  readonly group: string
  readonly operation: Operation
  readonly order: RouteOrder
  /** Tries at most. */
  readonly tries: number
  readonly keeps_conversations: boolean
  readonly priced: boolean
  /** Dollars per million tokens, and per call, as the group pays. */
  readonly prompt_usd: number
  readonly completion_usd: number
  readonly call_usd: number
  readonly candidates: readonly RouteCandidate[]
  /** Of token, user and group: those that would refuse the call now, wherever it went. */
  readonly stopped_by: readonly LimitView[]
  readonly past: PastRoute | undefined
}

interface Question {
  readonly model: string
  readonly group: string
  readonly operation: Operation
}

/** Throws `group.not_found`, `token.not_found`, `user.not_found` or `log.not_found`. */
export async function explainRoute(
  deps: ServiceDeps,
  input: ExplainInput,
): Promise<RouteExplained> {
  const { lists } = deps.db
  const past = input.requestId ? await pastRoute(deps, input.requestId) : undefined
  const model = past?.model ?? input.model?.trim() ?? ''
  const payer = past?.payer ?? (await payerOf(deps, input))
  const group = past?.group ?? (input.group?.trim() || payer.group || 'default')
  const { operation = 'chat' } = input
  if (model === '') {
    throw new GatewayError('value.invalid', { field: 'model', reason: 'reason.required' })
  }
  const options = await optionValues(deps.db.reader)
  const groupRatio = options.GroupRatio[group]
  if (groupRatio === undefined) throw new GatewayError('group.not_found', { group })
  const order = options.GroupRouteOrder[group] ?? 'weight'
  const rests = await cooldownsAt(lists, { nowMs: deps.clock.nowMs() })
  const question = { model, group, operation }
  const channels = (await allChannels(lists)).filter((channel) => offers(channel, model))
  const spent = await spentLimits(deps)
  const judged = channels.map((channel) =>
    withLimit(judgedOf(deps, channel, { ...question, rests }), spent.get(channel.id)),
  )
  const ordered = ranked(withOdds(judged, order), past?.tried ?? [])
  const { protocol = 'openai' } = input
  const candidates = await withApis(deps, ordered, { model, operation, protocol })
  return {
    ...question,
    order,
    tries: options.RetryTimes + 1,
    keeps_conversations: options.ChannelAffinityEnabled,
    ...pricesOf(options, model, groupRatio),
    candidates,
    stopped_by: await stoppingLimits(deps, { ...payer, group }),
    past,
  }
}

/** What stops a channel, and how far it is used; by its id. */
async function spentLimits(deps: ServiceDeps): Promise<ReadonlyMap<number, string>> {
  const all = await listLimits(deps, SYSTEM_ACTOR, { subject: 'channel' })
  const spent = all.filter(({ used, limit }) => used >= limit.amount)
  return new Map(
    spent.map(({ used, limit: { key, kind, window, amount } }) => [
      Number(key),
      `${kind}/${window}: ${used}/${amount}`,
    ]),
  )
}

function withLimit(candidate: RouteCandidate, spent: string | undefined): RouteCandidate {
  if (spent === undefined || candidate.verdict !== 'drawn') return candidate
  return { ...candidate, verdict: 'limit_spent', reason: spent }
}

function pricesOf(options: OptionValues, model: string, groupRatio: number) {
  const price = priceFor({
    model,
    groupRatio,
    tables: priceTablesOf(options),
    selfUse: options.SelfUseModeEnabled,
    acceptsUnset: false,
  })
  const dollars = price && inDollars(price)
  return {
    priced: price !== undefined,
    prompt_usd: dollars?.promptUsd ?? 0,
    completion_usd: dollars?.completionUsd ?? 0,
    call_usd: dollars?.callUsd ?? 0,
  }
}

/** Families are sold under one name that ends in a star. */
function offers({ models }: ChannelRow, model: string): boolean {
  return namesIn(models).some(
    (name) => name === model || (name.endsWith('-*') && model.startsWith(name.slice(0, -1))),
  )
}

function judgedOf(
  { sealer }: Pick<ServiceDeps, 'sealer'>,
  channel: ChannelRow,
  { rests, ...question }: Question & { readonly rests: readonly CooldownRow[] },
): RouteCandidate {
  const keys = readKeys(channel.keys)
  const usable = keys.filter(isInUse)
  const concerning = rests.filter(
    ({ channel_id, model }) =>
      channel_id === channel.id && (model === '' || model === question.model),
  )
  const ofChannel = concerning.find(({ key_id }) => key_id === ONLY_KEY)
  const cold = new Set(concerning.map(({ key_id }) => key_id))
  const coldKeys = usable.filter(({ id }) => cold.has(id))
  const areAllCold = usable.length > 0 && coldKeys.length === usable.length
  const rest = ofChannel ?? (areAllCold ? concerning.at(-1) : undefined)
  const verdict = verdictOf(channel, question, {
    isCold: rest !== undefined,
    hasKey: keys.length === 0 ? channel.key_sealed !== '' : usable.length > 0,
    isIncomplete: gapOf(channel, storedKey(sealer, channel)) !== undefined,
  })
  const { id, name, type, priority, weight } = channel
  const costRatio = recordOf(channel.setting).cost_ratio
  return {
    id,
    name,
    type,
    priority,
    weight,
    verdict,
    odds: 0,
    key_count: Math.max(1, keys.length),
    keys_in_use: keys.length === 0 ? 1 : usable.length,
    keys_cooling: coldKeys.length,
    cooling_until: rest === undefined ? 0 : Math.ceil(rest.until_at / 1000),
    reason: rest?.reason ?? String(recordOf(channel.other_info).status_reason ?? ''),
    cost_ratio: typeof costRatio === 'number' && costRatio > 0 ? costRatio : 1,
    tried: 0,
    ...NO_API,
  }
}

interface State {
  readonly isCold: boolean
  readonly hasKey: boolean
  readonly isIncomplete: boolean
}

function verdictOf(
  channel: ChannelRow,
  { model, group, operation }: Question,
  { isCold, hasKey, isIncomplete }: State,
): RouteVerdict {
  if (!namesIn(channel.group).includes(group)) return 'other_group'
  if (channel.status === CHANNEL_STATUS.auto_disabled) return 'auto_disabled'
  if (channel.status !== CHANNEL_STATUS.enabled) return 'disabled'
  const row = channelTypeOf(channel)
  const upstream = mappedName(modelMapper(channel.model_mapping), model)
  if (row === undefined || !callsOf(row, upstream).includes(operation)) return 'cannot_serve'
  if (!hasKey) return 'no_key'
  if (isIncomplete) return 'incomplete'
  return isCold ? 'cooling' : 'drawn'
}

/** Of those that may be drawn the highest priority is; when all rest, the soonest is tried. */
function withOdds(
  candidates: readonly RouteCandidate[],
  order: RouteOrder,
): readonly RouteCandidate[] {
  const awake = candidates.filter(({ verdict }) => verdict === 'drawn')
  if (awake.length === 0) return withLastOne(candidates)
  const highest = Math.max(...awake.map(({ priority }) => priority))
  const tier = awake.filter(({ priority }) => priority === highest)
  const facts = tier.map(({ id, weight, cost_ratio: costRatio }) => ({ id, weight, costRatio }))
  const odds = oddsOf(facts, order)
  return candidates.map((candidate) => {
    if (candidate.verdict !== 'drawn') return candidate
    const share = odds.get(candidate.id)
    if (share === undefined) return { ...candidate, verdict: 'lower_priority' }
    return { ...candidate, odds: share, verdict: share === 0 ? 'dearer' : 'drawn' }
  })
}

function withLastOne(candidates: readonly RouteCandidate[]): readonly RouteCandidate[] {
  const cold = candidates.filter(({ verdict }) => verdict === 'cooling')
  const resting = cold.length > 0 ? cold : candidates.filter(isSpent)
  const [soonest] = resting.toSorted((a, b) => a.cooling_until - b.cooling_until)
  return candidates.map((candidate) =>
    candidate === soonest ? { ...candidate, odds: 100 } : candidate,
  )
}

function isSpent({ verdict }: RouteCandidate): boolean {
  return verdict === 'limit_spent'
}

/** As they are tried; what is skipped stands last. */
function ranked(
  candidates: readonly RouteCandidate[],
  tried: readonly number[],
): readonly RouteCandidate[] {
  const place = ({ verdict }: RouteCandidate) => (isReachable(verdict) ? 0 : 1)
  return candidates
    .map((candidate) => ({ ...candidate, tried: tried.indexOf(candidate.id) + 1 }))
    .toSorted(
      (a, b) => place(a) - place(b) || b.odds - a.odds || b.priority - a.priority || a.id - b.id,
    )
}
