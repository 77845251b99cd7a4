import { findUser, updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { ALPHANUMERIC } from '../../random'
import type { ServiceDeps } from '../service-deps'
import { AFF_CODE_LENGTH } from './create'

/** The invite code of a user; imported users get theirs when they first ask. */
export async function affCodeOf(deps: ServiceDeps, userId: number): Promise<string> {
  return await deps.db.transaction(async (trx) => {
    const user = await findUser(trx, userId)
    if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
    if (user.aff_code !== '') return user.aff_code
    const aff_code = deps.random.text(AFF_CODE_LENGTH, ALPHANUMERIC)
    await updateUser(trx, userId, { aff_code })
    return aff_code
  })
}
