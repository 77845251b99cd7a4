import { LongText } from './LongText'
import './job.css'

interface JobWhyProps {
  readonly title: string
  readonly reason: string
}

/** Below the row of a job that failed. */
export function JobWhy({ title, reason }: JobWhyProps) {
  return (
    <div className="job-why">
      <LongText title={title} content={reason} isFailure />
    </div>
  )
}
