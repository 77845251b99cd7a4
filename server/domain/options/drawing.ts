/** Drawing and music jobs. */
import { boolean, section } from './option'

export const drawingOptions = section('drawing', {
  DrawingEnabled: boolean(true, { status: 'enable_drawing' }),
  TaskEnabled: boolean(true, { status: 'enable_task' }),
  /** Pass the client's own notify address to the upstream. */
  MjNotifyEnabled: boolean(false, { status: 'mj_notify_enabled' }),
  MjAccountFilterEnabled: boolean(false),
  /** Take --fast, --relax and --turbo out of prompts. */
  MjModeClearEnabled: boolean(false),
  MjForwardUrlEnabled: boolean(true),
  MjActionCheckSuccessEnabled: boolean(true),
})
