/** What jobs do, and where they stand with its colour; names are texts `job_….<name>`. */
import type { LabelColorOptions } from '@primer/react'
import type { drawingStatus, taskStatus } from '../../../server/domain/status'

const ACTIONS = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'PAN',
  'DESCRIBE',
  'BLEND',
  'UPLOAD',
  'SHORTEN',
  'REROLL',
  'INPAINT',
  'ZOOM',
  'CUSTOM_ZOOM',
  'MODAL',
  'SWAP_FACE',
  'MUSIC',
  'LYRICS',
  'GENERATE',
  'REMIX',
] as const
type JobAction = (typeof ACTIONS)[number]

export function isAction(name: string): name is JobAction {
  return ACTIONS.some((action) => action === name)
}

type StatusName = keyof (typeof drawingStatus)['values'] | keyof (typeof taskStatus)['values']

export const STATUS_TONES: Readonly<Record<StatusName, LabelColorOptions>> = {
  none: 'secondary',
  not_start: 'secondary',
  submitted: 'secondary',
  queued: 'secondary',
  modal: 'attention',
  in_progress: 'accent',
  success: 'success',
  failure: 'danger',
  unknown: 'secondary',
}
