import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { defineCommand } from '../../command'
import { UsageError } from '../../exit'
import { redemptionId } from './argument'
import { REDEMPTION_ARGUMENT, REDEMPTION_FIELDS, REDEMPTION_VIEW } from './view'

export const redemptionSet = defineCommand({
  path: ['redemption', 'set'],
  summary: 'change a code that nobody has redeemed yet',
  args: [REDEMPTION_ARGUMENT],
  flags: {
    name: { kind: 'text', summary: 'what it is for' },
    quota: { kind: 'integer', summary: 'credits that it is worth' },
    enabled: { kind: 'boolean', summary: 'whether it can be redeemed' },
  },
  examples: ['gw redemption set 3 --quota 1000000', 'gw redemption set 3 --enabled false'],
  json: REDEMPTION_FIELDS,
  body: {},
  run: async (context, { args, flags }) => {
    const { name, quota, enabled } = flags
    if (name === undefined && quota === undefined && enabled === undefined) {
      throw new UsageError('nothing to change: give --name, --quota or --enabled')
    }
    const { unused, disabled } = REDEMPTION_STATUS
    const status = enabled === undefined ? undefined : enabled ? unused : disabled
    const id = redemptionId(args.redemption)
    const services = await context.services()
    const input = { id, name, quota, status }
    context.output.one(await services.redemptions.set(context.actor, input), REDEMPTION_VIEW)
  },
})
