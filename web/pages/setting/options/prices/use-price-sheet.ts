import { useMemo } from 'react'
import { GatewayError } from '../../../../../server/domain/errors/gateway-error'
import type { PriceTables } from '../../../../../server/domain/prices/lookup'
import {
  PRICE_KEYS,
  PRICE_OPTIONS,
  type PriceChange,
  priceChanges,
  withPrices,
} from '../../../../../server/domain/prices/price-sheet'
import { pricesAsTexts, pricesFromTexts } from '../../../../../server/domain/prices/price-texts'
import type { OptionForm } from '../use-option-form'

export interface PriceSheet {
  /** As they will be when they are saved. */
  readonly tables: PriceTables
  readonly stored: PriceTables
  readonly changes: readonly PriceChange[]
  readonly apply: (changes: readonly PriceChange[]) => void
}

/**
 * The four settings of prices as one sheet. It is typed into the same fields as their JSON, so
 * both show the same; `undefined` while one of them is no JSON.
 */
export function usePriceSheet(form: OptionForm): PriceSheet | undefined {
  const typed = PRICE_KEYS.map(form.valueOf)
  const saved = PRICE_KEYS.map(form.storedOf)
  const tables = useTables(typed)
  const stored = useTables(saved)
  const changes = useMemo(
    () => (tables && stored ? priceChanges(stored, tables) : []),
    [tables, stored],
  )
  if (tables === undefined || stored === undefined) return undefined
  return {
    tables,
    stored,
    changes,
    apply(wanted) {
      const next = pricesAsTexts(withPrices(tables, wanted))
      for (const column of new Set(wanted.map((change) => change.column))) {
        form.edit(PRICE_OPTIONS[column], next[PRICE_OPTIONS[column]])
      }
    },
  }
}

function useTables(texts: readonly string[]): PriceTables | undefined {
  const [ModelPrice = '', ModelRatio = '', CompletionRatio = '', CacheRatio = ''] = texts
  return useMemo(() => {
    try {
      const typed = { ModelPrice, ModelRatio, CompletionRatio, CacheRatio }
      return pricesFromTexts((key) => typed[key])
    } catch (error) {
      if (error instanceof GatewayError) return undefined
      throw error
    }
  }, [ModelPrice, ModelRatio, CompletionRatio, CacheRatio])
}
