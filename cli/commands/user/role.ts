import { ROLE } from '../../../server/domain/roles'
import { UsageError } from '../../exit'

/** By name or number; root is made once, by the first start, and cannot be given. */
export function roleOf(given: string): number {
  if (given === 'user' || given === String(ROLE.user)) return ROLE.user
  if (given === 'admin' || given === String(ROLE.admin)) return ROLE.admin
  throw new UsageError('--role must be user or admin')
}
