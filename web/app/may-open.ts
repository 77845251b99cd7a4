import type { MemberAccess } from '../../server/domain/accounts/membership'
import { ROLE } from '../../server/domain/accounts/roles'
import type { Access } from '../../server/domain/endpoints/endpoint'
import { actingFor } from './session'

const LEAST_ROLE: Readonly<Record<Access, number>> = { anonymous: 0, ...ROLE }

/**
 * Which members may open a page for an organisation: all, or those who see more than the tokens
 * that they hold. Pages without it are for people.
 */
export type OrganisationAccess = Extract<MemberAccess, 'any' | 'read'>

interface Guarded {
  readonly access: Access
  readonly organisation?: OrganisationAccess
}

/** Of a page, for the account that is shown. */
export function mayOpenPage({ access, organisation }: Guarded, role: number | undefined): boolean {
  const acting = actingFor()
  if (!mayOpen(access, role)) return false
  if (acting === undefined || access === 'anonymous') return true
  // The table of what members may do is too heavy for every page.
  return organisation === 'any' || (organisation === 'read' && acting.role !== 'member')
}

/** `undefined` for nobody. */
export function mayOpen(access: Access, role: number | undefined): boolean {
  return (role ?? 0) >= LEAST_ROLE[access]
}
