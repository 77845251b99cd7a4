/** The prices in force as the tables that other gateways of the family read. */
import type { PricingJson, RatioConfigJson } from '../../domain/endpoints/pricing'
import { GatewayError } from '../../domain/errors/gateway-error'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { pricingRow } from './list'

/** Throws `pricing.not_exposed` where the operator keeps them. */
export async function ratioConfig({ db }: ServiceDeps): Promise<RatioConfigJson> {
  const options = await optionValues(db.reader)
  if (!options.ExposeRatioEnabled) throw new GatewayError('pricing.not_exposed')
  const names = new Set([...Object.keys(options.ModelRatio), ...Object.keys(options.ModelPrice)])
  const rows = [...names].map((name) => pricingRow(options, name, []))
  const byCall = rows.filter(({ quota_type }) => quota_type === 1)
  const byTokens = rows.filter(({ quota_type }) => quota_type === 0)
  return {
    model_price: tableOf(byCall, 'model_price'),
    model_ratio: tableOf(byTokens, 'model_ratio'),
    completion_ratio: tableOf(byTokens, 'completion_ratio'),
    cache_ratio: tableOf(byTokens, 'cache_ratio'),
    create_cache_ratio: tableOf(byTokens, 'cache_creation_ratio'),
    audio_ratio: tableOf(byTokens, 'audio_ratio'),
    audio_completion_ratio: tableOf(byTokens, 'audio_completion_ratio'),
    image_ratio: tableOf(byTokens, 'image_ratio'),
  }
}

/** Of the rows that have the field. */
function tableOf(rows: readonly PricingJson[], field: keyof PricingJson): Record<string, number> {
  const entries = rows.map((row) => [row.model_name, row[field]] as const)
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, number] => typeof entry[1] === 'number'),
  )
}
