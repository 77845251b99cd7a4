import { defineCommand } from '../../command/command'

export const redemptionRedeem = defineCommand({
  path: ['redemption', 'redeem'],
  summary: 'redeem a code for a user and print the credits or the plan it was worth',
  args: [{ name: 'code', summary: 'the 32 digits; "-" reads stdin' }],
  flags: {
    user: { kind: 'text', required: true, summary: 'who gets the quota, by id or username' },
  },
  examples: [
    'gw redemption redeem 0123456789abcdef0123456789abcdef --user ann',
    'gw redemption create gift --quota 500 --quiet | gw redemption redeem - --user ann',
  ],
  json: { user_id: 'number', quota: 'credits', plan: 'text' },
  run: async (context, { args, flags }) => {
    const code = args.code === '-' ? await context.input() : args.code
    const services = await context.services()
    const { id } = await services.users.show(flags.user)
    const { quota, plan } = await services.redemptions.redeem(context.actor, { userId: id, code })
    context.output.value(plan || String(quota), { user_id: id, quota, plan })
  },
})
