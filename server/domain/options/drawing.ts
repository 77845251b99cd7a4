/** Drawing and music jobs; without effect while no channel type can serve them. */
import { SERVES_DRAWINGS, SERVES_TASKS } from '../job-kinds'
import { boolean, inert, integer, type OptionDraft, section } from './option'

const drawing = (draft: OptionDraft<boolean>) => (SERVES_DRAWINGS ? draft : inert('drawing', draft))
const task = (draft: OptionDraft<boolean>) => (SERVES_TASKS ? draft : inert('tasks', draft))

export const drawingOptions = section('drawing', {
  DrawingEnabled: drawing(boolean(true, { status: 'enable_drawing' })),
  TaskEnabled: task(boolean(true, { status: 'enable_task' })),
  /** How long results of jobs can be fetched; 0 for as long as their providers keep them. */
  JobResultDays: integer({ default: 30, min: 0, max: 3_650 }),
  /** How long a signed address of a result can be used. */
  JobLinkMinutes: integer({ default: 60, min: 1, max: 10_080 }),
  /** Pass the client's own notify address to the upstream. */
  MjNotifyEnabled: drawing(boolean(false, { status: 'mj_notify_enabled' })),
  MjAccountFilterEnabled: drawing(boolean(false)),
  /** Take --fast, --relax and --turbo out of prompts. */
  MjModeClearEnabled: drawing(boolean(false)),
  MjForwardUrlEnabled: drawing(boolean(true)),
  MjActionCheckSuccessEnabled: drawing(boolean(true)),
})
