import {
  CheckCircleIcon,
  ClockIcon,
  type Icon,
  ImageIcon,
  PlayIcon,
  UnmuteIcon,
  XCircleIcon,
} from '@primer/octicons-react'
import { Checkbox } from '@primer/react'
import type { ReactNode } from 'react'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { JobActionLabel, JobProgress, JobStatus } from './JobLabels'
import { isShown } from './JobMediaView'
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

const SYMBOLS: Readonly<Record<'sound' | 'video' | 'picture', Icon>> = {
  sound: UnmuteIcon,
  video: PlayIcon,
  picture: ImageIcon,
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
        aria-label={text('job.open', { name: name.slice(0, 80) })}
        onClick={onOpen}
      >
        <Thumb job={job} />
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

/** Of a job that has nothing to show: under way, failed, or done without a file. */
function signOf({ isOpen, isFailed }: ShownJob): Icon {
  if (isFailed) return XCircleIcon
  return isOpen ? ClockIcon : CheckCircleIcon
}

/** The first result small, or what is waited for. */
function Thumb({ job }: { readonly job: ShownJob }) {
  const [first] = job.media
  const count = job.media.length
  const picture = first?.kind === 'picture' ? first.url : first?.cover
  const Sign = first === undefined ? signOf(job) : SYMBOLS[first.kind]
  if (picture === undefined || !isShown(picture)) {
    if (job.words !== '') return <span className="job-thumb-text">{job.words}</span>
    return <Sign size={32} />
  }
  return (
    <>
      <img src={picture} alt="" loading="lazy" />
      {first?.kind !== 'picture' && (
        <span className="job-thumb-badge">
          <Sign size={16} />
          {count > 1 && ` ${count}`}
        </span>
      )}
    </>
  )
}
