import { TasklistIcon } from '@primer/octicons-react'
import { Select } from '@primer/react'
import { useState } from 'react'
import { taskResource } from '../../../server/domain/resources/tasks'
import { TASK_ACTIONS, TASK_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { JobFilters } from '../../components/job/JobFilters'
import { type JobQuery, useJobQuery } from '../../components/job/use-job-query'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { SwitchField } from '../../components/SwitchField'
import { useText } from '../../language'
import { TaskTable } from './TaskTable'

/** Today is shown at first. */
const DAYS_BACK = 0
/** Milliseconds between two readings while the list is live. */
const LIVE_EVERY_MS = 5000

export default function TaskPage() {
  const { text } = useText()
  const query = useJobQuery(DAYS_BACK)
  const [isLive, live] = useState(false)
  const { filters, isForAll } = query
  const list = useEndpoint(
    isForAll ? 'task.list' : 'task.list_own',
    {
      query: {
        ...query.window,
        task_id: filters.job,
        action: filters.action,
        status: filters.status,
        channel_id: isForAll ? query.channelId : undefined,
        start_timestamp: query.from,
        end_timestamp: query.to,
      },
    },
    { everyMs: isLive ? LIVE_EVERY_MS : 0 },
  )
  return (
    <>
      <PageHeader title={text('nav.task')} description={text('task.description')}>
        <SwitchField label={text('log.live')} isOn={isLive} onChange={live} />
      </PageHeader>
      <JobFilters query={query} resource={taskResource}>
        <TaskFilters query={query} />
      </JobFilters>
      <TaskTable
        tasks={list.data}
        error={list.error}
        onRetry={list.reload}
        {...(!query.isFiltered && {
          empty: (
            <Blank
              icon={TasklistIcon}
              title={text('task.empty')}
              message={text('task.empty_text')}
            />
          ),
        })}
      />
      <Pager
        page={query.page}
        pageSize={query.pageSize}
        total={list.answer?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}

/** Tasks that are just being submitted have no status to ask for. */
const STATUSES = (Object.keys(TASK_STATUS) as (keyof typeof TASK_STATUS)[]).filter(
  (name) => name !== 'none',
)

function TaskFilters({ query }: { readonly query: JobQuery }) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <>
      <Select
        aria-label={text('field.task.action')}
        value={filters.action}
        onChange={({ target }) => filter({ action: target.value })}
      >
        <Select.Option value="">{text('task.all_actions')}</Select.Option>
        {TASK_ACTIONS.map((action) => (
          <Select.Option key={action} value={action}>
            {text(`job_action.${action}`)}
          </Select.Option>
        ))}
      </Select>
      <Select
        aria-label={text('field.task.status')}
        value={filters.status}
        onChange={({ target }) => filter({ status: target.value })}
      >
        <Select.Option value="">{text('task.all_statuses')}</Select.Option>
        {STATUSES.map((name) => (
          <Select.Option key={name} value={TASK_STATUS[name]}>
            {text(`job_status.${name}`)}
          </Select.Option>
        ))}
      </Select>
    </>
  )
}
