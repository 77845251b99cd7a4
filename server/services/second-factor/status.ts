import {
  countFactors,
  type FactorCounts,
  recoveryCodesLeft,
  secondFactorsOf,
} from '../../../db/tables/second-factors'
import { isFactorRequired } from '../../domain/accounts/second-factor'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import type { UserView } from '../users/view'

export interface PasskeyView {
  readonly id: number
  readonly name: string
  readonly created_at: number
  readonly last_used_at: number | null
}

export interface FactorStatus {
  readonly hasApp: boolean
  readonly passkeys: readonly PasskeyView[]
  readonly recoveryCodesLeft: number
  readonly isRequired: boolean
  /** `2026-01-31`; "" for at once. */
  readonly requiredFrom: string
}

export async function factorStatus(
  deps: ServiceDeps,
  { id, role }: Pick<UserView, 'id' | 'role'>,
): Promise<FactorStatus> {
  const { reader } = deps.db
  const factors = (await secondFactorsOf(reader, id)).filter(({ active }) => active === 1)
  const options = await optionValues(reader)
  return {
    hasApp: factors.some(({ kind }) => kind === 'totp'),
    passkeys: factors
      .filter(({ kind }) => kind === 'passkey')
      .map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at })),
    recoveryCodesLeft: factors.length === 0 ? 0 : await recoveryCodesLeft(reader, id),
    isRequired: isFactorRequired(options, role),
    requiredFrom: options.SecondFactorRequiredFrom,
  }
}

export async function factorStats(deps: ServiceDeps): Promise<FactorCounts> {
  return await countFactors(deps.db.lists)
}
