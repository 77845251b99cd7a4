import type { Services } from '../../../../server/services/create-services'
import { UsageError } from '../../../exit'
import { priceNumber } from '../argument'

export const REVIEWS_ARGUMENT = {
  name: 'reviews',
  summary: 'numbers of "gw price review list", with commas between them, or all',
} as const

export async function reviewIds(
  { priceReviews }: Services,
  given: string,
): Promise<readonly number[]> {
  if (given !== 'all') return given.split(',').map((text) => priceNumber(text.trim()))
  const ids = (await priceReviews.list()).map(({ id }) => id)
  if (ids.length === 0) throw new UsageError('no prices wait for review')
  return ids
}
