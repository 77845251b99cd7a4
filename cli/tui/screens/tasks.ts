import type { DataOf } from '../../../server/domain/api-calls/contract'
import { isRecord } from '../../../server/domain/json/records'
import { taskResource } from '../../../server/domain/resources/tasks'
import { statusName, TASK_ACTIONS, TASK_STATUS, taskStatus } from '../../../server/domain/status'
import type { CellText, Reader } from '../cells'
import type { FieldRow } from '../form-draft'
import type { RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text } from '../tools'
import { jobActions } from './job-actions'
import {
  channelFilter,
  channelIdOf,
  jobActionCell,
  jobStatusCell,
  secondsBetween,
  timeCell,
} from './job-cells'
import { ownerAction } from './owner-action'
import { timeBounds, timeFilters } from './time-filters'

type Task = DataOf<'task.list'>[number] & {
  readonly seconds: number | undefined
  /** The prompt, of jobs that report it. */
  readonly input: string
}

type TaskColumn = keyof typeof taskResource.columns

const CELLS: Partial<Record<string, (row: Task, reader: Reader) => CellText>> = {
  submit_time: (row, reader) => timeCell(row.submit_time, reader),
  finish_time: (row, reader) => timeCell(row.finish_time, reader),
  action: (row, { text }) => jobActionCell(row.action, text),
  status: ({ status }, { text }) => jobStatusCell(statusName(taskStatus, status), status, text),
}

function pageOf(rows: DataOf<'task.list'>, total: number | undefined): RowsPage<Task> {
  return {
    rows: rows.map((row) => {
      const { submit_time, finish_time, properties } = row
      const input = isRecord(properties) ? properties.input : undefined
      return {
        ...row,
        seconds: secondsBetween(submit_time, finish_time),
        input: typeof input === 'string' ? input : '',
      }
    }),
    total: total ?? rows.length,
  }
}

const STATUSES = Object.keys(TASK_STATUS) as readonly (keyof typeof TASK_STATUS)[]

function stateFilters(text: Text): readonly FieldRow[] {
  const actions = TASK_ACTIONS.map((name) => ({ value: name, title: text(`job_action.${name}`) }))
  // Tasks that are just being submitted have no status to ask for.
  const statuses = STATUSES.filter((name) => name !== 'none').map((name) => ({
    value: TASK_STATUS[name],
    title: text(`job_status.${name}`),
  }))
  return [
    {
      name: 'action',
      label: text('field.task.action'),
      kind: 'choice',
      choices: [{ value: '', title: text('task.all_actions') }, ...actions],
    },
    {
      name: 'status',
      label: text('field.task.status'),
      kind: 'choice',
      choices: [{ value: '', title: text('task.all_statuses') }, ...statuses],
    },
  ]
}

const OWNER = ownerAction<Task>(({ user_id }) => String(user_id))

export const taskScreen = resourceScreen<Task>({
  id: 'task',
  hotkey: 'J',
  title: 'nav.task',
  columns: taskResource.columns,
  titleOf: (column) => `field.task.${column as TaskColumn}`,
  nameOf: ({ task_id }) => task_id,
  searchTitle: 'job.by_id',
  filters: async ({ text }) => [
    ...stateFilters(text),
    channelFilter(text),
    { name: 'platform', label: text('field.task.platform'), kind: 'text' },
    ...timeFilters(text),
  ],
  list: async ({ api, text }, { page, size, keyword, filters }) => {
    const { from, to } = timeBounds(filters, text)
    const { action, status, platform } = filters
    const { data, total } = await api.call('task.list', {
      query: {
        p: page - 1,
        page_size: size,
        task_id: keyword,
        action,
        status,
        platform,
        channel_id: channelIdOf(filters, text),
        start_timestamp: from,
        end_timestamp: to,
      },
    })
    return pageOf(data, total)
  },
  cell: (column, row, reader) => CELLS[column]?.(row, reader),
  facts: (task, { text }) => [
    `${text('task.whole')}:`,
    ...JSON.stringify(task, null, 2).split('\n'),
  ],
  rowActions: [...jobActions<Task>('task', ({ task_id }) => task_id), OWNER],
  followMs: 5000,
})
