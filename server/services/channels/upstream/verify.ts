import type { ChannelRow } from '../../../../db/tables/channels'
import { callsOf } from '../../../domain/calls/model-calls'
import { CHANNEL_TYPES } from '../../../domain/channel-types'
import { mappedName, modelMapper } from '../../../domain/channels/model-mapping'
import { refuseUnrelayed } from '../../../domain/channels/retired-types'
import { channelTypeOf } from '../../../domain/channels/routes'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { type DollarPrice, inDollars } from '../../../domain/prices/in-dollars'
import { type OwnPrices, ownPricesOf, priceFor } from '../../../domain/prices/lookup'
import { type Finding, findingsOf, type Verdict, verdictOf } from '../../../domain/verify/findings'
import {
  costOf,
  DEFAULT_CONTEXT_TOKENS,
  DEFAULT_MAX_USD,
  MAX_CONTEXT_TOKENS,
  MIN_CONTEXT_TOKENS,
  planFor,
  type VerifyPlan,
} from '../../../domain/verify/plan'
import { recordAudit } from '../../audit/record'
import { optionValues } from '../../options/current'
import { priceTablesOf } from '../../pricing/tables'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import { namesIn } from '../fields'
import { existingChannel } from '../show'

export interface VerifyChannelInput {
  readonly id: number
  /** The channel's test model, or the first that talks, when absent. */
  readonly model?: string | undefined
  /** Tokens of the long prompt. */
  readonly context_tokens?: number | undefined
}

export interface PlannedVerify extends VerifyPlan {
  readonly id: number
  readonly model: string
  readonly contextTokens: number
  /** Whether the model has a price; the dearest is assumed where it has none. */
  readonly isPriced: boolean
}

export interface VerifyReport {
  readonly id: number
  readonly model: string
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  /** Questions sent. */
  readonly asked: number
  /** Dollars, by the upstream's count and the operator's prices. */
  readonly spentUsd: number
}

interface Prepared extends PlannedVerify {
  readonly price: DollarPrice
  readonly own: OwnPrices
  readonly isMakersName: boolean
}

/** What the questions to an upstream cost at most. Asks it nothing. */
export async function planVerify(
  deps: ServiceDeps,
  input: VerifyChannelInput,
): Promise<PlannedVerify> {
  const {
    price: _price,
    own: _own,
    isMakersName: _isMakersName,
    ...plan
  } = await prepare(deps, input)
  return plan
}

/**
 * Asks the questions. Throws `channel.verify_too_dear` before the first, and what the first one
 * fails with.
 */
export async function verifyChannel(
  deps: ServiceDeps,
  actor: Actor,
  {
    max_usd = DEFAULT_MAX_USD,
    ...input
  }: VerifyChannelInput & { readonly max_usd?: number | undefined },
): Promise<VerifyReport> {
  const { id, model, contextTokens, maxUsd, price, own, isMakersName } = await prepare(deps, input)
  if (!(maxUsd <= max_usd)) {
    const cost = `$${maxUsd.toFixed(4)}`
    throw new GatewayError('channel.verify_too_dear', { cost, max: `$${max_usd}` })
  }
  const { seen, asked, spentUsd } = await portsOf(deps).verify(id, {
    model,
    contextTokens,
    isMakersName,
    isCached: own.cacheRead && price.cacheReadUsd < price.promptUsd,
    maxUsd: max_usd,
    costOf: (usage) => costOf(usage, price),
  })
  const findings = findingsOf(seen)
  const verdict = verdictOf(findings)
  await transact(deps, actor, async (work) => {
    await recordAudit(work, {
      action: 'channel.verify',
      target: `channel:${id}`,
      after: { model, verdict, asked, spent_usd: spentUsd },
    })
  })
  return { id, model, verdict, findings, asked, spentUsd }
}

function portsOf({ channelPorts }: ServiceDeps) {
  if (channelPorts === undefined) throw new GatewayError('internal')
  return channelPorts
}

async function prepare(deps: ServiceDeps, input: VerifyChannelInput): Promise<Prepared> {
  const channel = await existingChannel(deps.db.reader, input.id)
  const { model, upstreamModel } = modelToAsk(channel, input.model?.trim() || channel.test_model)
  const contextTokens = contextOf(input.context_tokens)
  const tables = priceTablesOf(await optionValues(deps.db.reader))
  const priced = (name: string, acceptsUnset: boolean) =>
    priceFor({ model: name, groupRatio: 1, tables, selfUse: false, acceptsUnset })
  const price = priced(model, true)
  if (price === undefined) throw new GatewayError('internal')
  const dollars = inDollars(price)
  const isListed = CHANNEL_TYPES.some(({ models }) => models.includes(upstreamModel))
  const own = ownPricesOf(model, tables)
  // The fallback for what goes into a cache is for makers that have such a price.
  const cacheWriteUsd = own.cacheWrite ? dollars.cacheWriteUsd : dollars.promptUsd
  return {
    ...planFor(contextTokens, { ...dollars, cacheWriteUsd }),
    id: channel.id,
    model,
    contextTokens,
    isPriced: priced(model, false) !== undefined,
    price: dollars,
    own,
    isMakersName: isListed || priced(upstreamModel, false) !== undefined,
  }
}

/** Throws `channel.model_untestable` where nothing that talks is offered. */
function modelToAsk(channel: ChannelRow, wanted: string) {
  const row = channelTypeOf(channel)
  if (row === undefined) {
    throw new GatewayError('channel.type_unknown', { type: channel.type })
  }
  refuseUnrelayed(row)
  const mapper = modelMapper(channel.model_mapping)
  const names = wanted === '' ? namesIn(channel.models) : [wanted]
  const model = names.find((name) => callsOf(row, mappedName(mapper, name)).includes('chat'))
  if (model === undefined) {
    throw new GatewayError('channel.model_untestable', { model: names[0] ?? '' })
  }
  return { model, upstreamModel: mappedName(mapper, model) }
}

function contextOf(given = DEFAULT_CONTEXT_TOKENS): number {
  const [min, max] = [MIN_CONTEXT_TOKENS, MAX_CONTEXT_TOKENS]
  if (!Number.isSafeInteger(given) || given < min || given > max) {
    throw new GatewayError('value.out_of_range', { field: 'context_tokens', min, max })
  }
  return given
}
