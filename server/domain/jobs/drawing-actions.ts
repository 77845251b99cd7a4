/**
 * What programs that draw can do, in the family's words. An action is routed and priced
 * as a model of its own.
 */
export interface DrawingActionRow {
  /** By which it is routed and priced. */
  readonly model: string
  /** It only opens a form: the order comes with a second request, and that is paid. */
  readonly opensForm?: true
  /** Nothing is worked on after the answer. */
  readonly isAtOnce?: true
  /** It applies to an earlier drawing. */
  readonly follows?: true
  /** Which of the four pictures is meant. */
  readonly isNumbered?: true
}

const ROWS = {
  IMAGINE: { model: 'mj_imagine' },
  BLEND: { model: 'mj_blend' },
  DESCRIBE: { model: 'mj_describe' },
  SHORTEN: { model: 'mj_shorten' },
  UPLOAD: { model: 'mj_upload', isAtOnce: true },
  MODAL: { model: 'mj_modal', follows: true },
  UPSCALE: { model: 'mj_upscale', follows: true, isNumbered: true },
  VARIATION: { model: 'mj_variation', follows: true, isNumbered: true },
  LOW_VARIATION: { model: 'mj_low_variation', follows: true },
  HIGH_VARIATION: { model: 'mj_high_variation', follows: true },
  REROLL: { model: 'mj_reroll', follows: true },
  PAN: { model: 'mj_pan', follows: true },
  ZOOM: { model: 'mj_zoom', follows: true },
  CUSTOM_ZOOM: { model: 'mj_custom_zoom', follows: true, opensForm: true },
  INPAINT: { model: 'mj_inpaint', follows: true, opensForm: true },
  SWAP_FACE: { model: 'swap_face' },
} as const satisfies Readonly<Record<string, DrawingActionRow>>

export type DrawingAction = keyof typeof ROWS

export const DRAWING_ACTIONS: Readonly<Record<DrawingAction, DrawingActionRow>> = ROWS

export function isDrawingAction(name: string): name is DrawingAction {
  return Object.hasOwn(ROWS, name)
}

/** What a button under a picture does. */
export interface ButtonMeaning {
  readonly action: DrawingAction
  /** Which of the pictures, from 1. */
  readonly index: number
}

/** Names in the ids of buttons, the longer before those that are a part of them. */
const BUTTONS: readonly (readonly [name: RegExp, action: DrawingAction])[] = [
  [/upsample/, 'UPSCALE'],
  [/low_variation/, 'LOW_VARIATION'],
  [/high_variation/, 'HIGH_VARIATION'],
  [/variation/, 'VARIATION'],
  [/^pan/, 'PAN'],
  [/reroll/, 'REROLL'],
  [/^Outpaint$/, 'ZOOM'],
  [/^CustomZoom$/, 'CUSTOM_ZOOM'],
  [/^Inpaint$/, 'INPAINT'],
  // One of the descriptions of a picture is drawn.
  [/^PicReader$/, 'IMAGINE'],
]

/** `MJ::JOB::upsample::2::…`; `undefined` for buttons that are no request to draw. */
export function buttonMeaning(customId: string): ButtonMeaning | undefined {
  const parts = customId.split('::')
  const isNested = parts[1]?.toUpperCase() === 'JOB'
  const name = (isNested ? parts[2] : parts[1]) ?? ''
  const action = BUTTONS.find(([pattern]) => pattern.test(name))?.[1]
  if (action === undefined) return undefined
  const { isNumbered } = DRAWING_ACTIONS[action]
  const index = isNumbered === true ? Number(parts[3]) : 1
  return Number.isInteger(index) && index >= 0 ? { action, index } : undefined
}

/** The short form of a request: `<id> U1` to `U4`, `V1` to `V4`, or `R`. */
export function shortChange(
  text: string,
): { readonly taskId: string; readonly action: DrawingAction; readonly index: number } | undefined {
  const match = /^\s*(\S+)\s+(?:([uv])([1-4])|r)\s*$/i.exec(text)
  if (match === null) return undefined
  const [, taskId = '', letter, number] = match
  if (letter === undefined) return { taskId, action: 'REROLL', index: 1 }
  const action = letter.toLowerCase() === 'u' ? 'UPSCALE' : 'VARIATION'
  return { taskId, action, index: Number(number) }
}

/** How a submission was taken, as Midjourney proxies number it. */
export const SUBMISSION = {
  submitted: 1,
  /** There is one already, or a form waits to be filled in. */
  exists: 21,
  queued: 22,
  full: 23,
  banned: 24,
  noAccount: 3,
} as const
