import { Label } from '@primer/react'
import { taskResource } from '../../../server/domain/resources/tasks'
import { TASK_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { JobId } from '../../components/job/JobId'
import { JobActionLabel, JobDuration, JobProgress, JobStatus } from '../../components/job/JobLabels'
import { JobMenu } from '../../components/job/JobMenu'
import { JobWhy } from '../../components/job/JobWhy'
import { JOB_PHONE, type JobTableProps, jobSort } from '../../components/job/job-table'
import { LongText } from '../../components/job/LongText'
import { ResourceTable } from '../../components/table/ResourceTable'
import { inputOf, jobOfTask, secondsOf, type Task } from './task-job'

export function TaskTable(props: JobTableProps<Task>) {
  const { rows, error, onRetry, empty, onOpen, query, choice, acts } = props
  const { text } = useText()
  return (
    <ResourceTable
      resource={taskResource}
      rows={rows?.map((task) => ({ ...task, seconds: secondsOf(task), input: inputOf(task) }))}
      nameOf={({ task_id }) => task_id}
      error={error}
      onRetry={onRetry}
      empty={empty}
      selection={choice.selection}
      sort={jobSort(query)}
      phone={{ ...JOB_PHONE, task_id: 'lead', platform: 'out', input: 'plain' }}
      actions={(task) => <JobMenu job={jobOfTask(task)} acts={acts} onOpen={onOpen} />}
      details={({ fail_reason }) =>
        fail_reason === '' ? null : (
          <JobWhy title={text('field.task.fail_reason')} reason={fail_reason} />
        )
      }
      cells={{
        seconds: ({ seconds }) => <JobDuration seconds={seconds} />,
        platform: ({ platform }) => <Label variant="success">{platform}</Label>,
        action: ({ action }) => <JobActionLabel action={action} />,
        task_id: (task) => <JobId job={jobOfTask(task)} onOpen={onOpen} />,
        status: ({ status }) => <JobStatus of="task" status={status} />,
        progress: ({ progress, status }) => (
          <JobProgress progress={progress} isFailed={status === TASK_STATUS.failure} />
        ),
        input: ({ input }) => <LongText title={text('field.task.input')} content={input} />,
        fail_reason: ({ fail_reason }) => (
          <LongText title={text('field.task.fail_reason')} content={fail_reason} isFailure />
        ),
      }}
    />
  )
}
