import { defineList } from '../../../command/list-command'
import { moveRows, REVIEW_VIEW } from '../moves'

export const priceReviewList = defineList({
  path: ['price', 'review', 'list'],
  summary: 'list prices of sources that wait for review',
  examples: ['gw price review list', 'gw price review list --filter reasons~rise'],
  view: REVIEW_VIEW,
  rows: async (context) => {
    const { priceReviews } = await context.services()
    const reviews = await priceReviews.list()
    return reviews.flatMap((row) =>
      moveRows(row, { source: row.source, state: 'review', review: row.id }),
    )
  },
})
