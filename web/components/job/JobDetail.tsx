import { Button } from '@primer/react'
import type { ReactNode } from 'react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Drawer } from '../overlay/Drawer'
import { CodeBlock } from '../text/CodeBlock'
import { CopyLine } from '../text/CopyLine'
import { JobActionLabel, JobDuration, JobProgress, JobStatus } from './JobLabels'
import { JobMediaView } from './JobMediaView'
import type { ShownJob } from './shown-job'
import type { JobActs } from './use-job-acts'
import '../page/facts.css'
import './gallery.css'

interface JobDetailProps {
  readonly job: ShownJob
  readonly acts: JobActs
  readonly onClose: () => void
  /** As the API has it, where that says more. */
  readonly raw?: object | undefined
  /** What can be made of it. */
  readonly children?: ReactNode
}

/** Everything about one job: what came of it, what it cost, and what can be done about it. */
export function JobDetail({ job, acts, onClose, raw, children }: JobDetailProps) {
  const { text } = useText()
  return (
    <Drawer kind="sheet" title={text('task.whole')} subtitle={job.id} onClose={onClose}>
      {job.media.map((media) => (
        <JobMediaView key={media.url} media={media} name={job.prompt || job.id} />
      ))}
      {job.words !== '' && <p className="inset job-words">{job.words}</p>}
      {job.isOpen && <JobProgress progress={job.progress} isFailed={false} />}
      {children}
      <JobOrders job={job} acts={acts} />
      <JobFacts job={job} />
      <div className="job-addresses">
        {job.media.map(({ url }) => (
          <CopyLine key={url} label={text('drawing.address')} value={url} />
        ))}
      </div>
      {raw && <CodeBlock label={text('task.whole')} code={JSON.stringify(raw, null, 2)} />}
    </Drawer>
  )
}

/** What can be done whatever the job makes. */
function JobOrders({ job, acts }: Pick<JobDetailProps, 'job' | 'acts'>) {
  const { text } = useText()
  return (
    <div className="job-buttons">
      {acts.all
        .filter(({ isFor }) => isFor(job))
        .map(({ name, title, icon, isDanger, act }) => (
          <Button
            key={name}
            variant={isDanger ? 'danger' : 'default'}
            leadingVisual={icon}
            disabled={acts.isBusy}
            onClick={() => void act([job])}
          >
            {text(title)}
          </Button>
        ))}
    </div>
  )
}

function JobFacts({ job }: { readonly job: ShownJob }) {
  const { text } = useText()
  const format = useFormat()
  const facts: readonly (readonly [title: TextKey, value: ReactNode])[] = [
    ['field.drawing.action', <JobActionLabel key="action" action={job.action} />],
    ['field.drawing.status', <JobStatus key="status" of={job.kind} status={job.status} />],
    ['field.drawing.prompt', job.prompt],
    ['field.drawing.prompt_en', job.promptEn === job.prompt ? '' : job.promptEn],
    ['field.drawing.fail_reason', job.failReason],
    ['field.drawing.submit_time', format.time(job.submittedAt)],
    [
      'field.drawing.seconds',
      job.seconds === undefined ? '' : <JobDuration key="seconds" seconds={job.seconds} />,
    ],
    ['field.drawing.quota', format.cost(job.quota)],
    ['field.task.platform', job.platform],
    ['field.drawing.channel_id', job.channelId === 0 ? '' : String(job.channelId)],
    ['field.drawing.user_id', job.channelId === 0 ? '' : String(job.userId)],
  ]
  return (
    <dl className="fact-list inset">
      {facts.map(([title, value]) =>
        value === '' ? null : (
          <div key={title} className="fact">
            <dt>{text(title)}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
      {job.parameters.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
