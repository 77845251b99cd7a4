/** Calls of models as the counts of the running hour have them, without making them. */
import { openDatabase } from '../../db/open'
import { addRollups } from '../../db/tables/rollups'
import type { Console } from './console-fixture'

const HOUR = 3600

/** Model → calls, or calls with what went wrong among them. */
export async function callModels(
  { gateway }: Console,
  models: Readonly<Record<string, number | { readonly calls: number; readonly failed: number }>>,
): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const counts = Object.entries(models).map(([subject, told]) => ({
    ...{ kind: 'model' as const, subject, at: now - (now % HOUR) },
    ...{ refused: 0, quota: 500_000, tokens: 10, latency: [], errors: '' },
    ...(typeof told === 'number' ? { calls: told, failed: 0 } : told),
  }))
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  await db.transaction((trx) => addRollups(trx, counts))
  await db.close()
}
