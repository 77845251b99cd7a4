import { logParts } from '../../../../db/log-parts/parts'
import type { Check, Finding } from '../check'
import type { Examined } from '../examined'

/** Whether ClickHouse answers, where the log is copied to it or read there. */
export const logStoreAnswers: Check<Pick<Examined, 'db'>> = {
  id: 'log-store',
  area: 'database',
  look: async ({ db }): Promise<Finding | readonly Finding[]> => {
    const { away } = await logParts(db)
    const { logStore } = db
    if (logStore === undefined && away === undefined) return []
    const reason = logStore === undefined ? 'GW_CLICKHOUSE_URL' : await logStore.failure()
    if (reason !== undefined) {
      return {
        status: away === undefined ? 'warn' : 'fail',
        text: 'doctor.log_store.unreachable',
        hint: 'doctor.log_store.hint',
        params: { reason },
      }
    }
    if (away === undefined) return { status: 'ok', text: 'doctor.log_store.copied' }
    const before = new Date(away.before * 1000).toISOString().slice(0, 10)
    return { status: 'ok', text: 'doctor.log_store.ok', params: { before } }
  },
}
