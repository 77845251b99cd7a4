/** Reads what a client asks a program to draw. */
import {
  buttonMeaning,
  DRAWING_ACTIONS,
  type DrawingAction,
  isDrawingAction,
  shortChange,
} from '../../../domain/jobs/drawing-actions'
import {
  DRAWING_MODES,
  DRAWING_VERBS,
  type DrawingMode,
  type DrawingVerb,
} from '../../../domain/jobs/drawing-routes'
import { countOf, isList, objectOf, textOf } from '../../formats/dialects/json-fields'
import { invalid } from '../../wire/body-fields'
import type { JsonObject } from '../../wire/chat'

export interface Submission {
  readonly verb: DrawingVerb
  readonly action: DrawingAction
  /** The drawing that it goes on from; `undefined` for a new one. */
  readonly originId: string | undefined
  /** Of what is drawn anew; what goes on has its origin's. */
  readonly prompt: string
  readonly state: string
  /** Where the client wants to be notified. */
  readonly notifyHook: string | undefined
  readonly body: JsonObject
}

/** Throws `request.invalid` with the field. */
export function readSubmission(verb: DrawingVerb, body: JsonObject): Submission {
  const { action, originId } = READERS[verb](body)
  return {
    verb,
    action,
    originId,
    prompt: action === 'SWAP_FACE' ? 'InsightFace' : (textOf(body.prompt) ?? ''),
    state: textOf(body.state) ?? '',
    notifyHook: textOf(body.notifyHook),
    body,
  }
}

interface SubmittedAction {
  readonly action: DrawingAction
  readonly originId?: string | undefined
}

const READERS: Readonly<Record<DrawingVerb, (body: JsonObject) => SubmittedAction>> = {
  imagine(body) {
    requireText(body, 'prompt')
    return { action: 'IMAGINE' }
  },
  blend(body) {
    requireList(body, 'base64Array')
    return { action: 'BLEND' }
  },
  describe(body) {
    // Newer proxies take an address in place of the bytes.
    if (textOf(body.link) === undefined) requireText(body, 'base64')
    return { action: 'DESCRIBE' }
  },
  shorten(body) {
    requireText(body, 'prompt')
    return { action: 'SHORTEN' }
  },
  'upload-discord-images'(body) {
    requireList(body, 'base64Array')
    return { action: 'UPLOAD' }
  },
  change: readChange,
  'simple-change'(body) {
    const content = requireText(body, 'content')
    const change = shortChange(content)
    if (change === undefined) throw invalid('content', 'reason.short_change')
    return { action: change.action, originId: change.taskId }
  },
  action(body) {
    const customId = requireText(body, 'customId')
    const meaning = buttonMeaning(customId)
    if (meaning === undefined) throw invalid('customId', 'reason.button_unknown')
    return { action: meaning.action, originId: requireText(body, 'taskId') }
  },
  modal(body) {
    return { action: 'MODAL', originId: requireText(body, 'taskId') }
  },
  swap(body) {
    requireText(body, 'sourceBase64')
    requireText(body, 'targetBase64')
    return { action: 'SWAP_FACE' }
  },
}

function readChange(body: JsonObject): SubmittedAction {
  const action = requireText(body, 'action').toUpperCase()
  const isKnown = isDrawingAction(action) && DRAWING_ACTIONS[action].follows === true
  if (!isKnown || action === 'MODAL') {
    throw invalid('action', 'reason.not_a_choice', { choices: CHANGES.join(', ') })
  }
  const { isNumbered } = DRAWING_ACTIONS[action]
  const index = countOf(body.index)
  if (isNumbered === true && (index === undefined || index < 1 || index > 4)) {
    throw invalid('index', 'reason.out_of_range', { min: 1, max: 4 })
  }
  return { action, originId: requireText(body, 'taskId') }
}

const CHANGES = Object.entries(DRAWING_ACTIONS).flatMap(([name, { follows }]) =>
  follows === true && name !== 'MODAL' ? [name] : [],
)

function requireText(body: JsonObject, field: string): string {
  const value = textOf(body[field])
  if (value === undefined) throw invalid(field, 'reason.required')
  return value
}

function requireList(body: JsonObject, field: string): void {
  const value = body[field]
  if (!isList(value) || value.length === 0) throw invalid(field, 'reason.required')
}

/** What is stored of a submission, so that it can be made again. */
export type DrawingOrder = {
  readonly verb: DrawingVerb
  /** The speed in the path. */
  readonly mode: DrawingMode
  /** As the program gets it, but for what belongs to one channel. */
  readonly body: JsonObject
}

/** What the operator lets through to the program. */
export interface DrawingSwitches {
  readonly passesAccountFilter: boolean
  /** Speeds are taken out: the operator's account decides. */
  readonly clearsMode: boolean
}

const SPEEDS = /\s*--(?:fast|relax|turbo)\b/gi

/**
 * The client's address for notices is never sent on: the gateway notifies it, and the program
 * notifies the gateway.
 */
export function drawingOrder(
  { verb, body }: Submission,
  mode: DrawingMode,
  { passesAccountFilter, clearsMode }: DrawingSwitches,
): DrawingOrder {
  const { notifyHook: _, accountFilter, ...rest } = body
  const { prompt } = rest
  return {
    verb,
    mode: clearsMode ? '' : mode,
    body: {
      ...rest,
      ...(clearsMode && typeof prompt === 'string' && { prompt: withoutSpeeds(prompt) }),
      ...(passesAccountFilter && accountFilter !== undefined && { accountFilter }),
    },
  }
}

function withoutSpeeds(prompt: string): string {
  return prompt.replace(SPEEDS, '').trim()
}

/** The request out of a stored job. */
export function orderOf({ verb, mode, body }: JsonObject): DrawingOrder {
  return {
    verb: DRAWING_VERBS.find((name) => name === verb) ?? 'imagine',
    mode: DRAWING_MODES.find((name) => name === mode) ?? '',
    body: objectOf(body) ?? {},
  }
}

/** The drawing that it goes on from has another name there. */
export function sentBody(
  { verb, body }: DrawingOrder,
  originId: string | undefined,
  hookUrl: string | undefined,
): JsonObject {
  return {
    ...body,
    ...(originId !== undefined && named(verb, body, originId)),
    ...(hookUrl !== undefined && { notifyHook: hookUrl }),
  }
}

function named(verb: DrawingVerb, { content }: JsonObject, originId: string): JsonObject {
  if (verb !== 'simple-change') return { taskId: originId }
  const [, ...rest] = (textOf(content) ?? '').trim().split(/\s+/)
  return { content: [originId, ...rest].join(' ') }
}
