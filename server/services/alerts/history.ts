import {
  type AlertFiringRow,
  countAlertFirings,
  deleteOldAlertFirings,
  listAlertFirings,
} from '../../../db/tables/alert-states'
import { nowSeconds } from '../../clock'
import { DAY } from '../../domain/logs/rollups'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { requireAlertRule } from './rule-view'

export type AlertFiringView = Omit<AlertFiringRow, 'recovery_notified_at'>

export interface HistoryInput extends PageRequest {
  /** Id or name; of all rules when absent. */
  readonly rule?: string | number | undefined
}

/** Every time that rules fired, newest first. Throws `alert.not_found`. */
export async function alertHistory(
  deps: ServiceDeps,
  input: HistoryInput,
): Promise<Page<AlertFiringView>> {
  const { lists, reader } = deps.db
  const window = pageWindow(input)
  const ruleId =
    input.rule === undefined ? undefined : (await requireAlertRule(reader, input.rule)).id
  const [rows, total] = await Promise.all([
    listAlertFirings(lists, { ruleId }, window),
    countAlertFirings(lists, { ruleId }),
  ])
  const items = rows.map(({ recovery_notified_at: _, ...row }) => row)
  return pageOf(window, items, total)
}

const KEPT_DAYS = 90

export async function purgeAlertHistory(deps: ServiceDeps): Promise<void> {
  const before = nowSeconds(deps.clock) - KEPT_DAYS * DAY
  await transact(deps, SYSTEM_ACTOR, ({ trx }) => deleteOldAlertFirings(trx, before))
}
