/** What the tables of drawings and of tasks have in common. */
import type { ReactNode } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import { JOB_SORTS } from '../../../server/domain/jobs/job-sorts'
import type { TableSort } from '../table/SortButton'
import type { JobActs } from './use-job-acts'
import type { JobChoice } from './use-job-choice'
import type { JobQuery } from './use-job-query'

export interface JobTableProps<Row> {
  readonly rows: readonly Row[] | undefined
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
  readonly empty?: ReactNode
  /** By the id that clients know. */
  readonly onOpen: (id: string) => void
  readonly query: JobQuery
  readonly choice: JobChoice
  readonly acts: JobActs
}

export function jobSort({ sort, filter }: JobQuery): TableSort {
  return { ...sort, columns: JOB_SORTS, onSort: filter }
}

/** On narrow screens: state and cost in sight, what it is about below. */
export const JOB_PHONE = {
  status: 'side',
  quota: 'plain',
  action: 'plain',
  submit_time: 'plain',
  fail_reason: 'line',
  seconds: 'out',
  channel_id: 'out',
  progress: 'out',
} as const
