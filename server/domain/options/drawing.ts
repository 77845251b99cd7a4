/** Drawing and music jobs; without effect while no channel type can serve them. */
import { SERVES_DRAWINGS, SERVES_TASKS } from '../job-kinds'
import { boolean, inert, type OptionDraft, section } from './option'

const drawing = (draft: OptionDraft<boolean>) => (SERVES_DRAWINGS ? draft : inert('drawing', draft))
const task = (draft: OptionDraft<boolean>) => (SERVES_TASKS ? draft : inert('tasks', draft))

export const drawingOptions = section('drawing', {
  DrawingEnabled: drawing(boolean(true, { status: 'enable_drawing' })),
  TaskEnabled: task(boolean(true, { status: 'enable_task' })),
  /** Pass the client's own notify address to the upstream. */
  MjNotifyEnabled: drawing(boolean(false, { status: 'mj_notify_enabled' })),
  MjAccountFilterEnabled: drawing(boolean(false)),
  /** Take --fast, --relax and --turbo out of prompts. */
  MjModeClearEnabled: drawing(boolean(false)),
  MjForwardUrlEnabled: drawing(boolean(true)),
  MjActionCheckSuccessEnabled: drawing(boolean(true)),
})
