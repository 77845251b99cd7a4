import { redemptionFields } from '../../../server/domain/nouns/redemption'
import { defineCommand } from '../../command/command'
import { nounAliases, nounFlags, nounInput } from '../../command/noun-flags'
import { UsageError } from '../../exit'
import { planNamed } from '../plan/named'
import { CREATE_FLAGS } from './flags'
import { REDEMPTION_VIEW } from './view'

export const redemptionCreate = defineCommand({
  path: ['redemption', 'create'],
  summary: 'make codes that users redeem for quota or a plan',
  args: [
    { name: 'name', summary: 'what the codes are for (default: their worth)', optional: true },
  ],
  flags: {
    name: { kind: 'text', summary: 'the same as the argument' },
    ...nounFlags(redemptionFields, CREATE_FLAGS),
    plan: { kind: 'text', summary: 'plan that each code grants instead, by id or name' },
    count: { kind: 'integer', summary: 'how many, at most 100 (default 1)' },
  },
  body: nounAliases(redemptionFields, CREATE_FLAGS),
  examples: [
    'gw redemption create spring --quota 500000 --count 20',
    'gw redemption create spring --quota 500000 --quiet > codes.txt',
    'gw redemption create --plan Pro --count 5 --quiet',
    `echo '{"name":"spring","quota":500000,"count":20}' | gw redemption create -`,
  ],
  json: REDEMPTION_VIEW,
  run: async (context, { args, flags }) => {
    const name = args.name ?? flags.name ?? ''
    const input = nounInput(context, flags, { rows: redemptionFields, own: CREATE_FLAGS })
    const { quota } = input
    if ((quota === undefined) === (flags.plan === undefined)) {
      throw new UsageError('give either --quota or --plan')
    }
    const services = await context.services()
    const plan = flags.plan === undefined ? undefined : await planNamed(services, flags.plan)
    const made = await services.redemptions.create(context.actor, {
      ...input,
      name,
      quota: quota ?? 0,
      plan_id: plan?.id,
      count: flags.count,
    })
    context.output.list(made, REDEMPTION_VIEW)
  },
})
