/** Passes on which users are low on quota, without asking the database for every call. */
import type { Clock } from '../../clock'
import { monotonicMs } from '../../domain/time-source'
import type { CallListener, RelaySettings } from '../../relay/ports/ports'
import type { Background } from '../background'

export interface Reminders {
  /** Returns at once and never throws; how often somebody is notified is decided behind it. */
  readonly quotaLow: (userId: number, remaining: number) => void
}

export interface RemindersParts {
  readonly clock: Clock
  readonly background: Background
  /** Decides whether the user is notified now, and does it. */
  readonly warn: (about: { userId: number; remaining: number }) => Promise<unknown>
}

/** A user with little quota goes on calling; this often it is looked at again. */
const PAUSE_MS = 60_000
/** Users remembered; beyond this the one checked longest ago is forgotten. */
const MAX_USERS = 10_000

export function createReminders({ clock, background, warn }: RemindersParts): Reminders {
  /** Monotonic milliseconds of the last look by user, oldest first. */
  const looked = new Map<number, number>()

  return {
    quotaLow(userId, remaining) {
      const nowMs = monotonicMs(clock)
      const before = looked.get(userId)
      if (before !== undefined && nowMs - before < PAUSE_MS) return
      looked.delete(userId)
      looked.set(userId, nowMs)
      const [oldest] = looked.keys()
      if (looked.size > MAX_USERS && oldest !== undefined) looked.delete(oldest)
      background.run('warning of low quota', warn({ userId, remaining }))
    },
  }
}

/** Looks at the balance that every paid call leaves its user. */
export function lowQuotaListener(
  { quotaLow }: Reminders,
  settings: () => Pick<RelaySettings, 'quotaRemindThreshold'>,
): CallListener {
  return {
    settled({ facts }, { charge }) {
      if (charge === 0) return
      const { id, quota, quotaWarningThreshold } = facts.user
      const remaining = quota()
      const threshold = quotaWarningThreshold ?? settings().quotaRemindThreshold
      if (remaining < threshold) quotaLow(id, remaining)
    },
  }
}
