import { SERVES_DRAWINGS } from '../../../server/domain/job-kinds'
import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../list-command'
import { pastSeconds } from '../../moment'
import type { View } from '../../output'

type ShownDrawing = Awaited<ReturnType<Services['drawings']['list']>>['items'][number]

const DRAWING_FIELDS = [
  'id',
  'mj_id',
  'user_id',
  'channel_id',
  'action',
  'status',
  'progress',
  'quota',
  'prompt',
  'image_url',
  'fail_reason',
  'submit_time',
  'start_time',
  'finish_time',
] as const satisfies readonly (keyof ShownDrawing)[]

const DRAWING_VIEW: View<ShownDrawing> = {
  columns: [
    { title: 'ID', value: 'mj_id' },
    { title: 'SUBMITTED', value: 'submit_time', kind: 'time_ms' },
    { title: 'USER', value: 'user_id', kind: 'number' },
    { title: 'CHANNEL', value: 'channel_id', kind: 'number' },
    { title: 'ACTION', value: 'action' },
    { title: 'STATUS', value: 'status' },
    { title: 'PROGRESS', value: 'progress' },
    { title: 'QUOTA', value: 'quota', kind: 'number' },
    { title: 'PROMPT', value: 'prompt' },
  ],
  fields: DRAWING_FIELDS,
  quiet: (drawing) => drawing.mj_id,
}

const WAITS = SERVES_DRAWINGS ? '' : '; no channel type can draw yet'

export const drawingList = defineList({
  path: ['drawing', 'list'],
  summary: `list drawing jobs, newest first${WAITS}`,
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    channel: { kind: 'integer', summary: 'channel id' },
    job: { kind: 'text', value: 'ID', summary: 'only this job, by the id that clients know' },
    from: {
      kind: 'text',
      value: 'TIME',
      summary: 'a span back such as 7d, today, yesterday, or a local date and time',
    },
    to: { kind: 'text', value: 'TIME', summary: 'likewise (default now)' },
  },
  examples: ['gw drawing list --user ann --from 24h', 'gw drawing list --filter status=FAILURE'],
  view: DRAWING_VIEW,
  indexed: { user_id: 'user', channel_id: 'channel', mj_id: 'job' },
  rows: async (context, { flags }) => {
    const from = pastSeconds(context, 'from', flags.from)
    const to = pastSeconds(context, 'to', flags.to)
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
