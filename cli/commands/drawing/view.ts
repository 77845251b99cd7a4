import type { Services } from '../../../server/services/create-services'
import type { View } from '../../output/output'

export type ShownDrawing = Awaited<ReturnType<Services['drawings']['list']>>['items'][number]

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

export const DRAWING_VIEW: View<ShownDrawing> = {
  columns: [
    { title: 'ID', value: 'mj_id' },
    { title: 'SUBMITTED', value: 'submit_time', kind: 'time_ms' },
    { title: 'USER', value: 'user_id', kind: 'number' },
    { title: 'CHANNEL', value: 'channel_id', kind: 'number' },
    { title: 'ACTION', value: 'action' },
    { title: 'STATUS', value: 'status' },
    { title: 'PROGRESS', value: 'progress' },
    { title: 'CHARGED', value: 'quota', kind: 'credits' },
    { title: 'PROMPT', value: 'prompt' },
  ],
  kinds: { id: 'number' },
  fields: DRAWING_FIELDS,
  quiet: (drawing) => drawing.mj_id,
}
