import { SkeletonBox } from '@primer/react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useText } from '../../app/language'
import { LoadFailure } from '../page/LoadFailure'
import { JobCard } from './JobCard'
import type { ShownJob } from './shown-job'
import type { JobChoice } from './use-job-choice'
import './gallery.css'

interface JobGalleryProps {
  readonly jobs: readonly ShownJob[] | undefined
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
  readonly onOpen: (job: ShownJob) => void
  readonly empty: ReactNode
  readonly choice?: JobChoice | undefined
}

const WAITING = ['a', 'b', 'c', 'd', 'e', 'f']

/** The same jobs as in the list, as what came of them. */
export function JobGallery({ jobs, error, onRetry, onOpen, empty, choice }: JobGalleryProps) {
  const { text } = useText()
  if (error !== undefined && jobs === undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={() => onRetry()} />
  }
  if (jobs?.length === 0) return <div className="table-frame">{empty}</div>
  return (
    <ul className="job-gallery" aria-label={text('job.gallery')} aria-busy={jobs === undefined}>
      {jobs === undefined &&
        WAITING.map((key) => (
          <li key={key} className="job-card">
            <SkeletonBox height="220px" width="100%" />
          </li>
        ))}
      {jobs?.map((job) => (
        <JobCard
          key={job.key}
          job={job}
          onOpen={() => onOpen(job)}
          {...(choice && {
            isChosen: choice.selection.ids.has(job.key),
            onChoose: () => choice.toggle(job),
          })}
        />
      ))}
    </ul>
  )
}
