/** Who has to have a second factor, by the settings. */
import type { OptionValues } from '../options'
import { ROLE } from './roles'

type Policy = Pick<OptionValues, 'SecondFactorRequired' | 'SecondFactorRequiredFrom'>

const LEAST_ROLE: Readonly<Record<string, number>> = {
  root: ROLE.root,
  admin: ROLE.admin,
  all: ROLE.user,
}

export function isFactorRequired({ SecondFactorRequired }: Policy, role: number): boolean {
  return role >= (LEAST_ROLE[SecondFactorRequired] ?? Number.POSITIVE_INFINITY)
}

/** Whether whoever has none may do nothing but add one. */
export function isFactorOverdue(policy: Policy, role: number, nowMs: number): boolean {
  const { SecondFactorRequiredFrom: from } = policy
  return isFactorRequired(policy, role) && (from === '' || nowMs >= Date.parse(from))
}
