import { TasklistIcon } from '@primer/octicons-react'
import { Select } from '@primer/react'
import { taskResource } from '../../../server/domain/resources/tasks'
import { TASK_ACTIONS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { ChosenJobs } from '../../components/job/ChosenJobs'
import { JobFilters } from '../../components/job/JobFilters'
import { JobHeader } from '../../components/job/JobHeader'
import { JobViews } from '../../components/job/JobViews'
import { useJobChoice } from '../../components/job/use-job-choice'
import { useJobPage } from '../../components/job/use-job-page'
import type { JobQuery } from '../../components/job/use-job-query'
import { lateDialog } from '../../components/late/Late'
import { Blank } from '../../components/page/Blank'
import { TextLink } from '../../components/text/TextLink'
import { TaskTable } from './TaskTable'
import { jobOfTask } from './task-job'

const JobDetail = lateDialog(async () => (await import('../../components/job/JobDetail')).JobDetail)

export default function TaskPage() {
  const { text } = useText()
  const page = useJobPage('task', 'today')
  const { query, live, view, opened, open, acts } = page
  const list = useTasks(query, live.everyMs)
  const jobs = list.data?.map(jobOfTask)
  live.watch(jobs)
  const choice = useJobChoice(jobs)
  const shown = jobs?.find(({ id }) => id === opened)
  const empty = <NoTasks isFiltered={query.isFiltered} />
  const read = { rows: list.data, error: list.error, onRetry: list.reload, empty, onOpen: open }
  return (
    <>
      <JobHeader title={text('nav.task')} description={text('task.description')} page={page} />
      <JobFilters
        kind="task"
        query={query}
        states={list.answer?.states}
        resource={view === 'list' ? taskResource : undefined}
      >
        <ActionFilter query={query} />
      </JobFilters>
      <ChosenJobs choice={choice} acts={acts} />
      <JobViews
        view={view}
        query={query}
        list={list}
        total={list.answer?.total ?? 0}
        jobs={jobs}
        onOpen={open}
        empty={empty}
        choice={choice}
        table={<TaskTable {...read} {...{ query, choice, acts }} />}
      />
      {shown && (
        <JobDetail
          job={shown}
          acts={acts}
          raw={list.data?.find(({ id }) => id === shown.key)}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

function useTasks(
  { filters, isForAll, span: { from, to }, window, channelId }: JobQuery,
  everyMs: number,
) {
  return useEndpoint(
    isForAll ? 'task.list' : 'task.list_own',
    {
      query: {
        ...window,
        task_id: filters.job,
        action: filters.action,
        status: filters.status,
        channel_id: isForAll ? channelId : undefined,
        start_timestamp: from,
        end_timestamp: to,
      },
    },
    { everyMs },
  )
}

function NoTasks({ isFiltered }: { readonly isFiltered: boolean }) {
  const { text } = useText()
  if (isFiltered) return <Blank icon={TasklistIcon} title={text('ui.empty')} />
  return (
    <Blank icon={TasklistIcon} title={text('task.empty')} message={text('task.empty_text')}>
      <TextLink to="/create">{text('create.title')}</TextLink>
    </Blank>
  )
}

function ActionFilter({ query }: { readonly query: JobQuery }) {
  const { text } = useText()
  const { filters, filter } = query
  return (
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
  )
}
