/** Everything that the dashboard shows, read in one go. */
import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import type { SpenderJson } from '../../../../server/domain/endpoints/dashboard'
import { CHANNEL_STATUS } from '../../../../server/domain/status'
import type { Tools } from '../../tools'

const HOUR = 3600

/** How far back the lists of those who spent most go, and the curves, in hours. */
export const RANGES = {
  hour: { hours: 1, curveHours: 24 },
  day: { hours: 24, curveHours: 24 },
  week: { hours: 7 * 24, curveHours: 7 * 24 },
} as const

export type Range = keyof typeof RANGES

export const CURVES = ['quota', 'count', 'failures'] as const
export type Curve = (typeof CURVES)[number]

export const TOPS = ['users', 'tokens', 'models'] as const
export type Top = (typeof TOPS)[number]

type Amounts = Readonly<Record<Curve, number>>

export interface Dashboard {
  readonly today: Amounts
  /** Of the last minute. */
  readonly rpm: number
  readonly tpm: number
  /** Epoch seconds at which the first hour of the curves began. */
  readonly curvesFrom: number
  readonly curves: Readonly<Record<Curve, readonly number[]>>
  readonly tops: Readonly<Record<Top, readonly SpenderJson[]>>
  /** Epoch seconds; later than the range where there are too many calls to look through. */
  readonly topsFrom: number
  readonly areTopsCut: boolean
  readonly channels: Readonly<Record<keyof typeof CHANNEL_STATUS, number>>
  readonly unhealthy: readonly ChannelJson[]
  /** Whether the operator lets usage be counted. */
  readonly isCounted: boolean
}

/** Channels that are named when they were taken out. */
const MOST_NAMED = 5

export async function readDashboard(tools: Tools, range: Range): Promise<Dashboard> {
  const { api } = tools
  const now = Math.floor(tools.clock.nowMs() / 1000)
  const { hours: back, curveHours } = RANGES[range]
  const curvesFrom = now - (now % HOUR) - (curveHours - 1) * HOUR
  const midnight = midnightBefore(now)
  const since = (start_timestamp: number) => ({ query: { start_timestamp, end_timestamp: now } })
  const from = now - back * HOUR
  // Midnight may be an hour earlier than the curves begin, where clocks are set.
  const first = Math.min(curvesFrom, midnight)
  const [hours, failures, stat, top, site, channels] = await Promise.all([
    api.call('dashboard.hours', since(first)),
    api.call('dashboard.failures', since(first)),
    api.call('log.stat', since(midnight)),
    api.call('dashboard.top', since(from)),
    api.call('status.show'),
    readChannels(tools),
  ])
  const failedHours = failures.data.hours
  const { users, tokens, models, counted_from } = top.data
  const curveOf = (rows: readonly Hourly[]) => byHour(rows, curvesFrom, curveHours)
  return {
    today: {
      quota: stat.data.quota,
      count: sumSince(hours.data, midnight),
      failures: sumSince(failedHours, midnight),
    },
    rpm: stat.data.rpm,
    tpm: stat.data.tpm,
    curvesFrom,
    curves: {
      quota: curveOf(hours.data.map(({ created_at, quota }) => ({ created_at, count: quota }))),
      count: curveOf(hours.data),
      failures: curveOf(failedHours),
    },
    tops: { users, tokens, models },
    topsFrom: counted_from,
    areTopsCut: counted_from > from,
    isCounted: site.data.enable_data_export,
    ...channels,
  }
}

async function readChannels({ api }: Tools) {
  const ofStatus = (status: number, page_size: number) =>
    api.call('channel.list', { query: { p: 0, page_size, status } })
  const [enabled, disabled, autoDisabled] = await Promise.all([
    ofStatus(CHANNEL_STATUS.enabled, 1),
    ofStatus(CHANNEL_STATUS.disabled, 1),
    ofStatus(CHANNEL_STATUS.auto_disabled, MOST_NAMED),
  ])
  const channels = {
    enabled: enabled.total ?? 0,
    disabled: disabled.total ?? 0,
    auto_disabled: autoDisabled.total ?? 0,
  }
  return { channels, unhealthy: autoDisabled.data }
}

interface Hourly {
  readonly created_at: number
  readonly count: number
}

function sumSince(rows: readonly Hourly[], from: number): number {
  return rows
    .filter(({ created_at }) => created_at >= from)
    .reduce((sum, { count }) => sum + count, 0)
}

function byHour(rows: readonly Hourly[], from: number, hours: number): readonly number[] {
  const sums = Array.from({ length: hours }, () => 0)
  for (const { created_at, count } of rows) {
    const at = Math.floor((created_at - from) / HOUR)
    const sum = sums[at]
    if (sum !== undefined) sums[at] = sum + count
  }
  return sums
}

/** Of the day where the terminal is. */
function midnightBefore(seconds: number): number {
  const date = new Date(seconds * 1000)
  date.setHours(0, 0, 0, 0)
  return date.getTime() / 1000
}
