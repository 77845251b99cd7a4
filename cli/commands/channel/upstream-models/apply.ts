import { FINDING_ACTS } from '../../../../server/services/upstream-models/change'
import { defineCommand } from '../../../command/command'
import { words } from '../../../words'
import { DRY_RUN_FLAG } from '../../careful-flags'
import { FINDINGS_ARGUMENT, findingIds } from './numbers'

export const upstreamModelsApply = defineCommand({
  path: ['channel', 'upstream-models', 'apply'],
  summary: 'add new models, retire those that are gone and map renamed ones, all or none',
  args: [FINDINGS_ARGUMENT],
  flags: {
    as: {
      kind: 'text',
      choices: FINDING_ACTS,
      summary: 'what to do; renamed models can be retired in place of mapped',
    },
    unpriced: {
      kind: 'switch',
      summary: 'also add models without a price; their calls are refused until one is set',
    },
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw channel upstream-models apply all',
    'gw channel upstream-models apply 3,4 --as retire',
  ],
  json: { done: 'number' },
  run: async (context, { args, flags }) => {
    const ids = await findingIds(await context.services(), args.changes)
    const act = FINDING_ACTS.find((name) => name === flags.as)
    const input = { ids, act, accepts_unpriced: flags.unpriced === true }
    const done = await context.attempt({ ...flags, isAtomic: true }, ({ upstreamModels }) =>
      upstreamModels.apply(context.actor, input),
    )
    context.output.value(context.translate(words`changed: ${done}`), { done })
  },
})
