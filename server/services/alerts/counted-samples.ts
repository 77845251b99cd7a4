import { countedValue, LEAST_USUAL } from '../../domain/alerts/counted'
import { type AlertSample, judged } from '../../domain/alerts/state'
import { HOUR } from '../../domain/logs/rollups'
import type { ServiceDeps } from '../service-deps'
import { usualNow } from './usual-spend'
import { type CountedRule, type CountsBySubject, countsWithin, stepOf } from './window-counts'

/** Those who spend more than is usual at least, of whom it is asked what is. */
const MOST_SPENDERS = 200

/** What a counted rule finds now: the window, and what has begun of a minute or hour. */
export async function countedSamples(
  deps: ServiceDeps,
  rule: CountedRule,
  now: number,
): Promise<readonly AlertSample[]> {
  const step = stepOf(rule)
  const since = now - rule.window_s
  const from = since - (since % step)
  const seconds = Math.max(1, now - from)
  const bySubject = await countsWithin(deps, rule, { from, to: now + 1, step })
  const usualOf =
    rule.measure === 'spend_times_usual'
      ? await usualOfSpenders(deps, rule, { bySubject, now, seconds })
      : () => undefined
  return [...bySubject].flatMap(([subject, counts]) => {
    const window = { counts, seconds, minCalls: rule.min_calls, usual: usualOf(subject) }
    const value = countedValue(rule.measure, window)
    return value === undefined ? [] : [{ subject, value, ...judged(rule, value) }]
  })
}

interface Spent {
  readonly bySubject: CountsBySubject
  readonly now: number
  readonly seconds: number
}

/** Of whoever spends less than that, the usual makes no difference. */
async function usualOfSpenders(
  deps: ServiceDeps,
  rule: CountedRule,
  { bySubject, now, seconds }: Spent,
) {
  const least = (LEAST_USUAL * seconds) / HOUR
  const spenders = [...bySubject]
    .filter(([, { quota }]) => quota >= least)
    .map(([subject]) => subject)
    .slice(0, MOST_SPENDERS)
  const stretch = { to: now, seconds }
  const known = await usualNow(deps, rule, { subjects: spenders, stretch })
  const isSpender = new Set(spenders)
  return (subject: string) => (isSpender.has(subject) ? known(subject, stretch) : LEAST_USUAL)
}
