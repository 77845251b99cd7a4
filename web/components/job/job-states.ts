/** What jobs do and where they stand, with the colour of each; names are texts `job_….<name>`. */
import type { LabelColorOptions } from '@primer/react'
import type { drawingStatus, taskStatus } from '../../../server/domain/status'

export const ACTION_TONES = {
  IMAGINE: 'accent',
  UPSCALE: 'severe',
  VARIATION: 'done',
  HIGH_VARIATION: 'done',
  LOW_VARIATION: 'done',
  PAN: 'accent',
  DESCRIBE: 'attention',
  BLEND: 'success',
  UPLOAD: 'accent',
  SHORTEN: 'sponsors',
  REROLL: 'done',
  INPAINT: 'done',
  ZOOM: 'success',
  CUSTOM_ZOOM: 'success',
  MODAL: 'success',
  SWAP_FACE: 'success',
  MUSIC: 'accent',
  LYRICS: 'sponsors',
  GENERATE: 'accent',
  REMIX: 'done',
} as const satisfies Readonly<Record<string, LabelColorOptions>>

type JobAction = keyof typeof ACTION_TONES

export function isAction(name: string): name is JobAction {
  return Object.hasOwn(ACTION_TONES, name)
}

type StatusName = keyof (typeof drawingStatus)['values'] | keyof (typeof taskStatus)['values']

export const STATUS_TONES: Readonly<Record<StatusName, LabelColorOptions>> = {
  none: 'secondary',
  not_start: 'secondary',
  submitted: 'attention',
  queued: 'severe',
  modal: 'attention',
  in_progress: 'accent',
  success: 'success',
  failure: 'danger',
  unknown: 'secondary',
}
