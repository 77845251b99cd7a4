/** What somebody ought to look at now, most urgent kind first. */
import { type AlertRuleRow, allAlertRules } from '../../../db/tables/alert-rules'
import { alertStates } from '../../../db/tables/alert-states'
import { BUILT_IN_RULES } from '../../domain/alerts/built-in'
import { type AlertReader, conditionText } from '../../domain/alerts/texts'
import { MATTER_KINDS } from '../../domain/attention'
import { type Language, translate } from '../../domain/i18n/translate'
import { formatFineQuota } from '../../domain/money/quota'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { type AttentionItem, MOST_OF_KIND, NOTHING } from './attention-item'
import { type MatterThresholds, siteMatters } from './matters'

export interface Attention {
  readonly items: readonly AttentionItem[]
  /** What is left out: there is a limit of each kind. */
  readonly more: number
}

/** Without the matters whose rules are switched off. */
export async function attention(deps: ServiceDeps, language: Language): Promise<Attention> {
  const rules = await allAlertRules(deps.db.lists)
  const matters = await siteMatters(deps, language, matterThresholds(rules))
  const off = new Set(rules.filter(({ enabled }) => enabled === 0).map((rule) => rule.built_in))
  const found = [
    await rulesFiring(deps, rules, language),
    ...MATTER_KINDS.filter((kind) => !off.has(kind)).map((kind) => matters[kind]),
  ]
  return {
    items: found.flatMap((items) => items.slice(0, MOST_OF_KIND)),
    more: found.reduce((sum, { length }) => sum + Math.max(0, length - MOST_OF_KIND), 0),
  }
}

/** As the rules of the program say it. */
export function matterThresholds(
  rules: readonly Pick<AlertRuleRow, 'built_in' | 'threshold'>[],
): MatterThresholds {
  const of = (kind: (typeof MATTER_KINDS)[number]): number => {
    const rule = rules.find(({ built_in }) => built_in === kind) ?? BUILT_IN_RULES.get(kind)
    return rule?.threshold ?? 0
  }
  return {
    channel_down: of('channel_down'),
    channel_off: of('channel_off'),
    channel_failing: of('channel_failing'),
    token_spends: of('token_spends'),
    channel_disabled: of('channel_disabled'),
    model_unserved: of('model_unserved'),
    model_unpriced: of('model_unpriced'),
    channel_balance: of('channel_balance'),
    upstream_models: of('upstream_models'),
    channel_recovered: of('channel_recovered'),
  }
}

/** Those that operators have written, for each subject that they fire for. */
async function rulesFiring(
  deps: ServiceDeps,
  rules: readonly AlertRuleRow[],
  language: Language,
): Promise<readonly AttentionItem[]> {
  const own = new Map(
    rules.flatMap((rule) => (rule.built_in === '' ? [[rule.id, rule] as const] : [])),
  )
  const firing = (await alertStates(deps.db.lists)).filter(({ state }) => state === 'firing')
  const { QuotaPerUnit: perUnit, DisplayInCurrencyEnabled } = await optionValues(deps.db.reader)
  const reader: AlertReader = {
    text: (key, params) => translate(language, key, params),
    quota: (credits) => formatFineQuota(credits, perUnit, DisplayInCurrencyEnabled),
  }
  return firing.flatMap(({ rule_id: id, name: owner, value, since_at: at }) => {
    const rule = own.get(id)
    if (rule === undefined) return []
    const detail = conditionText({ ...rule, value }, reader)
    return [{ ...NOTHING, kind: 'alert_firing' as const, id, name: rule.name, owner, detail, at }]
  })
}
