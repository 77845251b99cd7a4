/** What the overview watches by itself. */
import { type ChannelRow, listChannels } from '../../../db/tables/channels'
import { type RollupSum, rollupSums } from '../../../db/tables/rollups'
import { channelsWithFindings } from '../../../db/tables/upstream-models'
import { nowSeconds } from '../../clock'
import type { MatterKind } from '../../domain/attention'
import { channelTypeById } from '../../domain/channel-types'
import type { Language } from '../../domain/i18n/translate'
import { DAY, HOUR } from '../../domain/logs/rollups'
import { CHANNEL_STATUS, TOKEN_STATUS } from '../../domain/status'
import { optionValues } from '../options/current'
import { unpricedModels } from '../pricing/unpriced'
import type { ServiceDeps } from '../service-deps'
import { type AttentionItem, lately, MOST_CHANNELS, MOST_OF_KIND, NOTHING } from './attention-item'
import { channelAttention } from './channel-attention'
import { namesOfTokens } from './top'

/** From when on something is a matter, by its kind, in the unit of its measure. */
export type MatterThresholds = Readonly<Record<MatterKind, number>>

export type Matters = Readonly<Record<MatterKind, readonly AttentionItem[]>>

/** All there is of each kind. */
export async function siteMatters(
  deps: ServiceDeps,
  language: Language,
  thresholds: MatterThresholds,
): Promise<Matters> {
  const { lists } = deps.db
  const window = { limit: MOST_CHANNELS, offset: 0, order: 'priority' } as const
  const enabled = await listChannels(lists, { status: CHANNEL_STATUS.enabled }, window)
  const failingPercent = thresholds.channel_failing
  const { down, off, failing, disabled, unserved, recovered } = await channelAttention(
    deps,
    enabled,
    { language, failingPercent },
  )
  return {
    channel_down: down,
    channel_off: off,
    channel_failing: failing,
    token_spends: await tokensSpending(deps, thresholds.token_spends),
    channel_disabled: disabled,
    model_unserved: unserved,
    model_unpriced: await modelsUnpriced(deps),
    channel_balance: await channelsLow(deps, enabled, thresholds.channel_balance),
    upstream_models: await modelsFound(deps),
    channel_recovered: recovered,
  }
}

type Items = Promise<readonly AttentionItem[]>

/** Hours of use that a token needs before an average of it means anything. */
const FEWEST_HOURS = 6
const USUAL_DAYS = 7
/** The largest spenders of the hour, who are compared with themselves. */
const MOST_ASKED = 500

/** `times` what a token usually spends in an hour in which it is used. */
async function tokensSpending(deps: ServiceDeps, times: number): Items {
  const { lists } = deps.db
  const { QuotaPerUnit } = await optionValues(deps.db.reader)
  const { sums, from, seconds } = await lately(deps, 'token')
  // Nobody needs to know of cents, and most tokens spend no more.
  const dear = sums
    .map((sum) => ({ ...sum, quota: Math.round((sum.quota / seconds) * HOUR) }))
    .filter(({ quota }) => quota >= QuotaPerUnit)
    .slice(0, MOST_ASKED)
  const span = { kind: 'token', from: from - USUAL_DAYS * DAY, to: from } as const
  const subjects = dear.map(({ subject }) => subject)
  const before = await rollupSums(lists, span, { subjects })
  const usual = new Map(before.map((sum) => [sum.subject, sum]))
  const rates = dear.map(({ subject, calls, quota }) => ({
    id: Number(subject),
    calls,
    quota,
    usual: usualOf(usual.get(subject)),
  }))
  const wild = rates
    .filter((rate) => rate.usual !== undefined && rate.quota >= rate.usual * times)
    .slice(0, MOST_OF_KIND)
  const names = await namesOfTokens(
    deps,
    wild.map(({ id }) => id),
  )
  return wild.flatMap(({ id, calls, quota, usual: ordinary = 0 }) => {
    const token = names.get(id)
    if (token?.status !== TOKEN_STATUS.enabled) return []
    const { name, owner } = token
    const rate = { calls, quota, usual: ordinary }
    return [{ ...NOTHING, kind: 'token_spends' as const, id, name, owner, ...rate }]
  })
}

function usualOf(sum: RollupSum | undefined): number | undefined {
  if (sum === undefined || sum.hours < FEWEST_HOURS) return undefined
  return Math.round(sum.quota / sum.hours)
}

async function modelsUnpriced({ db }: ServiceDeps): Items {
  const { unpriced } = await unpricedModels(db.lists, await optionValues(db.reader))
  return unpriced.map((name) => ({ ...NOTHING, kind: 'model_unpriced' as const, name }))
}

/** Channels whose upstream has other models than they serve, where somebody is asked. */
async function modelsFound({ db }: ServiceDeps): Items {
  const found = await channelsWithFindings(db.lists)
  return found.map(({ id, name, models, at }) => {
    return { ...NOTHING, kind: 'upstream_models' as const, id, name, models, at }
  })
}

/** Would not last another day like the last one, or has less than so many dollars. */
async function channelsLow(
  deps: ServiceDeps,
  enabled: readonly ChannelRow[],
  leastUsd: number,
): Items {
  const { QuotaPerUnit } = await optionValues(deps.db.reader)
  const to = nowSeconds(deps.clock) + HOUR
  const span = { kind: 'channel', from: to - DAY - HOUR, to } as const
  const spent = new Map(
    (await rollupSums(deps.db.lists, span)).map(({ subject, quota }) => [Number(subject), quota]),
  )
  return enabled
    .filter(({ type }) => channelTypeById(type)?.reportsBalance === true)
    .filter(({ id, balance, balance_updated_time }) => {
      const usd = (spent.get(id) ?? 0) / QuotaPerUnit
      return balance_updated_time > 0 && balance < Math.max(leastUsd, usd)
    })
    .sort((a, b) => a.balance - b.balance)
    .map(({ id, name, balance, balance_updated_time: at }) => {
      const quota = spent.get(id) ?? 0
      return {
        ...NOTHING,
        kind: 'channel_balance' as const,
        id,
        name,
        at,
        quota,
        balance_usd: balance,
      }
    })
}
