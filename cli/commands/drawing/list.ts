import { defineList } from '../../command/list-command'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { DRAWING_VIEW } from './view'

export const drawingList = defineList({
  path: ['drawing', 'list'],
  summary: 'list drawing jobs, newest first',
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    channel: { kind: 'integer', summary: 'channel id' },
    job: { kind: 'text', value: 'ID', summary: 'only this job, by the id that clients know' },
    ...RANGE_FLAGS,
  },
  examples: ['gw drawing list --user ann --from 24h', 'gw drawing list --filter status=FAILURE'],
  view: DRAWING_VIEW,
  indexed: { user_id: 'user', channel_id: 'channel', mj_id: 'job' },
  rows: async (context, { flags }) => {
    const { from, to } = rangeOf(context, flags)
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const filter = {
      userId: owner?.id,
      channelId: flags.channel,
      mjId: flags.job,
      fromMs: from === undefined ? undefined : from * 1000,
      toMs: to === undefined ? undefined : to * 1000,
    }
    return (page) => services.drawings.list({ ...filter, ...page })
  },
})
