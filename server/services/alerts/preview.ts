/** When a rule would have fired in the last week, out of what is stored; and what it finds now. */
import { rollupSums } from '../../../db/tables/rollups'
import { usageSums } from '../../../db/tables/usage-facts'
import { nowSeconds } from '../../clock'
import { BUILT_IN_RULES } from '../../domain/alerts/built-in'
import { checkedRule } from '../../domain/alerts/checked-rule'
import { isCounted, MEASURE_ROWS } from '../../domain/alerts/measures'
import { type PastFiring, replay } from '../../domain/alerts/replay'
import type { AlertRuleFields, AlertRuleInput } from '../../domain/alerts/rule'
import type { AlertSample } from '../../domain/alerts/state'
import type { Stretch } from '../../domain/alerts/usual'
import { DAY, HOUR, MINUTE, ROLLUP_DAYS } from '../../domain/logs/rollups'
import type { ServiceDeps } from '../service-deps'
import { samplesReader } from './samples'
import { subjectKey, subjectNames } from './subjects'
import { type UsualOf, usualWithin } from './usual-spend'
import { type CountedRule, countsOverTime } from './window-counts'

export interface PreviewFiring extends PastFiring {
  readonly subject: string
  readonly name: string
}

export interface AlertPreview {
  /** Epoch seconds: what was looked at. */
  readonly from: number
  readonly to: number
  /** What is older is counted by the hour; `to` where there is no past to look at. */
  readonly minutes_from: number
  /** False for what is as it is at the moment: nobody has stored how it was. */
  readonly has_past: boolean
  /** Oldest first. */
  readonly firings: readonly PreviewFiring[]
  /** Subjects that were looked at, and those that were not. */
  readonly subjects: number
  readonly left_out: number
  /** The worst first. */
  readonly now: readonly {
    readonly subject: string
    readonly name: string
    readonly value: number
    readonly is_breach: boolean
  }[]
}

const PREVIEW_DAYS = 7
/** Of a rule for each: the busiest. */
const MOST_SUBJECTS = 20
const MOST_NOW = 20
const MOST_FIRINGS = 200

/** What is not given is as in `before`. Nothing is stored. Throws as `createAlertRule`. */
export async function previewAlertRule(
  deps: ServiceDeps,
  input: AlertRuleInput,
  before?: AlertRuleFields,
): Promise<AlertPreview> {
  const base = before ?? BUILT_IN_RULES.get(String(input.measure))
  const checked = checkedRule({ ...input, name: input.name || base?.name || '-' }, base)
  const rule = { ...checked, subject: await subjectKey(deps, checked) }
  const to = nowSeconds(deps.clock)
  const tuned = [{ built_in: rule.measure, threshold: rule.threshold }]
  const samples = await samplesReader(deps, tuned)(rule, to)
  const sign = rule.comparison === 'above' ? 1 : -1
  const now = samples.toSorted((a, b) => sign * (b.value - a.value)).slice(0, MOST_NOW)
  const { measure } = rule
  const past = isCounted(measure)
    ? await pastOf(deps, { ...rule, measure }, to)
    : { from: to, minutes_from: to, firings: [], subjects: 0, left_out: 0 }
  const named = [...now, ...past.firings].map(({ subject }) => subject)
  const names = await subjectNames(deps, rule.scope, named)
  const nameOf = ({ subject }: { readonly subject: string }) => names.get(subject) ?? subject
  return {
    ...past,
    to,
    has_past: MEASURE_ROWS[measure].source === 'counted',
    firings: past.firings.map((firing) => ({ ...firing, name: nameOf(firing) })),
    now: now.map((sample) => nowOf(sample, nameOf(sample))),
  }
}

function nowOf({ subject, value, isBreach }: AlertSample, name: string) {
  return { subject, name, value, is_breach: isBreach }
}

async function pastOf(deps: ServiceDeps, rule: AlertRuleFields & CountedRule, to: number) {
  const from = to - PREVIEW_DAYS * DAY
  const isSite = rule.scope === 'site' && rule.measure !== 'cache_share'
  const minuteDays = isSite ? PREVIEW_DAYS : ROLLUP_DAYS.channel_minute
  const begun = Math.max(from, to - minuteDays * DAY)
  const minutesFrom = begun - (begun % MINUTE) + MINUTE
  const all = await subjectsOf(deps, rule, { from, to })
  const subjects = all.slice(0, MOST_SUBJECTS)
  const firings: (PastFiring & { readonly subject: string })[] = []
  // One after the other: the reading threads serve others too.
  for (const subject of subjects) {
    const own = { ...rule, subject }
    firings.push(...(await firingsOf(deps, own, { from, to, minutesFrom })))
  }
  return {
    from,
    minutes_from: minutesFrom,
    firings: firings.toSorted((a, b) => a.from - b.from).slice(-MOST_FIRINGS),
    subjects: subjects.length,
    left_out: all.length - subjects.length,
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

/** The busiest first. */
async function subjectsOf(
  { db: { lists } }: ServiceDeps,
  { scope, subject }: CountedRule,
  { from, to }: Span,
): Promise<readonly string[]> {
  if (scope === 'site' || subject !== '') return [subject]
  if (scope === 'group') {
    const question = { step: HOUR, from, to, only: {}, by: ['group'], waits: false } as const
    return (await usageSums(lists, question)).map(({ key: [group = ''] }) => group)
  }
  const sums = await rollupSums(lists, { kind: scope, from, to })
  return sums.toSorted((a, b) => b.calls - a.calls).map((sum) => sum.subject)
}

const noUsual: UsualOf = () => undefined

async function firingsOf(
  deps: ServiceDeps,
  rule: CountedRule,
  { from, to, minutesFrom }: Span & { readonly minutesFrom: number },
): Promise<readonly (PastFiring & { readonly subject: string })[]> {
  const first = from - (from % HOUR) - Math.max(rule.window_s, HOUR)
  const hoursFrom = first - (first % HOUR)
  const hours =
    minutesFrom + rule.window_s > from + 2 * MINUTE
      ? await countsOverTime(deps, rule, { from: hoursFrom, to, step: HOUR })
      : []
  const minutes = await countsOverTime(deps, rule, { from: minutesFrom, to, step: MINUTE })
  const usualOf =
    rule.measure === 'spend_times_usual'
      ? await usualWithin(deps, rule, { subject: rule.subject, from, to })
      : noUsual
  const usualAt = (stretch: Stretch) => usualOf(rule.subject, stretch)
  const past = { from, to, hours, minutes, minutesFrom, usualAt }
  return replay(rule, past).map((firing) => ({ ...firing, subject: rule.subject }))
}
