/** What somebody ought to look at now, most urgent kind first. */
import { modelsWithoutChannel } from '../../../db/tables/abilities'
import { type ChannelRow, listChannels } from '../../../db/tables/channels'
import { type RollupSum, rollupErrors, rollupSums } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import type { AttentionKind } from '../../domain/attention'
import { channelTypeById } from '../../domain/channel-types'
import type { Language } from '../../domain/i18n/translate'
import { recordOf } from '../../domain/json/records'
import { DAY, HOUR, type SubjectKind } from '../../domain/logs/rollups'
import { CHANNEL_STATUS, TOKEN_STATUS } from '../../domain/status'
import { optionValues } from '../options/current'
import { unpricedModels } from '../pricing/unpriced'
import { errorSummaries } from '../rollups/subject'
import type { ServiceDeps } from '../service-deps'
import { namesOfTokens } from './top'

export interface AttentionItem {
  readonly kind: AttentionKind
  /** 0 for models. */
  readonly id: number
  readonly name: string
  /** Of a token: whose it is. */
  readonly owner: string
  /** The reason, or an upstream's own words; "" for none. */
  readonly detail: string
  /** Epoch seconds since when, 0 where that is not known. */
  readonly at: number
  readonly calls: number
  readonly failed: number
  /** Credits by the hour: now, and as usual. */
  readonly quota: number
  readonly usual: number
  /** Dollars that an upstream account has left. */
  readonly balance_usd: number
}

export interface Attention {
  readonly items: readonly AttentionItem[]
  /** What is left out: there is a limit of each kind. */
  readonly more: number
}

const MOST_OF_KIND = 20
const MOST_CHANNELS = 1000

export async function attention(deps: ServiceDeps, language: Language): Promise<Attention> {
  const { lists } = deps.db
  const window = { limit: MOST_CHANNELS, offset: 0, order: 'priority' } as const
  const enabled = await listChannels(lists, { status: CHANNEL_STATUS.enabled }, window)
  const found = await Promise.all([
    channelsOff(deps),
    channelsFailing(deps, enabled, language),
    tokensSpending(deps),
    modelsUnserved(deps),
    modelsUnpriced(deps),
    channelsLow(deps, enabled),
  ])
  return {
    items: found.flatMap((items) => items.slice(0, MOST_OF_KIND)),
    more: found.reduce((sum, { length }) => sum + Math.max(0, length - MOST_OF_KIND), 0),
  }
}

const NOTHING = {
  id: 0,
  name: '',
  owner: '',
  detail: '',
  at: 0,
  calls: 0,
  failed: 0,
  quota: 0,
  usual: 0,
  balance_usd: 0,
}

type Items = Promise<readonly AttentionItem[]>

/** Newest first. */
async function channelsOff({ db }: ServiceDeps): Items {
  const status = CHANNEL_STATUS.auto_disabled
  const window = { limit: MOST_CHANNELS, offset: 0, order: 'id' } as const
  const rows = await listChannels(db.lists, { status }, window)
  const items = rows.map(({ id, name, other_info }) => {
    const { status_reason = '', status_time = 0 } = recordOf(other_info)
    const told = { detail: String(status_reason), at: Number(status_time) }
    return { ...NOTHING, kind: 'channel_off' as const, id, name, ...told }
  })
  return items.sort((a, b) => b.at - a.at)
}

/** Enabled, and still every second attempt fails. */
const FAILING_SHARE = 0.5
const FEWEST_FAILED = 3

async function channelsFailing(
  deps: ServiceDeps,
  enabled: readonly ChannelRow[],
  language: Language,
): Items {
  const { sums, from } = await lately(deps, 'channel')
  const names = new Map(enabled.map(({ id, name }) => [id, name]))
  const failing = sums
    .filter(({ calls, failed }) => failed >= FEWEST_FAILED && failed >= calls * FAILING_SHARE)
    .filter(({ subject }) => names.has(Number(subject)))
    .sort((a, b) => b.failed - a.failed)
  const items = failing.slice(0, MOST_OF_KIND).map(async ({ subject, calls, failed }) => {
    const id = Number(subject)
    const [text] = await rollupErrors(deps.db.lists, id, { from, hours: 1 })
    const [newest] = text === undefined ? [] : errorSummaries(text, language)
    const status = newest?.status ? `${newest.status} ` : ''
    const told = { detail: newest ? status + newest.message : '', at: newest?.at ?? 0 }
    const name = names.get(id) ?? ''
    return { ...NOTHING, kind: 'channel_failing' as const, id, name, calls, failed, ...told }
  })
  return await Promise.all(items)
}

/** A token spends this many times of what it usually does in an hour in which it is used. */
const RUNAWAY_TIMES = 5
/** Hours of use that a token needs before an average of it means anything. */
const FEWEST_HOURS = 6
const USUAL_DAYS = 7
/** The largest spenders of the hour, who are compared with themselves. */
const MOST_ASKED = 500

async function tokensSpending(deps: ServiceDeps): Items {
  const { lists } = deps.db
  const { QuotaPerUnit } = await optionValues(deps.db.reader)
  const { sums, from, seconds } = await lately(deps, 'token')
  // Of cents nobody needs to be told, and most tokens spend no more.
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
    .filter((rate) => rate.usual !== undefined && rate.quota >= rate.usual * RUNAWAY_TIMES)
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

/** Asked for in the last day, and every channel that has it is off. */
async function modelsUnserved(deps: ServiceDeps): Items {
  const { lists } = deps.db
  const models = await modelsWithoutChannel(lists)
  if (models.length === 0) return []
  const to = nowSeconds(deps.clock) + HOUR
  const asked = await rollupSums(lists, { kind: 'model', from: to - DAY - HOUR, to })
  const refused = new Map(asked.map((sum) => [sum.subject, sum.refused + sum.failed]))
  return models
    .map((name) => ({ name, failed: refused.get(name) ?? 0 }))
    .filter(({ failed }) => failed > 0)
    .sort((a, b) => b.failed - a.failed)
    .map((model) => ({ ...NOTHING, kind: 'model_unserved' as const, ...model }))
}

async function modelsUnpriced({ db }: ServiceDeps): Items {
  const { unpriced } = await unpricedModels(db.lists, await optionValues(db.reader))
  return unpriced.map((name) => ({ ...NOTHING, kind: 'model_unpriced' as const, name }))
}

/** Would not last another day like the last one, or has less than a dollar. */
const LOW_USD = 1

async function channelsLow(deps: ServiceDeps, enabled: readonly ChannelRow[]): Items {
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
      return balance_updated_time > 0 && balance < Math.max(LOW_USD, usd)
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

/** The running hour and the one before, so that the first minutes of an hour say something. */
async function lately(deps: ServiceDeps, kind: SubjectKind) {
  const now = nowSeconds(deps.clock)
  const from = now - (now % HOUR) - HOUR
  const sums = await rollupSums(deps.db.lists, { kind, from, to: now + 1 })
  return { from, seconds: now - from, sums }
}
