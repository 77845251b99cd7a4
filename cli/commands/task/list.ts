import { defineList } from '../../command/list-command'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { TASK_VIEW } from './view'

export const taskList = defineList({
  path: ['task', 'list'],
  summary: 'list jobs such as songs, newest first',
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    channel: { kind: 'integer', summary: 'channel id' },
    job: { kind: 'text', value: 'ID', summary: 'only this job, by the id that clients know' },
    platform: { kind: 'text', summary: 'only this platform, e.g. suno' },
    status: { kind: 'text', summary: 'only this status, e.g. FAILURE' },
    ...RANGE_FLAGS,
  },
  examples: ['gw task list --status FAILURE --from 24h', 'gw task list --user ann --json'],
  view: TASK_VIEW,
  indexed: {
    user_id: 'user',
    channel_id: 'channel',
    task_id: 'job',
    platform: 'platform',
    status: 'status',
  },
  rows: async (context, { flags }) => {
    const { channel: channelId, job: taskId, platform, status } = flags
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const { from, to } = rangeOf(context, flags)
    const filter = { userId: owner?.id, channelId, taskId, platform, status, from, to }
    return (page) => services.tasks.list({ ...filter, ...page })
  },
})
