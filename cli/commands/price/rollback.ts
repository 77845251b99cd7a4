import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { priceNumber } from './argument'
import { CHANGE_ARGUMENT } from './change-view'

export const priceRollback = defineCommand({
  path: ['price', 'rollback'],
  summary: 'restore the prices from before a change; refused if one has changed since',
  args: [CHANGE_ARGUMENT],
  flags: {
    'skip-changed': { kind: 'switch', summary: 'leave out prices that have changed since' },
    ...YES_FLAG,
    ...DRY_RUN_FLAG,
  },
  examples: ['gw price rollback 12 --dry-run', 'gw price rollback 12 --skip-changed --yes'],
  json: { id: 'number', restored: 'number', skipped: 'json' },
  run: async (context, { args, flags }) => {
    const id = priceNumber(args.change)
    await context.confirm(isAgreed(flags), words`Restore the prices from before change ${id}?`)
    const done = await context.attempt({ ...flags, isAtomic: true }, ({ prices }) =>
      prices.rollBack(context.actor, { id, skipsChanged: flags['skip-changed'] }),
    )
    const text = context.translate(
      words`restored: ${done.restored}; left out: ${done.skipped.length}`,
    )
    context.output.value(text, done)
  },
})
