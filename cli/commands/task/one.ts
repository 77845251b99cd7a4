import { jobCommands } from '../job-commands'
import { TASK_VIEW } from './view'

export const taskCommands = jobCommands({
  noun: 'task',
  view: TASK_VIEW,
  show: ({ tasks }, id) => tasks.show(id),
  summaries: {
    show: 'show a task, its request and its result',
    watch: 'follow one task until it ends; one line for each change',
    cancel: 'cancel a running task and release its hold',
    retry: 'ask again for a task that failed; its user pays for it as for a new one',
    refund: 'give back what a finished task has cost; its results stay',
  },
})
