import { secondFactorsOf } from '../../../db/tables/second-factors'
import { isFactorRequired } from '../../domain/accounts/second-factor'
import { GatewayError } from '../../domain/errors/gateway-error'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import type { UserView } from '../users/view'

export interface Spared {
  readonly kind: 'totp' | 'passkey'
  /** One passkey of several. */
  readonly id?: number | undefined
}

/**
 * Throws `second_factor.none` when there is nothing to take off, `second_factor.required` when
 * it is the last one and the settings ask for one.
 */
export async function requireSpare(
  deps: ServiceDeps,
  user: Pick<UserView, 'id' | 'role'>,
  { kind, id }: Spared,
): Promise<void> {
  const factors = await secondFactorsOf(deps.db.reader, user.id)
  const active = factors.filter((factor) => factor.active === 1)
  const gone = active.filter(
    (factor) => factor.kind === kind && (id === undefined || factor.id === id),
  )
  if (gone.length === 0) {
    throw new GatewayError(kind === 'totp' ? 'second_factor.none' : 'passkey.not_found')
  }
  const isLast = gone.length === active.length
  if (isLast && isFactorRequired(await optionValues(deps.db.reader), user.role)) {
    throw new GatewayError('second_factor.required')
  }
}
