import { useState } from 'react'
import type { ListRangeName } from '../list/ListRange'
import type { JobKind } from './shown-job'
import { useJobActs } from './use-job-acts'
import { useJobQuery } from './use-job-query'
import { useJobView } from './use-job-view'
import { useLive } from './use-live'

/** The state of a page of jobs: filters, how they are shown, and the one that is open. */
export function useJobPage(kind: JobKind, otherwise: ListRangeName) {
  const query = useJobQuery(otherwise)
  const live = useLive()
  const [view, show] = useJobView()
  const [opened, open] = useState<string | undefined>(undefined)
  const acts = useJobActs(kind)
  return { query, live, view, show, opened, open, acts }
}
