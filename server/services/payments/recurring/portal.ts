import { GatewayError } from '../../../domain/errors/gateway-error'
import { PAYMENT_SERVICE_IDS } from '../../../domain/payments/services'
import { recordAudit } from '../../audit/record'
import { optionValues } from '../../options/current'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import { openAccount, PAYMENT_SERVICES } from '../accounts'
import { withCustomer } from './customers'

/**
 * The address of a page where a user manages cards, receipts and renewals at the payment service.
 * Whoever has it may do so; it is good for a few minutes. Throws `payment.no_portal` where no
 * service that is open has such pages, and `payment.service_failed`.
 */
export async function openPortal(deps: ServiceDeps, actor: Actor, userId: number): Promise<string> {
  const options = await optionValues(deps.db.reader)
  const { ServerAddress, CustomCallbackAddress } = options
  const returnUrl = `${ServerAddress || CustomCallbackAddress}/topup`
  for (const service of PAYMENT_SERVICE_IDS) {
    if (!PAYMENT_SERVICES[service].isOpen(options)) continue
    const { recurring: account } = await openAccount(deps, service, options)
    if (account === undefined) continue
    const at = { service, userId, account }
    const url = await withCustomer(deps, at, (customer) => account.portal({ customer, returnUrl }))
    await transact(deps, actor, (work) =>
      recordAudit(work, { action: 'order.portal', target: `user:${userId}`, after: { service } }),
    )
    return url
  }
  throw new GatewayError('payment.no_portal')
}
