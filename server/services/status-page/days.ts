/** Calls of each day, added up while they are read, so that no step of it takes long. */
import type { AvailabilityPoint } from '../../../db/tables/availability'
import { DAY } from '../../domain/logs/rollups'
import { type Answered, SHOWN_DAYS } from '../../domain/status-page/availability'

/** Of one model or group, by number of the day. */
interface DayCounts {
  readonly calls: number[]
  readonly failed: number[]
}

export interface CountedDays {
  /** Epoch seconds of the first. */
  readonly from: number
  readonly model: Map<string, DayCounts>
  readonly group: Map<string, DayCounts>
}

export function firstDay(now: number): number {
  return now - (now % DAY) - (SHOWN_DAYS - 1) * DAY
}

export function noDays(now: number): CountedDays {
  return { from: firstDay(now), model: new Map(), group: new Map() }
}

export function addDays(days: CountedDays, points: readonly AvailabilityPoint[]): CountedDays {
  for (const point of points) {
    const index = Math.floor((point.at - days.from) / DAY)
    for (const column of ['model', 'group'] as const) {
      const counts = countsOf(days[column], point[column])
      counts.calls[index] = (counts.calls[index] ?? 0) + point.calls
      counts.failed[index] = (counts.failed[index] ?? 0) + point.failed
    }
  }
  return days
}

function countsOf(all: Map<string, DayCounts>, name: string): DayCounts {
  const known = all.get(name)
  if (known !== undefined) return known
  const zeros = () => new Array<number>(SHOWN_DAYS).fill(0)
  const fresh = { calls: zeros(), failed: zeros() }
  all.set(name, fresh)
  return fresh
}

/** Every day of all of them together, the oldest first. */
export function daysOf(parts: readonly (DayCounts | undefined)[]): readonly Answered[] {
  const sum = (field: keyof DayCounts, index: number): number =>
    parts.reduce((total, part) => total + (part?.[field][index] ?? 0), 0)
  return Array.from({ length: SHOWN_DAYS }, (_, index) => ({
    calls: sum('calls', index),
    failed: sum('failed', index),
  }))
}
