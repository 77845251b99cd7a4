import { UsageError } from '../../exit'
import { words } from '../../words'

export const MODEL_ARGUMENT = {
  name: 'model',
  summary: 'name of the model, as clients write it',
  completes: 'model',
} as const

/** Of a price change or a review. Throws `UsageError`. */
export function priceNumber(given: string): number {
  if (/^\d{1,12}$/.test(given)) return Number(given)
  throw new UsageError(words`"${given}" is not a number of a list`)
}
