import { defineList } from '../../command/list-command'
import { ORDER_VIEW } from './view'

export const orderList = defineList({
  path: ['order', 'list'],
  summary: 'list top-up orders, newest first',
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    status: { kind: 'text', summary: 'only orders of this status, e.g. success' },
  },
  examples: ['gw order list --user ann', 'gw order list --status pending --json'],
  view: ORDER_VIEW,
  indexed: { user_id: 'user', status: 'status' },
  rows: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const filter = { userId: owner?.id, status: flags.status }
    return (page) => services.payments.list({ ...filter, ...page })
  },
})
