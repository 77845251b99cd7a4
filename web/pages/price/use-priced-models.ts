import { useMemo } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { type PricedModel, pricedModelList } from '../../../server/domain/prices/priced-models'
import { refresh, useEndpoint } from '../../api/use-endpoint'

export interface PricedModels {
  /** `undefined` until they are read. */
  readonly models: readonly PricedModel[] | undefined
  readonly rows: readonly PriceRow[]
  readonly error: ApiError | undefined
  readonly reload: () => Promise<unknown>
}

/** Models with a price, and those that channels offer without one. */
export function usePricedModels(): PricedModels {
  const prices = useEndpoint('price.list')
  const offered = useEndpoint('model.enabled')
  const models = useMemo(
    () => prices.data && offered.data && pricedModelList(prices.data, offered.data),
    [prices.data, offered.data],
  )
  return {
    models,
    rows: prices.data ?? [],
    error: prices.error ?? offered.error,
    reload: () => Promise.all([prices.reload(), offered.reload()]),
  }
}

/** After prices have changed: the settings and the public list show them too. */
export async function refreshPrices(): Promise<void> {
  await Promise.all([refresh('price'), refresh('option'), refresh('pricing')])
}
