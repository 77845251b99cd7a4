import { insertOrder } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { moneyText } from '../../domain/money/top-up'
import { TOP_UP_STATUS } from '../../domain/status'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { epaySignature } from './epay-signature'
import type { TopUpInput } from './quote'
import { epayAccount, quoteFor } from './shop'

export interface OrderInput extends TopUpInput {
  /** `zfb` or `wx`, as front ends say; the payment service's own names as well. */
  readonly paymentMethod: string
}

export interface SignedForm {
  /** Where a browser posts the fields. */
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

const METHODS: Readonly<Record<string, string>> = {
  zfb: 'alipay',
  alipay: 'alipay',
  wx: 'wxpay',
  wxpay: 'wxpay',
}

/**
 * Notes an order and returns the form that pays it. What it will credit is settled now, so a
 * change of prices cannot touch an order that is being paid.
 */
export async function orderPayment(
  deps: ServiceDeps,
  actor: Actor,
  input: OrderInput,
): Promise<SignedForm> {
  const options = await optionValues(deps.db.reader)
  const account = epayAccount(deps, options)
  const method = Object.hasOwn(METHODS, input.paymentMethod)
    ? METHODS[input.paymentMethod]
    : undefined
  if (method === undefined) {
    throw new GatewayError('payment.method_unknown', { method: input.paymentMethod })
  }
  const callbackAddress = options.CustomCallbackAddress || options.ServerAddress
  // Nobody could tell us that such an order was paid.
  if (callbackAddress === '') {
    throw new GatewayError('payment.closed')
  }
  const quote = await quoteFor(deps.db.reader, options, input)
  const createdAt = nowSeconds(deps.clock)
  const tradeNo = `USR${input.userId}NO${deps.random.text(6, ALPHANUMERIC)}${createdAt}`
  await transact(deps, actor, async (work) => {
    const facts = {
      user_id: input.userId,
      amount: quote.units,
      credits: quote.credits,
      money_cents: quote.moneyCents,
      payment_method: method,
    }
    await insertOrder(work.trx, {
      ...facts,
      trade_no: tradeNo,
      status: TOP_UP_STATUS.pending,
      create_time: createdAt,
      complete_time: 0,
    })
    await recordAudit(work, { action: 'order.create', target: `order:${tradeNo}`, after: facts })
  })
  const fields = {
    pid: account.merchantId,
    type: method,
    out_trade_no: tradeNo,
    notify_url: `${callbackAddress}/api/user/epay/notify`,
    name: `TUC${quote.units}`,
    money: moneyText(quote.moneyCents),
    device: 'pc',
    sign_type: 'MD5',
    return_url: `${options.ServerAddress || callbackAddress}/log`,
  }
  return {
    url: `${account.address}/submit.php`,
    fields: { ...fields, sign: epaySignature(fields, account.key) },
  }
}
