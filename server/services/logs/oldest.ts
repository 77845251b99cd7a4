import { oldestLogSeconds } from '../../../db/tables/logs'
import type { ServiceDeps } from '../service-deps'

/** Epoch seconds of the oldest row; `undefined` where the log is empty. */
export async function oldestLog({ db }: ServiceDeps): Promise<number | undefined> {
  return await oldestLogSeconds(db.lists)
}
