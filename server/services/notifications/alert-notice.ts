/** What notices say of an alert rule: that it fires, and that it is over. */

import { type AlertMeasure, isMatter } from '../../domain/alerts/measures'
import { plainValue } from '../../domain/alerts/texts'
import type { TextKey } from '../../domain/i18n/translate'
import type { Severity } from '../../domain/notices/severities'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import type { Delivery } from './deliver'
import { tellSite } from './tell-site'

interface AlertSubject {
  /** "" for the site. */
  readonly name: string
  readonly value: number
}

export interface AlertNews {
  readonly isOver: boolean
  /** Some of it is over, and this many subjects are not. */
  readonly stillFiring: number
  /** Distinguishes this from all other news, so that it is sent once. */
  readonly key: string
  readonly ruleId: number
  readonly ruleName: string
  readonly isBuiltIn: boolean
  readonly measure: AlertMeasure
  readonly severity: Severity
  readonly threshold: number
  readonly subjects: readonly AlertSubject[]
  /** Of the longest firing that is over. */
  readonly minutes: number
}

/** The same news is not sent again within it. */
const DAY_MS = 86_400_000
const MOST_NAMED = 10

/** Throws what `tellSite` throws. */
export async function notifyOfAlert(deps: ServiceDeps, news: AlertNews): Promise<Delivery> {
  const { ServerAddress, QuotaPerUnit } = await optionValues(deps.db.reader)
  const { key, ruleId, ruleName, severity, isOver, stillFiring, measure, threshold, minutes } = news
  return await tellSite(deps, {
    type: 'alert',
    kind: `alert_${key}`,
    intervalMs: DAY_MS,
    title: titleOf(news),
    text: textOf(news),
    params: {
      rule: ruleName,
      found: foundText(news, QuotaPerUnit),
      threshold: plainValue(measure, threshold, QuotaPerUnit),
      ...(isOver && { minutes, firing: stillFiring }),
    },
    severity,
    incident: `alert_${ruleId}`,
    recovered: isOver && stillFiring === 0,
    ...(ServerAddress !== '' && { link: `${ServerAddress}/alert` }),
  })
}

function titleOf({ isBuiltIn, isOver, measure }: AlertNews): TextKey {
  if (isBuiltIn && isMatter(measure)) return `alert.rule_${measure}`
  return isOver ? 'notice.alert_over_title' : 'notice.alert_firing_title'
}

function textOf({ isOver, stillFiring, measure }: AlertNews): TextKey {
  if (!isOver) return `notice.alert_${measure}`
  return stillFiring > 0 ? 'notice.alert_partly_over_text' : 'notice.alert_over_text'
}

/** Names and values, which are the same in every language. */
function foundText({ subjects, measure, isOver }: AlertNews, perUnit: number): string {
  const shown = subjects.slice(0, MOST_NAMED).map(({ name, value }) => {
    const valueText = isOver && name !== '' ? '' : plainValue(measure, value, perUnit)
    return [name, valueText].filter((part) => part !== '').join(' ')
  })
  const more = subjects.length - shown.length
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}
