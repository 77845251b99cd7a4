import { Label } from '@primer/react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import { taskResource } from '../../../server/domain/resources/tasks'
import { TASK_STATUS } from '../../../server/domain/status'
import { JobActionLabel, JobDuration, JobProgress, JobStatus } from '../../components/job/JobLabels'
import { LongText } from '../../components/job/LongText'
import { ResourceTable } from '../../components/ResourceTable'
import { useText } from '../../language'
import { inputOf, secondsOf, type Task } from './task-job'

interface TaskTableProps {
  readonly tasks: readonly Task[] | undefined
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
  readonly empty?: ReactNode
  /** By the id that clients know. */
  readonly onOpen: (id: string) => void
}

export function TaskTable({ tasks, error, onRetry, empty, onOpen }: TaskTableProps) {
  const { text } = useText()
  return (
    <ResourceTable
      resource={taskResource}
      rows={tasks?.map((task) => ({ ...task, seconds: secondsOf(task), input: inputOf(task) }))}
      nameOf={({ task_id }) => task_id}
      error={error}
      onRetry={onRetry}
      empty={empty}
      cells={{
        seconds: ({ seconds }) => <JobDuration seconds={seconds} />,
        platform: ({ platform }) => <Label variant="success">{platform}</Label>,
        action: ({ action }) => <JobActionLabel action={action} />,
        task_id: ({ task_id }) => (
          <button
            type="button"
            className="job-text mono"
            aria-label={text('task.details', { id: task_id })}
            onClick={() => onOpen(task_id)}
          >
            {task_id}
          </button>
        ),
        status: ({ status }) => <JobStatus of="task" status={status} />,
        progress: ({ progress, status }) => (
          <JobProgress progress={progress} isFailed={status === TASK_STATUS.failure} />
        ),
        input: ({ input }) => <LongText title={text('field.task.input')} content={input} />,
        fail_reason: ({ fail_reason }) => (
          <LongText title={text('field.task.fail_reason')} content={fail_reason} />
        ),
      }}
    />
  )
}
