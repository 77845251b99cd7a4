/** Notifies people when half, four fifths and all of a limit is used, once per window and mark. */
import type { Clock } from '../../clock'
import { isRate, type LimitUsage } from '../../domain/limits/limit'
import { spanOf } from '../../domain/limits/span'
import type { Background } from '../background'

const PERCENTS = [100, 80, 50] as const

export interface LimitAlert extends LimitUsage {
  readonly percent: number
  /** Epoch ms: whoever was notified since then is not notified again. */
  readonly sinceMs: number
}

export interface LimitAlertParts {
  readonly clock: Clock
  readonly background: Background
  readonly tell: (alert: LimitAlert) => Promise<unknown>
}

interface Notified {
  readonly windowMs: number
  readonly percent: number
}

/** Limits remembered; of more, the one notified longest ago is looked up again. */
const MOST_REMEMBERED = 20_000

/** Called with how limits stand after every commit; nearly always it only compares. */
export function createLimitAlerts({ clock, background, tell }: LimitAlertParts) {
  const notified = new Map<number | string, Notified>()

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
    const known = notified.get(key)
    const isKnown = known !== undefined && known.windowMs >= fromMs && known.percent >= percent
    if (isKnown) return
    notified.delete(key)
    notified.set(key, { windowMs: counterMs, percent })
    const [oldest] = notified.keys()
    if (notified.size > MOST_REMEMBERED && oldest !== undefined) notified.delete(oldest)
    const alert = { ...standing, percent, sinceMs: Math.max(0, fromMs) }
    background.run('alert of a limit', tell(alert))
  }

  return (standings: readonly LimitUsage[]): void => {
    const nowMs = clock.nowMs()
    for (const standing of standings) look(standing, nowMs)
  }
}
