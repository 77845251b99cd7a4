/** The accounts of users at payment services; made when one is needed for the first time. */
import {
  findCustomer,
  forgetCustomer,
  keepCustomer,
} from '../../../../db/tables/recurring-payments'
import { findUser } from '../../../../db/tables/users'
import type { PaymentServiceId } from '../../../domain/payments/services'
import { type ServiceDeps, SYSTEM_ACTOR } from '../../service-deps'
import { transact } from '../../work'
import { serviceFailed } from '../services/ask-service'
import type { RecurringAccount } from '../services/service'

export interface CustomerAt {
  readonly service: PaymentServiceId
  readonly userId: number
  readonly account: RecurringAccount
}

/**
 * Does something for a customer. One that the service does not have any more, because somebody has
 * removed it there or the keys are of another account now, is made anew. Throws
 * `payment.service_failed`.
 */
export async function withCustomer<T>(
  deps: ServiceDeps,
  at: CustomerAt,
  run: (customer: string) => Promise<T | undefined>,
): Promise<T> {
  const known = await findCustomer(deps.db.reader, at)
  if (known !== undefined) {
    const done = await run(known)
    if (done !== undefined) return done
    await transact(deps, SYSTEM_ACTOR, ({ trx }) => forgetCustomer(trx, at, known))
  }
  const done = await run(await newCustomer(deps, at))
  if (done === undefined) throw serviceFailed(at.service, 'has no such customer')
  return done
}

async function newCustomer(deps: ServiceDeps, at: CustomerAt): Promise<string> {
  const { userId, account } = at
  const user = await findUser(deps.db.reader, userId)
  const reference = await account.makeCustomer({ userId, email: user?.email ?? '' })
  const nowMs = deps.clock.nowMs()
  return await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    keepCustomer(trx, at, { reference, nowMs }),
  )
}
