import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import type { EpayFields } from './epay-signature'
import { settlePayment } from './settle'

/** Anybody can cause these, so they leave no trace that would fill the audit log. */
const UNSIGNED: ReadonlySet<string> = new Set(['payment.signature_invalid', 'payment.closed'])

/**
 * Whether the payment service may stop repeating a notice. It understands one word only; a
 * signed notice that fits no order is put on record, because money may be missing.
 */
export async function receiveNotice(
  deps: ServiceDeps,
  actor: Actor,
  notice: EpayFields,
): Promise<boolean> {
  try {
    await settlePayment(deps, actor, notice)
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (!UNSIGNED.has(error.id)) {
      await recordRefusal(deps, actor, { notice, reason: error.id })
    }
    return false
  }
}

interface Refusal {
  readonly notice: EpayFields
  readonly reason: string
}

async function recordRefusal(
  deps: ServiceDeps,
  actor: Actor,
  { notice, reason }: Refusal,
): Promise<void> {
  const { out_trade_no: order = '', pid = '', money = '', trade_status = '' } = notice
  await transact(deps, actor, async (work) => {
    await recordAudit(work, {
      action: 'order.refuse',
      target: `order:${order}`,
      after: { reason, pid, money, trade_status },
    })
  })
}
