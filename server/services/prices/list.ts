import { FIELD_OPTIONS, PRICE_FIELDS, type PriceRow } from '../../domain/prices/price-row'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'

/** Every model that a table of prices has, by name; fields that nothing is set for are left out. */
export async function listPrices(deps: ServiceDeps): Promise<readonly PriceRow[]> {
  const options = await optionValues(deps.db.reader)
  const byModel = new Map<string, Record<string, unknown>>()
  for (const field of PRICE_FIELDS) {
    for (const [model, value] of Object.entries(options[FIELD_OPTIONS[field]])) {
      const price = byModel.get(model) ?? {}
      price[field] = value
      byModel.set(model, price)
    }
  }
  const rows = [...byModel].map(([model, price]) => ({ model, price }))
  return rows.sort((a, b) => (a.model < b.model ? -1 : 1))
}
