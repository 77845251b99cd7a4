import { keepLimitsOf } from '../../../db/tables/limits'
import type { Work } from '../work'
import { groupRatios } from './current'

/** A group is gone once its ratio is: a later one of the same name begins without its limits. */
export async function forgetLostGroups({ trx }: Pick<Work, 'trx'>, option: string): Promise<void> {
  if (option !== 'GroupRatio') return
  await keepLimitsOf(trx, 'group', new Set(Object.keys(await groupRatios(trx))))
}
