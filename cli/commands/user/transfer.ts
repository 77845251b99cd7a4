import { defineCommand } from '../../command/command'
import { DRY_RUN_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from './argument'
import { INVITE_VIEW } from './invite'

export const userTransfer = defineCommand({
  path: ['user', 'transfer'],
  summary: 'move what invitations earned a user into the balance',
  args: [USER_ARGUMENT],
  flags: {
    amount: { kind: 'integer', required: true, summary: 'credits, at least one dollar of them' },
    ...DRY_RUN_FLAG,
  },
  examples: ['gw user transfer ann --amount 500000'],
  json: INVITE_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    const user = await context.attempt(flags, async ({ accounts, users }) => {
      // The earnings are moved by their owner; the record names the person at the shell.
      await accounts.transferEarnings({ ...context.actor, id }, flags.amount)
      return await users.show(id)
    })
    context.output.one(user, INVITE_VIEW)
  },
})
