import { logParts, requireWhole } from '../../../db/log-parts/parts'
import { oldestInParts } from '../../../db/log-parts/sums'
import type { ServiceDeps } from '../service-deps'

/**
 * Epoch seconds of the oldest row; `undefined` where the log is empty. Throws what says that some
 * of the log is missing.
 */
export async function oldestLog({ db }: ServiceDeps): Promise<number | undefined> {
  return await oldestInParts(requireWhole(await logParts(db), {}))
}
