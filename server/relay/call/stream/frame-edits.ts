/**
 * Replaces single fields in the data of whole frames while every other byte stays as it came.
 * Runs with every piece of a stream, so nothing is parsed: a byte search finds the frames that
 * may have the field, and a scan of those finds it where it counts, not in what a model wrote.
 */
import { findField, type NamedSpan } from '../../../domain/json/scan'
import { firstBoundary } from '../../formats/framings/frames'

const COMMA = 44
const LF = 10
const DATA = Buffer.from('data:')
const NOTHING = Buffer.alloc(0)

export interface FrameEdit {
  /** Stands in every frame that has the field. */
  readonly sign: Buffer
  /** Names from the data's object to the field. */
  readonly path: readonly string[]
  /** `undefined` where it stays as it is. */
  readonly splice: (frames: Buffer, field: NamedSpan) => Splice | undefined
}

/** Replaces a text wherever it stands; nothing that a model writes can look like it. */
export interface TextEdit {
  readonly sign: Buffer
  readonly bytes: Buffer
}

export interface Splice {
  readonly start: number
  readonly end: number
  readonly bytes: Buffer
}

/** `frames` themselves where nothing is to be replaced. */
export function editFrames(frames: Buffer, edits: readonly (FrameEdit | TextEdit)[]): Buffer {
  let edited = frames
  for (const edit of edits) {
    edited = 'path' in edit ? withEdit(edited, edit) : withText(edited, edit)
  }
  return edited
}

function withText(frames: Buffer, { sign, bytes }: TextEdit): Buffer {
  let at = frames.indexOf(sign)
  if (at < 0) return frames
  const parts: Buffer[] = []
  let taken = 0
  for (; at >= 0; at = frames.indexOf(sign, taken)) {
    parts.push(frames.subarray(taken, at), bytes)
    taken = at + sign.length
  }
  parts.push(frames.subarray(taken))
  return Buffer.concat(parts)
}

function withEdit(frames: Buffer, edit: FrameEdit): Buffer {
  const { sign, path, splice } = edit
  let parts: Buffer[] | undefined
  let taken = 0
  let start = 0
  let at = frames.indexOf(sign)
  while (at >= 0) {
    let end = firstBoundary(frames, start)
    for (; end <= at; end = firstBoundary(frames, start)) start = end
    const field = findField(frames, jsonStart(frames, start), path)
    const made = field === undefined || field.end > end ? undefined : splice(frames, field)
    if (made !== undefined) {
      parts ??= []
      parts.push(frames.subarray(taken, made.start), made.bytes)
      taken = made.end
    }
    start = end
    at = end < frames.length ? frames.indexOf(sign, end) : -1
  }
  if (parts === undefined) return frames
  parts.push(frames.subarray(taken))
  return Buffer.concat(parts)
}

/** Where the first line of data of the frame begins, behind the names of its event. */
function jsonStart(frames: Buffer, frameStart: number): number {
  let at = frameStart
  while (frames.compare(DATA, 0, DATA.length, at, at + DATA.length) !== 0) {
    const lineEnd = frames.indexOf(LF, at)
    if (lineEnd < 0 || lineEnd + DATA.length >= frames.length) return frames.length
    at = lineEnd + 1
  }
  return at + DATA.length
}

const NULL = Buffer.from('null')

/** Takes a field out that is null, with the comma that goes with it. */
export function withoutNull(name: string): FrameEdit {
  return {
    sign: Buffer.from(`"${name}"`),
    path: [name],
    splice(frames, { nameStart, start, end }) {
      if (frames.compare(NULL, 0, NULL.length, start, end) !== 0) return undefined
      if (frames[end] === COMMA) return { start: nameStart, end: end + 1, bytes: NOTHING }
      const isSecond = frames[nameStart - 1] === COMMA
      return { start: isSecond ? nameStart - 1 : nameStart, end, bytes: NOTHING }
    },
  }
}
