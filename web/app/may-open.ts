import { ROLE } from '../../server/domain/accounts/roles'
import type { Access } from '../../server/domain/endpoints/endpoint'

const LEAST_ROLE: Readonly<Record<Access, number>> = { anonymous: 0, ...ROLE }

/** `undefined` for nobody. */
export function mayOpen(access: Access, role: number | undefined): boolean {
  return (role ?? 0) >= LEAST_ROLE[access]
}
