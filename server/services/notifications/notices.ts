/** The occasions on which somebody is notified. */
import { findUser } from '../../../db/tables/users'
import { formatQuota } from '../../domain/money/quota'
import type { OptionValues } from '../../domain/options'
import type { ChannelNews } from '../channel-ports'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { type Delivery, deliverNotice } from './deliver'
import type { Notice } from './notice'
import { warningThreshold } from './setting'
import { tellSite } from './tell-site'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A channel that goes off and on again all day is news once in a while only. */
const CHANNEL_INTERVAL_MS = 10 * MINUTE_MS

export interface Remainder {
  readonly userId: number
  /** Credits left after a call. */
  readonly remaining: number
}

/** `enough`: the user need not be warned. Throws what `deliverNotice` throws. */
export async function warnOfLowQuota(
  deps: ServiceDeps,
  { userId, remaining }: Remainder,
): Promise<Delivery | 'enough'> {
  const options = await optionValues(deps.db.reader)
  const user = await findUser(deps.db.reader, userId)
  if (user === undefined || user.deleted_at !== null) return 'no_way'
  if (remaining >= warningThreshold(options, user.setting)) return 'enough'
  const { QuotaPerUnit, DisplayInCurrencyEnabled, ServerAddress } = options
  const notice: Notice = {
    type: 'quota_exceed',
    kind: 'quota_exceed',
    intervalMs: options.QuotaRemindIntervalMinutes * MINUTE_MS,
    title: 'notice.quota_low_title',
    text: 'notice.quota_low_text',
    params: { quota: formatQuota(remaining, QuotaPerUnit, DisplayInCurrencyEnabled) },
    link: topUpLink(options, ServerAddress),
  }
  return await deliverNotice(deps, options, { user, notice })
}

function topUpLink({ TopUpLink }: OptionValues, serverAddress: string): string | undefined {
  if (TopUpLink !== '') return TopUpLink
  return serverAddress === '' ? undefined : `${serverAddress}/topup`
}

/** Notifies root and contact points of what happened to channels. Throws what `tellSite` throws. */
export async function notifyRoot(deps: ServiceDeps, news: ChannelNews): Promise<Delivery> {
  return await tellSite(deps, channelNotice(news))
}

/** Notifies them of a proxy that the configuration does not name. */
export async function notifyRootOfProxy(deps: ServiceDeps, peer: string): Promise<Delivery> {
  return await tellSite(deps, {
    type: 'proxy_unknown',
    kind: 'proxy_unknown',
    intervalMs: DAY_MS,
    title: 'notice.proxy_title',
    text: 'notice.proxy_text',
    params: { peer },
  })
}

function channelNotice(news: ChannelNews): Notice {
  if (news.kind === 'channel_test') {
    const { tested, failed } = news
    return {
      type: 'channel_test',
      kind: 'channel_test',
      // Somebody has requested each of these.
      intervalMs: 0,
      title: 'notice.channel_test_title',
      text: 'notice.channel_test_text',
      params: { tested, failed },
    }
  }
  const { kind, channelId: id, channelName: name, reason } = news
  const isDisabled = kind === 'channel_disabled'
  return {
    type: 'channel_update',
    kind: `${kind}_${id}`,
    intervalMs: CHANNEL_INTERVAL_MS,
    title: isDisabled ? 'notice.channel_disabled_title' : 'notice.channel_enabled_title',
    text: isDisabled ? 'notice.channel_disabled_text' : 'notice.channel_enabled_text',
    params: { id, name, reason },
    incident: `channel_${id}`,
    recovered: !isDisabled,
  }
}
