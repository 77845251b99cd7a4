/** Drawing, music and videos. */
import { boolean, integer, section } from './option'

export const drawingOptions = section('drawing', {
  DrawingEnabled: boolean(true, { status: 'enable_drawing' }),
  TaskEnabled: boolean(true, { status: 'enable_task' }),
  /** How long results of jobs can be fetched; 0 for as long as their providers keep them. */
  JobResultDays: integer({ default: 30, min: 0, max: 3_650 }),
  /** How long a signed address of a result can be used. */
  JobLinkMinutes: integer({ default: 60, min: 1, max: 10_080 }),
  /** Tell clients of the end at the address that they name. */
  MjNotifyEnabled: boolean(false, { status: 'mj_notify_enabled' }),
  MjAccountFilterEnabled: boolean(false),
  /** Take --fast, --relax and --turbo out of prompts. */
  MjModeClearEnabled: boolean(false),
  MjForwardUrlEnabled: boolean(true),
  MjActionCheckSuccessEnabled: boolean(true),
})
