import { useState } from 'react'
import { readStored, store } from '../../app/storage'

export const JOB_VIEWS = ['gallery', 'list'] as const
export type JobView = (typeof JOB_VIEWS)[number]

const STORED_AS = 'job-view'

/** Pictures or rows, as last chosen in this browser. */
export function useJobView(): readonly [view: JobView, show: (view: JobView) => void] {
  const [view, set] = useState<JobView>(
    () => JOB_VIEWS.find((name) => name === readStored(STORED_AS)) ?? 'gallery',
  )
  return [
    view,
    (next) => {
      store(STORED_AS, next)
      set(next)
    },
  ]
}
