/** Listeners of call events: adding one takes a line here and no change in the relay. */

import type { ManagementParts, ManagementProcess } from './management-process'
import type { CallListener } from './relay/ports/ports'
import { createChannelHealth } from './services/health/channel-health'
import { createLimitAlerts } from './services/limits/limit-alerts'
import { createRefusalLog } from './services/logs/refusal-log'
import { createReminders, lowQuotaListener } from './services/reminders/low-quota'
import { createRollups } from './services/rollups/collect'
import { createAvailability } from './services/status-page/collect'
import { createUsage } from './services/usage/collect'

export interface CallListeners {
  readonly listeners: readonly CallListener[]
  /** Writes what listeners have counted and not written yet. */
  readonly flush: () => Promise<void>
}

export interface ListeningParts extends ManagementParts {
  /** Whether another process receives every commit and notifies people of their limits. */
  readonly isWorker: boolean
}

export function callListeners(place: ListeningParts, resident: ManagementProcess): CallListeners {
  const { log, clock, db, isWorker } = place
  const { deps, services, background, snapshot } = resident
  const { directory, options } = snapshot
  const { settings } = directory
  const warn = services.notifications.warnOfLowQuota
  const tell = services.notifications.tellOfLimit
  if (!isWorker) db.ledger.onLimits(createLimitAlerts({ clock, background, tell }))
  const isWanted = () => settings().logConsumeEnabled
  const refusals = createRefusalLog({ db, clock, log, isWanted })
  const rollups = createRollups({ db, clock, log })
  const usage = createUsage({ db, clock, log })
  const availability = createAvailability({ db, clock, log })
  for (const { charged } of [rollups, usage]) db.ledger.onCharged(charged)
  return {
    listeners: [
      createChannelHealth({ deps, directory, options, background, log }),
      lowQuotaListener(createReminders({ clock, background, warn }), settings),
      refusals,
      rollups,
      usage,
      availability,
    ],
    async flush() {
      await refusals.flush()
      await rollups.flush()
      await usage.flush()
      await availability.flush()
    },
  }
}
