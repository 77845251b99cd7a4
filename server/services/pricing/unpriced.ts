import type { Lists } from '../../../db/lists'
import type { OptionValues } from '../../domain/options'
import { priceFor } from '../../domain/prices/lookup'
import { callableRoutes, namesOf } from '../callable-models'
import { priceTablesOf } from './tables'

export interface PricedModels {
  /** Models that an enabled channel can serve. */
  readonly count: number
  /** Those among them whose calls are refused for want of a price, by name. */
  readonly unpriced: readonly string[]
}

export async function unpricedModels(lists: Lists, options: OptionValues): Promise<PricedModels> {
  const models = namesOf(await callableRoutes(lists, 'all'))
  const tables = priceTablesOf(options)
  const selfUse = options.SelfUseModeEnabled
  const unpriced = models.filter(
    (model) =>
      priceFor({ model, groupRatio: 1, tables, selfUse, acceptsUnset: false }) === undefined,
  )
  return { count: models.length, unpriced }
}
