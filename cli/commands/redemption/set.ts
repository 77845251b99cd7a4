import { redemptionFields } from '../../../server/domain/nouns/redemption'
import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { defineCommand } from '../../command/command'
import { nounAliases, nounFlags, nounInput } from '../../command/noun-flags'
import { UsageError } from '../../exit'
import { redemptionId } from './argument'
import { SET_FLAGS } from './flags'
import { REDEMPTION_ARGUMENT, REDEMPTION_VIEW } from './view'

export const redemptionSet = defineCommand({
  path: ['redemption', 'set'],
  summary: 'change an unused code',
  args: [REDEMPTION_ARGUMENT],
  flags: {
    ...nounFlags(redemptionFields, SET_FLAGS),
    enabled: { kind: 'boolean', summary: 'whether it can be redeemed' },
  },
  examples: ['gw redemption set 3 --quota 1000000', 'gw redemption set 3 --enabled false'],
  json: REDEMPTION_VIEW,
  body: nounAliases(redemptionFields, SET_FLAGS),
  run: async (context, { args, flags }) => {
    const { enabled } = flags
    const fields = nounInput(context, flags, { rows: redemptionFields, own: SET_FLAGS })
    if (Object.keys(fields).length === 0 && enabled === undefined) {
      throw new UsageError('nothing to change: give --name, --quota or --enabled')
    }
    const { unused, disabled } = REDEMPTION_STATUS
    const status = enabled === undefined ? undefined : enabled ? unused : disabled
    const id = redemptionId(args.redemption)
    const services = await context.services()
    const input = { ...fields, id, status }
    context.output.one(await services.redemptions.set(context.actor, input), REDEMPTION_VIEW)
  },
})
