import { moneyText, parseMoney } from '../../../server/domain/money/top-up'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { YES_FLAG } from '../careful-flags'
import { ORDER_VIEW } from './view'

export const orderRefund = defineCommand({
  path: ['order', 'refund'],
  summary: 'send money of an order back by its payment service, and take the credits off',
  args: [{ name: 'order', summary: 'its number' }],
  flags: {
    money: { kind: 'text', summary: 'how much, e.g. 7.30; what is left of it when absent' },
    ...YES_FLAG,
  },
  examples: [
    'gw order refund USR7NOa1B2c31712800000 --yes',
    'gw order refund USR7NOa1B2c31712800000 --money 7.30',
  ],
  json: ORDER_VIEW,
  run: async (context, { args: { order }, flags: { money, yes } }) => {
    const { payments } = await context.services()
    const { money_cents, refunded_cents, currency } = await payments.show(order)
    const cents = money === undefined ? money_cents - refunded_cents : parseMoney(money)
    if (cents === undefined) throw new UsageError(words`${money ?? ''} is no amount of money`)
    const sum = `${moneyText(cents)} ${currency}`
    await context.confirm(yes, words`Refund ${sum} of the order ${order}?`)
    const refunded = await payments.refund(context.actor, { tradeNo: order, cents })
    context.output.one(refunded, ORDER_VIEW)
  },
})
