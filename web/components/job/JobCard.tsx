import { Checkbox } from '@primer/react'
import type { ReactNode } from 'react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { JobActionLabel, JobProgress, JobStatus } from './JobLabels'
import { JobThumb } from './JobThumb'
import type { ShownJob } from './shown-job'
import './gallery.css'

interface JobCardProps {
  readonly job: ShownJob
  readonly onOpen: () => void
  /** Of jobs that can be chosen for something. */
  readonly isChosen?: boolean | undefined
  readonly onChoose?: (() => void) | undefined
  readonly menu?: ReactNode
}

export function JobCard({ job, onOpen, isChosen, onChoose, menu }: JobCardProps) {
  const { text } = useText()
  const format = useFormat()
  const name = job.prompt || job.id
  return (
    <li className="job-card" data-open={job.isOpen}>
      <button
        type="button"
        className="job-thumb"
        data-empty={job.media.length === 0 && job.words === ''}
        aria-label={text('job.open', { name: name.slice(0, 80) })}
        onClick={onOpen}
      >
        <JobThumb job={job} />
      </button>
      {onChoose !== undefined && (
        <Checkbox
          className="job-choose"
          checked={isChosen === true}
          aria-label={text('ui.select_row', { name: job.id })}
          onChange={onChoose}
        />
      )}
      <div className="job-card-words">
        <div className="job-card-labels">
          <JobActionLabel action={job.action} />
          <JobStatus of={job.kind} status={job.status} />
          {menu}
        </div>
        <p className="job-card-prompt" title={name}>
          {name}
        </p>
        {job.isOpen && <JobProgress progress={job.progress} isFailed={false} />}
        {job.isFailed && <p className="job-card-failure">{job.failReason}</p>}
        <p className="job-card-facts muted">
          <span>{format.time(job.submittedAt)}</span>
          <span className="number">{format.cost(job.quota)}</span>
        </p>
      </div>
    </li>
  )
}
