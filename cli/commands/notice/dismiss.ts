import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { defineCommand } from '../../command/command'

export const noticeDismiss = defineCommand({
  path: ['notice', 'dismiss'],
  summary: 'let a notice that failed or was given up rest: it is not tried again by itself',
  args: [{ name: 'notice', summary: 'id of "notice list"' }],
  examples: ['gw notice dismiss 12'],
  json: { id: 'number' },
  run: async (context, { args: { notice } }) => {
    if (!/^\d{1,15}$/.test(notice)) throw new GatewayError('notice.not_found', { id: notice })
    const { notifications } = await context.services()
    const dismissed = await notifications.dismiss(context.actor, Number(notice))
    context.output.value('dismissed', { ...dismissed })
  },
})
