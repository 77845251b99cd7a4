import type { Services } from '../../../server/services/create-services'
import type { View } from '../../output/output'

export type ShownTask = Awaited<ReturnType<Services['tasks']['list']>>['items'][number]

const TASK_FIELDS = [
  'id',
  'task_id',
  'platform',
  'user_id',
  'channel_id',
  'action',
  'status',
  'progress',
  'quota',
  'fail_reason',
  'submit_time',
  'start_time',
  'finish_time',
  'properties',
  'data',
] as const satisfies readonly (keyof ShownTask)[]

export const TASK_VIEW: View<ShownTask> = {
  columns: [
    { title: 'ID', value: 'task_id' },
    { title: 'SUBMITTED', value: 'submit_time', kind: 'time_s' },
    { title: 'PLATFORM', value: 'platform' },
    { title: 'USER', value: 'user_id', kind: 'number' },
    { title: 'CHANNEL', value: 'channel_id', kind: 'number' },
    { title: 'ACTION', value: 'action' },
    { title: 'STATUS', value: 'status' },
    { title: 'PROGRESS', value: 'progress' },
    { title: 'CHARGED', value: 'quota', kind: 'credits' },
  ],
  kinds: { id: 'number', properties: 'json', data: 'json' },
  fields: TASK_FIELDS,
  quiet: (task) => task.task_id,
}
