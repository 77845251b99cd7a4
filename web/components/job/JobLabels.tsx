import { Label, ProgressBar } from '@primer/react'
import {
  DRAWING_SUBMIT_CODE,
  drawingStatus,
  statusName,
  taskStatus,
} from '../../../server/domain/status'
import { useText } from '../../app/language'
import { Dash } from '../table/Cell'
import { isAction, STATUS_TONES } from './job-states'
import './job.css'

const TABLES = { drawing: drawingStatus, task: taskStatus } as const

interface JobStatusProps {
  readonly of: keyof typeof TABLES
  readonly status: string
}

/** Values that nobody knows are shown as they are. */
export function JobStatus({ of, status }: JobStatusProps) {
  const { text } = useText()
  const name = of === 'task' ? statusName(taskStatus, status) : statusName(drawingStatus, status)
  if (name === undefined) return <Label variant="secondary">{status}</Label>
  return (
    <Label variant={STATUS_TONES[name]} className="state-label">
      {text(`job_status.${name}`)}
    </Label>
  )
}

export function JobActionLabel({ action }: { readonly action: string }) {
  const { text } = useText()
  if (!isAction(action)) return <Label variant="secondary">{action}</Label>
  return (
    <Label variant="secondary" className="state-label">
      {text(`job_action.${action}`)}
    </Label>
  )
}

const CODE_TONES = {
  submitted: 'secondary',
  waiting: 'secondary',
  duplicate: 'attention',
  not_submitted: 'danger',
} as const

/** What the upstream made of the order. */
export function SubmitCode({ code }: { readonly code: number }) {
  const { text } = useText()
  const names = Object.keys(CODE_TONES) as (keyof typeof CODE_TONES)[]
  const name = names.find((one) => DRAWING_SUBMIT_CODE[one] === code)
  if (name === undefined) return <Label variant="secondary">{code}</Label>
  return (
    <Label variant={CODE_TONES[name]} className="state-label">
      {text(`job_code.${name}`)}
    </Label>
  )
}

/** Seconds between submission and end; a dash while there is no end. */
export function JobDuration({ seconds }: { readonly seconds: number | undefined }) {
  const { text } = useText()
  if (seconds === undefined) return <Dash />
  return <span className="number">{text('ui.seconds', { count: seconds.toFixed(1) })}</span>
}

interface JobProgressProps {
  /** "50%". */
  readonly progress: string
  readonly isFailed: boolean
}

export function JobProgress({ progress, isFailed }: JobProgressProps) {
  const { text } = useText()
  const percent = Math.min(100, Math.max(0, Number.parseInt(progress, 10) || 0))
  return (
    <span className="job-progress">
      <ProgressBar
        inline
        barSize="small"
        progress={percent}
        bg={isFailed ? 'danger.emphasis' : 'success.emphasis'}
        aria-label={text('job.progress')}
      />
      <span className="number">{`${percent}%`}</span>
    </span>
  )
}
