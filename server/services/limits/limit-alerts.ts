/** Tells people when half, four fifths and all of a limit is used, once per window and mark. */
import type { Clock } from '../../clock'
import { isRate, type LimitUsage } from '../../domain/limits/limit'
import { spanOf } from '../../domain/limits/span'
import type { Background } from '../background'

const PERCENTS = [100, 80, 50] as const

export interface LimitAlert extends LimitUsage {
  readonly percent: number
  /** Epoch ms: whoever was told of it since then is not told again. */
  readonly sinceMs: number
}

export interface LimitAlertParts {
  readonly clock: Clock
  readonly background: Background
  readonly tell: (alert: LimitAlert) => Promise<unknown>
}

interface Told {
  readonly windowMs: number
  readonly percent: number
}

/** Limits remembered; of more, the one told of longest ago is looked up again. */
const MOST_REMEMBERED = 20_000

/** To be told how limits stand with every commit; nearly always it only compares. */
export function createLimitAlerts({ clock, background, tell }: LimitAlertParts) {
  const told = new Map<number | string, Told>()

  function look(standing: LimitUsage, nowMs: number): void {
    const { limit, used } = standing
    if (isRate(limit) || limit.amount === 0) return
    // Of a plan only what is spent comes here.
    const isOfPlan = limit.plan !== undefined
    const percent = isOfPlan ? 100 : PERCENTS.find((each) => used * 100 >= each * limit.amount)
    if (percent === undefined) return
    // The budget of a plan has the number of its first window.
    const key = isOfPlan ? `${limit.id}/${limit.kind}/${limit.window}` : limit.id
    const { fromMs, counterMs } = spanOf(limit, nowMs)
    const known = told.get(key)
    const isKnown = known !== undefined && known.windowMs >= fromMs && known.percent >= percent
    if (isKnown) return
    told.delete(key)
    told.set(key, { windowMs: counterMs, percent })
    const [oldest] = told.keys()
    if (told.size > MOST_REMEMBERED && oldest !== undefined) told.delete(oldest)
    const alert = { ...standing, percent, sinceMs: Math.max(0, fromMs) }
    background.run('alert of a limit', tell(alert))
  }

  return (standings: readonly LimitUsage[]): void => {
    const nowMs = clock.nowMs()
    for (const standing of standings) look(standing, nowMs)
  }
}
