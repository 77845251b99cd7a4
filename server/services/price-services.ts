/** Prices, where they are read from, and what waits for a person. */
import type { Bind } from './bind'
import { applyPrices } from './prices/apply'
import { cancelPrices, listChanges, rollBackPrices } from './prices/changes'
import { priceHistory } from './prices/history'
import { listPrices } from './prices/list'
import { resetPrices } from './prices/reset'
import { setPrices } from './prices/set'
import {
  changePriceSource,
  createPriceSource,
  listPriceSources,
  removePriceSource,
  showPriceSource,
} from './prices/sources/keep'
import { previewPrices } from './prices/sources/preview'
import { refreshPrices } from './prices/sources/refresh'
import { applyReviews, dismissReviews, listPriceReviews } from './prices/sources/reviews'
import { takePrices } from './prices/sources/take'
import { priceTables } from './prices/tables'

export function priceServices(bound: Bind) {
  return {
    prices: {
      list: bound(listPrices),
      tables: bound(priceTables),
      history: bound(priceHistory),
      set: bound(setPrices),
      reset: bound(resetPrices),
      apply: bound(applyPrices),
      changes: bound(listChanges),
      rollBack: bound(rollBackPrices),
      cancel: bound(cancelPrices),
      preview: bound(previewPrices),
      take: bound(takePrices),
      refresh: bound(refreshPrices),
    },
    priceSources: {
      list: bound(listPriceSources),
      show: bound(showPriceSource),
      create: bound(createPriceSource),
      change: bound(changePriceSource),
      remove: bound(removePriceSource),
    },
    priceReviews: {
      list: bound(listPriceReviews),
      apply: bound(applyReviews),
      dismiss: bound(dismissReviews),
    },
  } as const
}
