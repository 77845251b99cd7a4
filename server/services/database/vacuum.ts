import { existsSync } from 'node:fs'
import { vacuumInSteps, vacuumWhole } from '../../../db/maintenance/vacuum'
import { isServing } from '../../../db/sqlite/serve-lock'
import { serveLockPath } from '../../configuration'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type DatabasePlace, requireFile, withDatabase } from '../database-place'

export interface VacuumOutcome {
  readonly bytes_before: number
  readonly bytes_after: number
  readonly bytes_freed: number
  /** Of deleted rows, still in the file. */
  readonly bytes_unused: number
}

/** `full` writes the file anew, and nobody can write meanwhile: `db.in_use` while a server runs. */
export async function vacuumDatabase(
  place: DatabasePlace,
  { full }: { readonly full: boolean },
): Promise<VacuumOutcome> {
  const path = requireFile(place, 'vacuumdb')
  if (!existsSync(path)) throw new GatewayError('db.missing', { path })
  if (full && isServing(serveLockPath(path))) throw new GatewayError('db.in_use', { path })
  const vacuum = full ? vacuumWhole : vacuumInSteps
  const { before, after } = await withDatabase([place.databaseUrl], vacuum)
  return {
    bytes_before: before.bytes,
    bytes_after: after.bytes,
    bytes_freed: before.bytes - after.bytes,
    bytes_unused: after.freeBytes,
  }
}
