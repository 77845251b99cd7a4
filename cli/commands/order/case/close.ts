import { GatewayError } from '../../../../server/domain/errors/gateway-error'
import { defineCommand } from '../../../command/command'

export const orderCaseClose = defineCommand({
  path: ['order', 'case', 'close'],
  summary: 'close a payment case, with a note of what was done',
  args: [{ name: 'case', summary: 'its id' }],
  flags: { note: { kind: 'text', summary: 'what was done about it' } },
  examples: ['gw order case close 3 --note "paid back by the bank"'],
  json: { id: 'number', reason: 'word', trade_no: 'text' },
  run: async (context, { args, flags: { note } }) => {
    const { payments } = await context.services()
    if (!/^\d{1,15}$/.test(args.case)) throw new GatewayError('payment.case_not_found')
    const id = Number(args.case)
    const { reason, trade_no } = await payments.closeCase(context.actor, { id, note })
    context.output.value(String(id), { id, reason, trade_no })
  },
})
