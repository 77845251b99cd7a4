import type { PriceTables } from '../../domain/prices/lookup'
import { optionValues } from '../options/current'
import { priceTablesOf } from '../pricing/tables'
import type { ServiceDeps } from '../service-deps'

/** The tables in force, as bills are made of them. */
export async function priceTables(deps: ServiceDeps): Promise<PriceTables> {
  return priceTablesOf(await optionValues(deps.db.reader))
}
