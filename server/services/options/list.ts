import { allOptions } from '../../../db/tables/options'
import { OPTION_KEYS, parseOptions } from '../../domain/options'
import type { ServiceDeps } from '../service-deps'
import { type OptionView, toOptionView } from './view'

/** Every known option, saved or not; secrets without their values. */
export async function listOptions(deps: ServiceDeps): Promise<OptionView[]> {
  const rows = await allOptions(deps.db.reader)
  const { values } = parseOptions(rows)
  const stored = new Map(rows.map((row) => [row.key, row]))
  return OPTION_KEYS.map((key) => toOptionView(key, values, stored.get(key)))
}
