/** What is as it is at the moment: balances, ages, what waits. */
import { expiringTokens, oldestOpenJob } from '../../../db/tables/alert-facts'
import { type ChannelRow, findChannel, listChannels } from '../../../db/tables/channels'
import { cooldownsAt } from '../../../db/tables/cooldowns'
import { listNodes } from '../../../db/tables/nodes'
import { channelStreaks } from '../../../db/tables/rollups'
import { findUser } from '../../../db/tables/users'
import type { StateMeasure } from '../../domain/alerts/measures'
import type { AlertCondition } from '../../domain/alerts/rule'
import { type AlertSample, judged } from '../../domain/alerts/state'
import { channelTypeById } from '../../domain/channel-types'
import { ONLY_KEY } from '../../domain/channels/keys'
import { recordOf } from '../../domain/json/records'
import { DAY, HOUR } from '../../domain/logs/rollups'
import { CHANNEL_STATUS } from '../../domain/status'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { certificateEnds } from './certificates'

export interface StateRule extends AlertCondition {
  readonly measure: StateMeasure
}

interface Reading {
  readonly subject: string
  readonly value: number
}

type Read = (deps: ServiceDeps, rule: StateRule, now: number) => Promise<readonly Reading[]>

const MOST_CHANNELS = 1000
const MOST_TOKENS = 200

const READERS: Readonly<Record<StateMeasure, Read>> = {
  upstream_balance: upstreamBalances,
  account_balance: accountBalance,
  channel_out: channelsOut,
  token_expiry: tokensExpiring,
  certificate_expiry: certificatesExpiring,
  job_age: async ({ db }, _, now) => {
    const oldest = await oldestOpenJob(db.lists)
    return ofSite(oldest === undefined ? 0 : Math.max(0, now - Math.floor(oldest / 1000)))
  },
  settlements_waiting: async ({ db, clock }) => {
    const alive = (await listNodes(db, clock.nowMs())).filter(({ is_alive }) => is_alive)
    return ofSite(alive.reduce((sum, node) => sum + node.settlements_waiting, 0))
  },
}

export async function stateSamples(
  deps: ServiceDeps,
  rule: StateRule,
  now: number,
): Promise<readonly AlertSample[]> {
  const readings = await READERS[rule.measure](deps, rule, now)
  return readings.map((reading) => ({ ...reading, ...judged(rule, reading.value) }))
}

function ofSite(value: number): readonly Reading[] {
  return [{ subject: '', value }]
}

/** The one that is named, or all. */
async function channelsOf(
  { db }: ServiceDeps,
  { subject }: StateRule,
): Promise<readonly ChannelRow[]> {
  if (subject === '') {
    return await listChannels(db.lists, {}, { limit: MOST_CHANNELS, offset: 0, order: 'priority' })
  }
  const channel = await findChannel(db.reader, Number(subject))
  return channel === undefined ? [] : [channel]
}

/** Of those whose provider reports it and was queried. */
async function upstreamBalances(deps: ServiceDeps, rule: StateRule): Promise<readonly Reading[]> {
  return (await channelsOf(deps, rule))
    .filter(({ status }) => status === CHANNEL_STATUS.enabled)
    .filter(({ type }) => channelTypeById(type)?.reportsBalance === true)
    .filter(({ balance_updated_time }) => balance_updated_time > 0)
    .map(({ id, balance: value }) => ({ subject: String(id), value }))
}

async function accountBalance({ db }: ServiceDeps, rule: StateRule): Promise<readonly Reading[]> {
  const user = await findUser(db.reader, Number(rule.subject))
  if (user === undefined || user.deleted_at !== null) return []
  return [{ subject: rule.subject, value: user.quota }]
}

/** Seconds for which the program has left a channel alone: switched off, or resting. */
async function channelsOut(
  deps: ServiceDeps,
  rule: StateRule,
  now: number,
): Promise<readonly Reading[]> {
  const channels = await channelsOf(deps, rule)
  const resting = await restingSince(deps, now)
  return channels.flatMap(({ id, status, other_info }) => {
    const since =
      status === CHANNEL_STATUS.auto_disabled
        ? Number(recordOf(other_info).status_time ?? 0)
        : resting.get(id)
    const isOut = since !== undefined && since > 0 && status !== CHANNEL_STATUS.disabled
    return [{ subject: String(id), value: isOut ? Math.max(0, now - since) : 0 }]
  })
}

/** A channel that rests again and again has rested since its first failure. */
async function restingSince(
  { db }: ServiceDeps,
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const rests = (await cooldownsAt(db.lists, { nowMs: now * 1000 })).filter(
    ({ key_id, model }) => key_id === ONLY_KEY && model === '',
  )
  if (rests.length === 0) return new Map()
  const streaks = await channelStreaks(db.lists, now - (now % HOUR) - HOUR)
  const failing = new Map(streaks.map(({ id, since }) => [id, since]))
  return new Map(
    rests.map(({ channel_id, since_at }) => {
      const restedSince = Math.floor(since_at / 1000)
      return [channel_id, Math.min(restedSince, failing.get(channel_id) || restedSince)]
    }),
  )
}

async function certificatesExpiring(
  deps: ServiceDeps,
  rule: StateRule,
  now: number,
): Promise<readonly Reading[]> {
  const addresses = await addressesOf(deps, rule)
  const ends = await certificateEnds([...addresses.values()])
  return [...addresses].flatMap(([subject, url]) => {
    const end = ends.get(url)
    return end === undefined ? [] : [{ subject, value: (end - now) / DAY }]
  })
}

/** By subject. Those of vendors are not the operator's to renew. */
async function addressesOf(
  deps: ServiceDeps,
  rule: StateRule,
): Promise<ReadonlyMap<string, string>> {
  if (rule.scope === 'site') {
    const { ServerAddress } = await optionValues(deps.db.reader)
    return new Map([['', ServerAddress]])
  }
  const channels = (await channelsOf(deps, rule)).filter(({ base_url }) => base_url !== '')
  return new Map(channels.map(({ id, base_url }) => [String(id), new URL(base_url).origin]))
}

async function tokensExpiring(
  { db }: ServiceDeps,
  { subject, threshold }: StateRule,
  now: number,
): Promise<readonly Reading[]> {
  const tokens = await expiringTokens(db.lists, {
    from: now,
    // As far as the margin goes within which nothing is reported as over.
    to: now + Math.ceil(threshold * 2 * DAY),
    tokenId: subject === '' ? undefined : Number(subject),
    limit: MOST_TOKENS,
  })
  return tokens.map((token) => ({
    subject: String(token.id),
    value: (token.expired_time - now) / DAY,
  }))
}
