import { defineCommand } from '../../../command/command'
import { words } from '../../../words'
import { DRY_RUN_FLAG } from '../../careful-flags'
import { AT_FLAG, beginOf } from '../at-flag'
import { REVIEWS_ARGUMENT, reviewIds } from './numbers'

export const priceReviewApply = defineCommand({
  path: ['price', 'review', 'apply'],
  summary: 'set prices that wait for review, all of them or none',
  args: [REVIEWS_ARGUMENT],
  flags: { ...AT_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw price review apply 3,4', 'gw price review apply all --at "2026-12-01 00:00"'],
  json: { id: 'number', state: 'word', models: 'number' },
  run: async (context, { args, flags }) => {
    const at = beginOf(flags.at, context.clock)
    const ids = await reviewIds(await context.services(), args.reviews)
    const change = await context.attempt({ ...flags, isAtomic: true }, ({ priceReviews }) =>
      priceReviews.apply(context.actor, { ids, at }),
    )
    context.output.value(String(change.id), change)
    context.output.note(words`price change ${change.id}; "gw price rollback" undoes it`)
  },
})
