import {
  compareDatabases,
  type Difference,
  type TableDifference,
} from '../../../db/maintenance/compare'
import { LOG_TYPE } from '../../domain/status'
import { type DatabasePlace, requireFile } from '../database-place'
import { requireBackup } from './verify-backup'

export type TableRows = TableDifference

/** What the present database has and a backup does not. Changes neither. */
export function lostByRestore(place: DatabasePlace, backup: string): Difference {
  const path = requireFile(place, 'pg_restore')
  requireBackup(backup)
  return compareDatabases(path, backup, LOG_TYPE.consumption)
}
