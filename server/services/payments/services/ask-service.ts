/** Requests to payment services. A failure is reported without the address, which may hold keys. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { messageOf } from '../../../domain/errors/message'
import { unreachableReason } from '../../../domain/errors/unreachable-reason'
import { translate } from '../../../domain/i18n/translate'
import type { PaymentServiceId } from '../../../domain/payments/services'
import type { CallPaymentService, ServiceDeps } from '../../service-deps'

const LONGEST_REASON = 300

export function serviceFailed(service: PaymentServiceId, reason: string): GatewayError {
  return new GatewayError('payment.service_failed', { service, reason: shortened(reason) })
}

export function refundRefused(service: PaymentServiceId, reason: string): GatewayError {
  return new GatewayError('payment.refund_refused', { service, reason: shortened(reason) })
}

function shortened(reason: string): string {
  return reason.slice(0, LONGEST_REASON)
}

/** Throws `payment.service_failed` when there is no answer. */
export async function askService(
  { callPaymentService }: ServiceDeps,
  service: PaymentServiceId,
  request: Parameters<CallPaymentService>[0],
): ReturnType<CallPaymentService> {
  if (callPaymentService === undefined) throw new Error('nobody can call payment services here')
  try {
    return await callPaymentService(request)
  } catch (cause) {
    const reason =
      cause instanceof GatewayError
        ? messageOf(cause, 'en')
        : translate('en', unreachableReason(cause))
    throw serviceFailed(service, reason)
  }
}

/** The text as JSON; `undefined` for anything else. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
