/** Every payment service, and the operator's account at it. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { isPaymentServiceId, type PaymentServiceId } from '../../domain/payments/services'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { alipay } from './services/alipay'
import { creem } from './services/creem'
import { epay } from './services/epay'
import { paddle } from './services/paddle'
import type { PaymentAccount, PaymentService } from './services/service'
import { stripe } from './services/stripe'
import { webhook } from './services/webhook'
import { wechat } from './services/wechat'

export const PAYMENT_SERVICES: Readonly<Record<PaymentServiceId, PaymentService>> = {
  epay,
  stripe,
  alipay,
  wechat,
  creem,
  paddle,
  webhook,
}

export function takesPayments(options: OptionValues): boolean {
  return Object.values(PAYMENT_SERVICES).some(({ isOpen }) => isOpen(options))
}

/** Throws `payment.closed` unless everything is set that it needs. */
export async function openAccount(
  deps: ServiceDeps,
  id: string,
  options?: OptionValues,
): Promise<PaymentAccount> {
  const values = options ?? (await optionValues(deps.db.reader))
  if (!isPaymentServiceId(id)) throw new GatewayError('payment.closed')
  const service = PAYMENT_SERVICES[id]
  if (!service.isOpen(values)) throw new GatewayError('payment.closed')
  return service.open(deps, values)
}
