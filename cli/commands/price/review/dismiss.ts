import { defineCommand } from '../../../command/command'
import { words } from '../../../words'
import { DRY_RUN_FLAG } from '../../careful-flags'
import { REVIEWS_ARGUMENT, reviewIds } from './numbers'

export const priceReviewDismiss = defineCommand({
  path: ['price', 'review', 'dismiss'],
  summary: 'drop prices that wait for review, until their source says something else',
  args: [REVIEWS_ARGUMENT],
  flags: DRY_RUN_FLAG,
  examples: ['gw price review dismiss 3', 'gw price review dismiss all'],
  json: { dismissed: 'number' },
  run: async (context, { args, flags }) => {
    const ids = await reviewIds(await context.services(), args.reviews)
    await context.attempt(flags, ({ priceReviews }) => priceReviews.dismiss(context.actor, { ids }))
    const text = context.translate(words`dismissed: ${ids.length}`)
    context.output.value(text, { dismissed: ids.length })
  },
})
