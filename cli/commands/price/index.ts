/** Commands about prices, in the order of help. */
import type { Command } from '../../command/command'
import { priceCancel } from './cancel'
import { priceChanges } from './changes'
import { priceDiff } from './diff'
import { priceFetch } from './fetch'
import { priceHistory } from './history'
import { priceImport } from './import'
import { priceList } from './list'
import { priceReviewApply } from './review/apply'
import { priceReviewDismiss } from './review/dismiss'
import { priceReviewList } from './review/list'
import { priceRollback } from './rollback'
import { priceSet } from './set'
import { priceShow } from './show'
import { priceSourceAdd } from './source/add'
import { priceSourceDelete } from './source/delete'
import { priceSourceList } from './source/list'
import { priceSourceSet } from './source/set'
import { priceUnits } from './units'

export const priceCommands: readonly Command[] = [
  priceList,
  priceShow,
  priceUnits,
  priceSet,
  priceImport,
  priceDiff,
  priceHistory,
  priceFetch,
  priceSourceList,
  priceSourceAdd,
  priceSourceSet,
  priceSourceDelete,
  priceReviewList,
  priceReviewApply,
  priceReviewDismiss,
  priceChanges,
  priceRollback,
  priceCancel,
]
