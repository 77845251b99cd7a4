import type { LogJson } from '../../../server/domain/endpoints/log'
import { detailsOf } from '../../../server/domain/log-details'
import { useText } from '../../language'

/** The text of a row; that of a price is told anew, because it was written in one language. */
export function useContentOf(log: LogJson): string {
  const { text } = useText()
  const { bill, error } = detailsOf(log)
  if (bill === undefined || error !== '') return log.content
  const { price } = bill
  return price.mode === 'per-call'
    ? text('log.price', { price: price.modelPrice, group: price.groupRatio })
    : text('log.ratio', {
        model: price.modelRatio,
        completion: price.completionRatio,
        group: price.groupRatio,
      })
}
