/** What needs somebody of channels: those that fail, those that are off and what goes with them. */
import { channelsOfModels, modelsWithoutChannel } from '../../../db/tables/abilities'
import { type ChannelRow, channelsByIds, listChannels } from '../../../db/tables/channels'
import {
  type ChannelStreak,
  channelStreaks,
  rollupErrors,
  rollupSums,
} from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import type { Language } from '../../domain/i18n/translate'
import { recordOf } from '../../domain/json/records'
import { DAY, HOUR, isOutage, MINUTE } from '../../domain/logs/rollups'
import { CHANNEL_STATUS } from '../../domain/status'
import { errorSummaries } from '../rollups/subject'
import type { ServiceDeps } from '../service-deps'
import { type AttentionItem, lately, MOST_CHANNELS, MOST_OF_KIND, NOTHING } from './attention-item'

const FEWEST_FAILED = 3
/** For so long it is said that a channel answers again. */
const RECOVERED_SECONDS = 15 * MINUTE

export interface ChannelAttention {
  readonly down: readonly AttentionItem[]
  readonly off: readonly AttentionItem[]
  readonly failing: readonly AttentionItem[]
  readonly disabled: readonly AttentionItem[]
  /** Models of which every channel is off, and not all of them one channel. */
  readonly unserved: readonly AttentionItem[]
  readonly recovered: readonly AttentionItem[]
}

interface ChannelQuestion {
  readonly language: Language
  /** Of the attempts of a channel that is enabled. */
  readonly failingPercent: number
}

export async function channelAttention(
  deps: ServiceDeps,
  enabled: readonly ChannelRow[],
  { language, failingPercent }: ChannelQuestion,
): Promise<ChannelAttention> {
  const { lists } = deps.db
  const now = nowSeconds(deps.clock)
  const names = new Map(enabled.map(({ id, name }) => [id, name]))
  // An attempt of the hour before may be the newest that there is.
  const streaks = (await channelStreaks(lists, now - (now % HOUR) - HOUR)).filter(({ id }) =>
    names.has(id),
  )
  const long = streaks
    .filter(({ failed, since, lastAt }) => isOutage(failed, lastAt - since))
    .sort((a, b) => b.failed - a.failed)
  const reading = { names, language, now }
  const down = await Promise.all(
    long.slice(0, MOST_OF_KIND).map((streak) => downItem(deps, streak, reading)),
  )
  const stopped = await unservedModels(deps)
  const isDown = new Set(long.map(({ id }) => id))
  const failing = await failingItems(deps, reading, failingPercent)
  return {
    down,
    off: await offItems(deps, stopped.byChannel),
    failing: failing.filter(({ id }) => !isDown.has(id)),
    disabled: await disabledItems(deps, stopped.byChannel),
    unserved: stopped.loose,
    recovered: streaks
      .filter(({ recoveredAt }) => recoveredAt > now - RECOVERED_SECONDS)
      .filter(({ id }) => !isDown.has(id))
      .map(({ id, recoveredAt: at }) => {
        return { ...NOTHING, kind: 'channel_recovered' as const, id, name: names.get(id) ?? '', at }
      }),
  }
}

interface Reading {
  readonly names: ReadonlyMap<number, string>
  readonly language: Language
  readonly now: number
}

/** What the newest failure of a channel said. */
async function newestError({ db }: ServiceDeps, id: number, { language, now }: Reading) {
  const from = now - (now % HOUR) - HOUR
  const [text] = await rollupErrors(db.lists, id, { from, hours: 1 })
  const [newest] = text === undefined ? [] : errorSummaries(text, language)
  const status = newest?.status ? `${newest.status} ` : ''
  return { detail: newest ? status + newest.message : '', at: newest?.at ?? 0 }
}

async function downItem(
  deps: ServiceDeps,
  { id, failed, since }: ChannelStreak,
  reading: Reading,
): Promise<AttentionItem> {
  const { detail } = await newestError(deps, id, reading)
  const name = reading.names.get(id) ?? ''
  return { ...NOTHING, kind: 'channel_down', id, name, calls: failed, failed, detail, at: since }
}

async function failingItems(
  deps: ServiceDeps,
  reading: Reading,
  percent: number,
): Promise<readonly AttentionItem[]> {
  const { sums } = await lately(deps, 'channel')
  const failing = sums
    .filter(({ calls, failed }) => failed >= FEWEST_FAILED && failed * 100 >= calls * percent)
    .filter(({ subject }) => reading.names.has(Number(subject)))
    .sort((a, b) => b.failed - a.failed)
  const items = failing.slice(0, MOST_OF_KIND).map(async ({ subject, calls, failed }) => {
    const id = Number(subject)
    const said = await newestError(deps, id, reading)
    const name = reading.names.get(id) ?? ''
    return { ...NOTHING, kind: 'channel_failing' as const, id, name, calls, failed, ...said }
  })
  return await Promise.all(items)
}

/** Models that nobody serves, by the one channel that has them. */
type ByChannel = ReadonlyMap<number, readonly string[]>

/** Newest first. */
async function offItems({ db }: ServiceDeps, byChannel: ByChannel) {
  const status = CHANNEL_STATUS.auto_disabled
  const window = { limit: MOST_CHANNELS, offset: 0, order: 'id' } as const
  const rows = await listChannels(db.lists, { status }, window)
  const items = rows.map(({ id, name, other_info }) => {
    const { status_reason = '', status_time = 0 } = recordOf(other_info)
    const reason = { detail: String(status_reason), at: Number(status_time) }
    const models = byChannel.get(id)?.length ?? 0
    return { ...NOTHING, kind: 'channel_off' as const, id, name, models, ...reason }
  })
  return items.sort((a, b) => b.at - a.at)
}

/** Switched off by somebody, while its models are requested. */
async function disabledItems({ db }: ServiceDeps, byChannel: ByChannel) {
  const rows = byChannel.size === 0 ? [] : await channelsByIds(db.lists, [...byChannel.keys()])
  return rows
    .filter(({ status }) => status === CHANNEL_STATUS.disabled)
    .map(({ id, name }) => {
      const models = byChannel.get(id) ?? []
      const served = { models: models.length, detail: models.join(', ') }
      return { ...NOTHING, kind: 'channel_disabled' as const, id, name, ...served }
    })
}

/** Requested in the last day, and every channel that has it is off. */
async function unservedModels(deps: ServiceDeps) {
  const { lists } = deps.db
  const models = await modelsWithoutChannel(lists)
  const to = nowSeconds(deps.clock) + HOUR
  const span = { kind: 'model', from: to - DAY - HOUR, to } as const
  const requested = models.length === 0 ? [] : await rollupSums(lists, span, { subjects: models })
  const missed = new Map(
    requested.map(({ subject, refused, failed }) => [subject, refused + failed]),
  )
  const wanted = models.filter((name) => (missed.get(name) ?? 0) > 0)
  const places = Map.groupBy(await channelsOfModels(lists, wanted), ({ model }) => model)
  const byChannel = new Map<number, string[]>()
  const loose: AttentionItem[] = []
  for (const name of wanted) {
    const [place, ...others] = places.get(name) ?? []
    if (place !== undefined && others.length === 0) {
      byChannel.set(place.channel_id, [...(byChannel.get(place.channel_id) ?? []), name])
    } else loose.push({ ...NOTHING, kind: 'model_unserved', name, failed: missed.get(name) ?? 0 })
  }
  return { byChannel, loose: loose.sort((a, b) => b.failed - a.failed) }
}
