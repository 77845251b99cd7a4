import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { defineCommand } from '../../command/command'

export const noticeRetry = defineCommand({
  path: ['notice', 'retry'],
  summary: 'send a notice that failed or was given up once more, now',
  args: [{ name: 'notice', summary: 'id of "notice list"' }],
  examples: ['gw notice retry 12'],
  json: { id: 'number', way: 'text' },
  run: async (context, { args: { notice } }) => {
    if (!/^\d{1,15}$/.test(notice)) throw new GatewayError('notice.not_found', { id: notice })
    const { notifications } = await context.services()
    const retried = await notifications.retry(context.actor, Number(notice))
    context.output.value(`sent by ${retried.way}`, { ...retried })
  },
})
