import { allChannels, type ChannelRow } from '../../../../db/tables/channels'
import { channelTypeById } from '../../../domain/channel-types'
import type { Language } from '../../../domain/i18n/translate'
import { CHANNEL_STATUS } from '../../../domain/status'
import { proxyOf } from '../../channels/json-fields'
import { type Check, type Finding, told } from '../check'
import type { Examined, Reach } from '../examined'
import { someOf } from '../list-some'

/** Enough to be quick with hundreds of channels, few enough not to look like an attack. */
const AT_ONCE = 8

/** One place that a connection goes to first, and who depends on it. */
interface Place {
  readonly url: string
  readonly allowPrivate: boolean
  readonly names: readonly string[]
}

export const channels: Check<Examined> = {
  id: 'channels',
  area: 'channels',
  look: async ({ db, reach, language }) => {
    const enabled = (await allChannels(db.lists)).filter(
      ({ status }) => status === CHANNEL_STATUS.enabled,
    )
    const params = { count: enabled.length }
    if (enabled.length === 0) return { status: 'warn', text: 'doctor.channels.none' }
    if (reach === undefined) return { status: 'ok', text: 'doctor.channels.offline', params }
    const judged = await eachAtOnce(placesOf(enabled), (place) => judge(place, { reach, language }))
    const unreachable = judged.flat()
    return unreachable.length > 0
      ? unreachable
      : { status: 'ok', text: 'doctor.channels.ok', params }
  },
}

/** Each address once: many channels share the upstream of one vendor. */
function placesOf(rows: readonly ChannelRow[]): Place[] {
  const groups = Map.groupBy(rows, (row) => `${row.allow_private} ${firstHop(row)}`)
  return [...groups.values()].flatMap(([row, ...others]) => {
    const url = row === undefined ? '' : firstHop(row)
    if (row === undefined || url === '') return []
    const names = [row, ...others].map(({ id, name }) => `${name} (${id})`)
    return [{ url, allowPrivate: row.allow_private === 1, names }]
  })
}

/**
 * The proxy when there is one: only it knows the way to the upstream. "" for no address, and for
 * one that each call finds by its region.
 */
function firstHop(row: ChannelRow): string {
  const base = row.base_url || (channelTypeById(row.type)?.baseUrl ?? '')
  const url = URL.parse(proxyOf(row.setting) || base)
  return url === null || base.includes('{region}') ? '' : `${url.protocol}//${url.host}`
}

async function judge(
  { url, allowPrivate, names }: Place,
  { reach, language }: { readonly reach: Reach; readonly language: Language },
): Promise<Finding[]> {
  try {
    await reach({ url, allowPrivate })
    return []
  } catch (error) {
    const params = { url, names: someOf(names), reason: told(error, language) }
    const hint = 'doctor.channels.hint'
    return [{ status: 'fail', text: 'doctor.channels.unreachable', hint, params }]
  }
}

/** Answers in the order of the items. */
async function eachAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = [...items.entries()]
  const answers = new Map<number, R>()
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      answers.set(next[0], await work(next[1]))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return [...answers].sort(([a], [b]) => a - b).map(([, answer]) => answer)
}
