/** Hours in which a contact point is notified only of what is critical. */
import { minuteOfDay, nextAtMinute } from '../limits/zoned-time'

export interface QuietHours {
  /** `HH:MM`; both "" for no quiet hours. */
  readonly quiet_from: string
  readonly quiet_to: string
  readonly time_zone: string
}

/** Minutes since midnight; `undefined` for what is no time of a day. */
export function clockMinute(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** The instant itself, or the end of the quiet hours that it is in. Epoch ms. */
export function afterQuietHours(ms: number, { quiet_from, quiet_to, time_zone }: QuietHours) {
  const [from, to] = [clockMinute(quiet_from), clockMinute(quiet_to)]
  if (from === undefined || to === undefined || from === to) return ms
  const minute = minuteOfDay(ms, time_zone)
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? nextAtMinute(ms, to, time_zone) : ms
}
