/** What a call counts as in sums of usage. */
import type { CallFigures } from '../../../domain/ledger/orders'
import type { Bill } from '../../../domain/money/bill'
import { costOf } from '../../../domain/money/list-cost'
import type { Price } from '../../../domain/money/price'
import {
  totalCacheReadTokens,
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
} from '../../../domain/money/usage'

type Origin = Pick<CallFigures, 'group' | 'client' | 'session' | 'tags' | 'isFailed' | 'waitMs'>

export interface FiguredBill {
  readonly bill: Bill
  /** As it was frozen for the call, before a step or tier of it was chosen. */
  readonly price: Price
  readonly costRatio: number | undefined
}

export function figuresOf(origin: Origin, { bill, price, costRatio }: FiguredBill): CallFigures {
  const { usage } = bill
  return {
    group: origin.group,
    client: origin.client,
    session: origin.session,
    tags: origin.tags,
    isFailed: origin.isFailed,
    promptTokens: totalPromptTokens(usage),
    cachedTokens: totalCacheReadTokens(usage),
    cacheWriteTokens: totalCacheWriteTokens(usage),
    completionTokens: totalCompletionTokens(usage),
    cost: costOf(usage, price, costRatio),
    waitMs: origin.waitMs,
  }
}
