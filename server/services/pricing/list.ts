import { fetchedModelLengths } from '../../../db/tables/model-lengths'
import { groupText } from '../../domain/accounts/group-text'
import type { PricingJson } from '../../domain/endpoints/pricing'
import { type Language, translate } from '../../domain/i18n/translate'
import { lengthsOf, type ModelLengths, ownLengthsIn } from '../../domain/models/model-lengths'
import type { OptionValues } from '../../domain/options'
import { ownPricesOf, priceFor } from '../../domain/prices/lookup'
import { byClass, stepJson } from '../../domain/prices/step-rates'
import { callableRoutes, familiesServedAt } from '../callable-models'
import { optionValues, usableGroupsOf } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { priceTablesOf } from './tables'

export interface Pricing {
  /** Before the ratio of a group. */
  readonly rows: readonly PricingJson[]
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
  const routes = await callableRoutes(deps.db.lists, groups)
  const reported = await fetchedModelLengths(deps.db.lists)
  const byModel = Map.groupBy(routes, ({ model }) => model)
  const rows = [...byModel].map(([model, list]) => {
    const jobs = familiesServedAt(list)
    const enabled = [...new Set(list.map((route) => route.group))].sort()
    return {
      ...pricingRow(options, model, enabled),
      ...lengthsJson(lengthsOf(model, ownLengthsIn(options), reported.get(model))),
      ...(jobs.length > 0 && { jobs: [...jobs] }),
    }
  })
  const described = groups.map((name) => [
    name,
    groupText(name, options.UserUsableGroups[name], (key) => translate(language, key)),
  ])
  return {
    rows: rows.sort((a, b) => (a.model_name < b.model_name ? -1 : 1)),
    groupRatio: Object.fromEntries(groups.map((name) => [name, options.GroupRatio[name] ?? 1])),
    usableGroups: Object.fromEntries(described),
  }
}

function lengthsJson({ context, output }: ModelLengths) {
  return {
    ...(context !== undefined && { context_length: context }),
    ...(output !== undefined && { max_output_tokens: output }),
  }
}

export function pricingRow(
  options: OptionValues,
  model: string,
  enable_groups: readonly string[],
): PricingJson {
  const tables = priceTablesOf(options)
  const { SelfUseModeEnabled: selfUse } = options
  const price = priceFor({ model, groupRatio: 1, tables, selfUse, acceptsUnset: false })
  if (price === undefined) return { ...NO_PRICE, model_name: model }
  const perCall = price.mode === 'per-call'
  const has = ownPricesOf(model, tables)
  return {
    model_name: model,
    priced: true,
    quota_type: perCall ? 1 : 0,
    model_ratio: perCall ? 0 : price.modelRatio,
    model_price: perCall ? price.modelPrice : 0,
    owner_by: '',
    completion_ratio: perCall ? 0 : price.completionRatio,
    ...(has.cacheRead && { cache_ratio: price.cacheRatio }),
    ...(has.cacheWrite && { cache_creation_ratio: price.cacheWriteRatio }),
    ...(has.audio && { audio_ratio: price.audioRatio }),
    ...(has.audioCompletion && { audio_completion_ratio: price.audioCompletionRatio }),
    ...(price.imageRatio !== undefined && { image_ratio: price.imageRatio }),
    ...(price.usd && { unit_prices: byClass(price.usd) }),
    ...(price.steps && { steps: price.steps.map(stepJson) }),
    ...(price.tiers && { tiers: { ...price.tiers } }),
    enable_groups: [...enable_groups],
  }
}

/** Calls are refused, so no group has it: front ends that know no `priced` show it as closed. */
const NO_PRICE = {
  priced: false,
  quota_type: 0,
  model_ratio: 0,
  model_price: 0,
  owner_by: '',
  completion_ratio: 0,
  enable_groups: [],
}
