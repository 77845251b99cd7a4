/** Which work some channel type can do; what shows jobs asks here. */
import { CHANNEL_TYPES } from './channel-types'
import { JOB_FAMILY_ROWS, type JobTable } from './jobs/families'
import { familyOf } from './jobs/providers'

function isShownIn(table: JobTable): boolean {
  return CHANNEL_TYPES.some(({ jobs }) =>
    jobs.some((name) => JOB_FAMILY_ROWS[familyOf(name)].table === table),
  )
}

export const SERVES_DRAWINGS = isShownIn('midjourneys')
export const SERVES_TASKS = isShownIn('tasks')
