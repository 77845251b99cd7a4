import { type Static, Type } from '@sinclair/typebox'
import type { DataOf, Envelope } from '../../api-calls/contract'
import { optional, Paging, pageFromZero, Span, spanQuery } from '../input'
import { tool } from '../tool'

const TASKS = {
  name: 'task_list',
  title: 'List jobs',
  description:
    'Videos, songs and other work that is submitted now and fetched later, newest first: state, ' +
    'progress, cost, and why it failed.',
}
const DRAWINGS = {
  name: 'drawing_list',
  title: 'List drawing jobs',
  description: 'Drawing jobs, newest first: state, progress, cost, and why one failed.',
}

const Jobs = Type.Object({
  ...Paging,
  ...Span,
  status: optional('Such as SUCCESS, FAILURE or IN_PROGRESS'),
})

function jobsQuery({ page, rows, from, to, status }: Static<typeof Jobs>) {
  return { query: { ...pageFromZero({ page, rows }), ...spanQuery({ from, to }), status } }
}

/** Without what the upstream said last, which may be long. */
const tasksOf = ({ data, total, states }: Envelope<DataOf<'task.list'>>) => ({
  items: data.map(({ data: _, ...job }) => job),
  total,
  states,
})

const drawingsOf = ({ data, total, states }: Envelope<DataOf<'drawing.list'>>) => ({
  items: data,
  total,
  states,
})

const JobId = Type.Object({ id: Type.String({ description: '`task_id` of the job' }) })

export const jobTools = [
  tool({
    ...TASKS,
    call: 'task.list',
    input: Jobs,
    request: jobsQuery,
    result: tasksOf,
  }),
  tool({
    ...TASKS,
    call: 'task.list_own',
    input: Jobs,
    request: jobsQuery,
    result: tasksOf,
  }),
  tool({
    ...DRAWINGS,
    call: 'drawing.list',
    input: Jobs,
    request: jobsQuery,
    result: drawingsOf,
  }),
  tool({
    ...DRAWINGS,
    call: 'drawing.list_own',
    input: Jobs,
    request: jobsQuery,
    result: drawingsOf,
  }),
  tool({
    name: 'task_cancel',
    title: 'Cancel a job',
    description: 'Stops a job that has not finished; what is held for it is given back.',
    writes: 'changes',
    isOpenWorld: true,
    call: 'task.cancel',
    input: JobId,
    request: (params) => ({ params }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'task_retry',
    title: 'Retry a job',
    description: 'Submits a failed job once more; its user pays.',
    writes: 'adds',
    isOpenWorld: true,
    call: 'task.retry',
    input: JobId,
    request: (params) => ({ params }),
    result: ({ data }) => data,
  }),
]
