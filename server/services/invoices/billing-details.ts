/** Whom the invoices of an account are made out to, as its owner states it. */
import { findBillingDetails, writeBillingDetails } from '../../../db/tables/billing-details'
import { isEmailAddress } from '../../domain/accounts/email-address'
import { GatewayError } from '../../domain/errors/gateway-error'
import { BUYER_LENGTHS, type Buyer } from '../../domain/invoices/parties'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

const NOTHING: Buyer = { name: '', address: '', tax_id: '', email: '' }

/** Fields that are empty are filled on invoices with what is known of the account. */
export async function billingDetails({ db }: ServiceDeps, userId: number): Promise<Buyer> {
  const row = await findBillingDetails(db.reader, userId)
  if (row === undefined) return NOTHING
  const { name, address, tax_id, email } = row
  return { name, address, tax_id, email }
}

/** For invoices from now on. Throws `value.invalid` and `value.too_long`. */
export async function setBillingDetails(
  deps: ServiceDeps,
  actor: Actor,
  details: Buyer,
): Promise<Buyer> {
  const lines = details.address.split('\n').map((line) => visibleLine('address', line.trim()))
  const checked: Buyer = {
    name: visibleLine('name', details.name.trim()),
    address: lines.filter((line) => line !== '').join('\n'),
    tax_id: visibleLine('tax_id', details.tax_id.trim()),
    email: visibleLine('email', details.email.trim()),
  }
  for (const field of ['name', 'address', 'tax_id', 'email'] as const) {
    const max = BUYER_LENGTHS[field]
    if (checked[field].length > max) throw new GatewayError('value.too_long', { field, max })
  }
  if (checked.email !== '' && !isEmailAddress(checked.email)) {
    throw new GatewayError('user.email_invalid')
  }
  return await transact(deps, actor, async (work) => {
    const { id: user_id } = actor
    const before = (await findBillingDetails(work.trx, user_id)) ?? NOTHING
    await writeBillingDetails(work.trx, {
      ...{ user_id, ...checked },
      updated_at: work.clock.nowMs(),
    })
    await recordAudit(work, {
      action: 'invoice.set_details',
      target: `user:${user_id}`,
      before: { tax_id: before.tax_id, name: before.name },
      after: { tax_id: checked.tax_id, name: checked.name },
    })
    return checked
  })
}
