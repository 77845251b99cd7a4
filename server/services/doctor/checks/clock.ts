import { newestRowMs } from '../../../../db/tables/newest'
import type { Check } from '../check'
import type { Examined } from '../examined'

/** Several nodes on one PostgreSQL database may differ by this much. */
const LARGEST_LEAD_MS = 60_000
const MS_PER_SECOND = 1000

export const clock: Check<Examined> = {
  id: 'clock',
  area: 'machine',
  look: async (patient) => {
    const nowMs = patient.clock.nowMs()
    const leadMs = (await newestRowMs(patient.db.lists)) - nowMs
    const now = `${new Date(nowMs).toISOString().slice(0, 19)}Z`
    if (leadMs <= LARGEST_LEAD_MS) return { status: 'ok', text: 'doctor.clock.ok', params: { now } }
    const params = { now, seconds: Math.round(leadMs / MS_PER_SECOND) }
    return { status: 'fail', text: 'doctor.clock.behind', hint: 'doctor.clock.hint', params }
  },
}
