import { useMemo } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { type PricedModel, pricedModelList } from '../../../server/domain/prices/priced-models'
import { refresh, useEndpoint } from '../../api/use-endpoint'

export interface UsedModel extends PricedModel {
  /** Requests of the last day, those that were refused too. */
  readonly calls: number
}

export interface PricedModels {
  /** `undefined` until they are read. */
  readonly models: readonly UsedModel[] | undefined
  readonly rows: readonly PriceRow[]
  /** Models that can be called. */
  readonly served: ReadonlySet<string>
  readonly error: ApiError | undefined
  readonly reload: () => Promise<unknown>
}

/** Models with a price, and those that channels offer without one. */
export function usePricedModels(): PricedModels {
  const prices = useEndpoint('price.list')
  const board = useEndpoint('model.board')
  const served = useMemo(
    () => (board.data ?? []).filter((row) => row.served).map(({ model }) => model),
    [board.data],
  )
  const models = useMemo(() => {
    const calls = new Map(board.data?.map((row) => [row.model, row.calls + row.refused]))
    return (
      prices.data &&
      board.data &&
      pricedModelList(prices.data, served).map((row) => ({
        ...row,
        calls: calls.get(row.model) ?? 0,
      }))
    )
  }, [prices.data, board.data, served])
  return {
    models,
    rows: prices.data ?? [],
    served: useMemo(() => new Set(served), [served]),
    error: prices.error ?? board.error,
    reload: () => Promise.all([prices.reload(), board.reload()]),
  }
}

/** After prices have changed: the settings and the public list show them too. */
export async function refreshPrices(): Promise<void> {
  const nouns = ['price', 'option', 'pricing', 'model', 'overview']
  await Promise.all(nouns.map((noun) => refresh(noun)))
}
