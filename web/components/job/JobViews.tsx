import type { ReactNode } from 'react'
import type { Loaded } from '../../api/use-endpoint'
import { Pager } from '../list/Pager'
import { JobGallery } from './JobGallery'
import type { ShownJob } from './shown-job'
import type { JobChoice } from './use-job-choice'
import type { JobQuery } from './use-job-query'
import type { JobView } from './use-job-view'

interface JobViewsProps {
  readonly view: JobView
  readonly query: JobQuery
  readonly list: Pick<Loaded<unknown>, 'error' | 'reload'>
  readonly total: number
  readonly jobs: readonly ShownJob[] | undefined
  readonly onOpen: (id: string) => void
  readonly empty: ReactNode
  readonly choice: JobChoice
  /** The same jobs as rows. */
  readonly table: ReactNode
}

/** A page of jobs, as what came of them or as rows. */
export function JobViews(props: JobViewsProps) {
  const { view, query, list, total, jobs, onOpen, empty, choice, table } = props
  return (
    <>
      {view === 'list' ? (
        table
      ) : (
        <JobGallery
          jobs={jobs}
          error={list.error}
          onRetry={list.reload}
          onOpen={({ id }) => onOpen(id)}
          empty={empty}
          choice={choice}
        />
      )}
      <Pager
        page={query.page}
        pageSize={query.pageSize}
        total={total}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}
