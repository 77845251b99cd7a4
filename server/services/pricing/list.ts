import { enabledAbilities } from '../../../db/tables/abilities'
import { type Language, translate } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { priceFor } from '../../domain/prices/lookup'
import { optionValues, usableGroupsOf } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { priceTablesOf } from './tables'

/** What a model costs, before the ratio of a group. */
export interface PricingRow {
  readonly model_name: string
  /** 0 by tokens, 1 by calls. */
  readonly quota_type: 0 | 1
  readonly model_ratio: number
  /** Dollars per call. */
  readonly model_price: number
  readonly owner_by: ''
  readonly completion_ratio: number
  /** Of the groups that the viewer may use; others are not told of. */
  readonly enable_groups: readonly string[]
}

export interface Pricing {
  readonly rows: readonly PricingRow[]
  readonly groupRatio: Readonly<Record<string, number>>
  /** Group → description. */
  readonly usableGroups: Readonly<Record<string, string>>
}

export interface PricingViewer {
  /** The viewer's own group; absent for visitors, who see what "default" sees. */
  readonly group?: string | undefined
  readonly language: Language
}

/** Models that the viewer can reach, by name. */
export async function listPricing(
  deps: ServiceDeps,
  { group = 'default', language }: PricingViewer,
): Promise<Pricing> {
  const options = await optionValues(deps.db.reader)
  const groups = [...usableGroupsOf(options, group)].filter((name) =>
    Object.hasOwn(options.GroupRatio, name),
  )
  const abilities = await enabledAbilities(deps.db.reader, groups)
  const byModel = Map.groupBy(abilities, ({ model }) => model)
  const rows = [...byModel].map(([model, list]) =>
    pricingRow(options, model, [...new Set(list.map((ability) => ability.group))].sort()),
  )
  const described = groups.map((name) => [
    name,
    options.UserUsableGroups[name] ?? translate(language, 'group.own'),
  ])
  return {
    rows: rows.sort((a, b) => (a.model_name < b.model_name ? -1 : 1)),
    groupRatio: Object.fromEntries(groups.map((name) => [name, options.GroupRatio[name] ?? 1])),
    usableGroups: Object.fromEntries(described),
  }
}

function pricingRow(
  options: OptionValues,
  model: string,
  enable_groups: readonly string[],
): PricingRow {
  const price = priceFor({
    model,
    groupRatio: 1,
    tables: priceTablesOf(options),
    selfUse: options.SelfUseModeEnabled,
    // The price page shows what a model without a price would cost whoever accepts that.
    acceptsUnset: true,
  })
  const perCall = price?.mode === 'per-call'
  return {
    model_name: model,
    quota_type: perCall ? 1 : 0,
    model_ratio: perCall ? 0 : (price?.modelRatio ?? 0),
    model_price: perCall ? price.modelPrice : 0,
    owner_by: '',
    completion_ratio: perCall ? 0 : (price?.completionRatio ?? 0),
    enable_groups,
  }
}
