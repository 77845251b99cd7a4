import { defineCommand } from '../../command'
import { UsageError } from '../../exit'
import { REDEMPTION_FIELDS, REDEMPTION_VIEW } from './view'

export const redemptionCreate = defineCommand({
  path: ['redemption', 'create'],
  summary: 'make codes that users redeem for quota',
  args: [
    { name: 'name', summary: 'what the codes are for (default: their worth)', optional: true },
  ],
  flags: {
    name: { kind: 'text', summary: 'the same as the argument' },
    quota: { kind: 'integer', summary: 'credits that each code is worth; has to be given' },
    count: { kind: 'integer', summary: 'how many, at most 100 (default 1)' },
  },
  body: {},
  examples: [
    'gw redemption create spring --quota 500000 --count 20',
    'gw redemption create spring --quota 500000 --quiet > codes.txt',
    `echo '{"name":"spring","quota":500000,"count":20}' | gw redemption create -`,
  ],
  json: REDEMPTION_FIELDS,
  run: async (context, { args, flags: { quota, count, name: named } }) => {
    const name = args.name ?? named ?? ''
    if (quota === undefined) throw new UsageError('give --quota')
    const services = await context.services()
    const made = await services.redemptions.create(context.actor, { name, quota, count })
    context.output.list(made, REDEMPTION_VIEW)
  },
})
