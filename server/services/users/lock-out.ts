import { deleteAccessTokens } from '../../../db/tables/access-tokens'
import { removeDevicesOf } from '../../../db/tables/device-logins'
import { endSessionsOf } from '../../../db/tables/users'
import type { Transaction } from '../service-deps'

/**
 * Goes with every new password: whoever knew the old one may have made an access token with
 * it, which must not outlive it either. API keys go on working.
 */
export async function lockOut(trx: Transaction, userId: number): Promise<void> {
  await endSessionsOf(trx, userId)
  await deleteAccessTokens(trx, { userId })
  await removeDevicesOf(trx, userId)
}
