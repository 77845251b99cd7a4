import {
  CheckCircleIcon,
  ClockIcon,
  type Icon,
  ImageIcon,
  PlayIcon,
  UnmuteIcon,
  XCircleIcon,
} from '@primer/octicons-react'
import { isShown } from './JobMediaView'
import type { ShownJob } from './shown-job'
import './gallery.css'

const SYMBOLS: Readonly<Record<'sound' | 'video' | 'picture', Icon>> = {
  sound: UnmuteIcon,
  video: PlayIcon,
  picture: ImageIcon,
}

/** Of a job that has nothing to show: under way, failed, or done without a file. */
function signOf({ isOpen, isFailed }: ShownJob): Icon {
  if (isFailed) return XCircleIcon
  return isOpen ? ClockIcon : CheckCircleIcon
}

interface JobThumbProps {
  readonly job: ShownJob
  /** Within a row. */
  readonly isSmall?: boolean
}

/** The first result small, or what is waited for. */
export function JobThumb({ job, isSmall = false }: JobThumbProps) {
  const [first] = job.media
  const count = job.media.length
  const picture = first?.kind === 'picture' ? first.url : first?.cover
  const Sign = first === undefined ? signOf(job) : SYMBOLS[first.kind]
  if (picture === undefined || !isShown(picture)) {
    if (job.words !== '' && !isSmall) return <span className="job-thumb-text">{job.words}</span>
    return <Sign size={isSmall ? 16 : 32} />
  }
  return (
    <>
      <img src={picture} alt="" loading="lazy" />
      {first?.kind !== 'picture' && !isSmall && (
        <span className="job-thumb-badge">
          <Sign size={16} />
          {count > 1 && ` ${count}`}
        </span>
      )}
    </>
  )
}
