import { logParts } from '../../../db/log-parts/parts'
import { oldestInParts } from '../../../db/log-parts/sums'
import type { ServiceDeps } from '../service-deps'

/** Epoch seconds of the oldest row; `undefined` where the log is empty. */
export async function oldestLog({ db }: ServiceDeps): Promise<number | undefined> {
  return await oldestInParts(await logParts(db))
}
