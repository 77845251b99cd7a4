import type { Language } from '../../domain/i18n/translate'
import { type CheckRow, runChecks } from './check'
import { foreignKeys, integrity, orphans } from './checks/damage'
import { ledger } from './checks/ledger'
import { migrations } from './checks/migrations'
import { sealed } from './checks/sealed'
import { space } from './checks/space'
import type { Stored } from './stored'

/** Questions to the file that hold for every schema. */
const FILE_CHECKS = [integrity, migrations]
/** Questions to tables and columns as this program knows them. */
const ROW_CHECKS = [foreignKeys, orphans, ledger, sealed, space]

/** Everything `gw db check` reports. What needs tables that are not there yet is skipped. */
export async function inspectStored(stored: Stored, language: Language): Promise<CheckRow[]> {
  const rows = await runChecks(FILE_CHECKS, stored, language)

  if (rows.some(({ status }) => status !== 'ok')) return rows
  return [...rows, ...(await runChecks(ROW_CHECKS, stored, language))]
}
