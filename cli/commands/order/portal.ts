import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from '../user/argument'

export const orderPortal = defineCommand({
  path: ['order', 'portal'],
  summary: 'print the address where a user manages cards, receipts and renewals at Stripe',
  args: [USER_ARGUMENT],
  examples: ['gw order portal ann'],
  json: { user_id: 'number', url: 'text' },
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    const url = await services.payments.portal(context.actor, id)
    context.output.value(url, { user_id: id, url })
  },
})
