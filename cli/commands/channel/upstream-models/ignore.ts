import { defineCommand } from '../../../command/command'
import { words } from '../../../words'
import { DRY_RUN_FLAG } from '../../careful-flags'
import { FINDINGS_ARGUMENT, findingIds } from './numbers'

export const upstreamModelsIgnore = defineCommand({
  path: ['channel', 'upstream-models', 'ignore'],
  summary: 'ignore changes of upstream models until they change again',
  args: [FINDINGS_ARGUMENT],
  flags: {
    undo: { kind: 'switch', summary: 'let ignored ones wait again' },
    ...DRY_RUN_FLAG,
  },
  examples: ['gw channel upstream-models ignore 3', 'gw channel upstream-models ignore all --undo'],
  json: { done: 'number' },
  run: async (context, { args, flags }) => {
    const again = flags.undo === true
    const services = await context.services()
    const ids = await findingIds(services, args.changes, again ? 'ignored' : 'waiting')
    const done = await context.attempt(flags, ({ upstreamModels }) =>
      upstreamModels.ignore(context.actor, { ids, again }),
    )
    const text = again ? words`waiting again: ${done}` : words`ignored: ${done}`
    context.output.value(context.translate(text), { done })
  },
})
