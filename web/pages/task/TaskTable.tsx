import { Label } from '@primer/react'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { taskResource } from '../../../server/domain/resources/tasks'
import { TASK_STATUS } from '../../../server/domain/status'
import { CodeBlock } from '../../components/CodeBlock'
import { Drawer } from '../../components/Drawer'
import { JobActionLabel, JobDuration, JobProgress, JobStatus } from '../../components/job/JobLabels'
import { LongText } from '../../components/job/LongText'
import { ResourceTable } from '../../components/ResourceTable'
import { useText } from '../../language'
import { isRecord } from '../../storage'

type Task = DataOf<'task.list'>[number]

interface TaskTableProps {
  readonly tasks: readonly Task[] | undefined
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
  readonly empty?: ReactNode
}

export function TaskTable({ tasks, error, onRetry, empty }: TaskTableProps) {
  const { text } = useText()
  const [shown, show] = useState<Task | undefined>(undefined)
  return (
    <>
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
          task_id: (task) => (
            <button
              type="button"
              className="job-text mono"
              aria-label={text('task.details', { id: task.task_id })}
              onClick={() => show(tasks?.find(({ id }) => id === task.id))}
            >
              {task.task_id}
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
      {shown && (
        <Drawer
          kind="dialog"
          title={text('task.whole')}
          subtitle={shown.task_id}
          onClose={() => show(undefined)}
        >
          <CodeBlock label={text('task.whole')} code={JSON.stringify(shown, null, 2)} />
        </Drawer>
      )}
    </>
  )
}

function secondsOf({ submit_time, finish_time }: Task): number | undefined {
  return finish_time > 0 ? Math.max(0, finish_time - submit_time) : undefined
}

/** What was asked for, of jobs that say so. */
function inputOf({ properties }: Task): string {
  return isRecord(properties) && typeof properties.input === 'string' ? properties.input : ''
}
