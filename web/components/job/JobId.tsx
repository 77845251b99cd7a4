import { useText } from '../../app/language'
import { JobThumb } from './JobThumb'
import type { ShownJob } from './shown-job'
import './gallery.css'
import './job.css'

interface JobIdProps {
  readonly job: ShownJob
  readonly onOpen: (id: string) => void
}

/** Names a job in a row, with the beginning of what came of it; opens the full text. */
export function JobId({ job, onOpen }: JobIdProps) {
  const { text } = useText()
  const { id } = job
  return (
    <button
      type="button"
      className="job-id"
      aria-label={text('task.details', { id })}
      onClick={() => onOpen(id)}
    >
      <span className="job-mini" data-failed={job.isFailed}>
        <JobThumb job={job} isSmall />
      </span>
      <span className="job-text mono">{id}</span>
    </button>
  )
}
