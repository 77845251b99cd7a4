/**
 * Roughly how much a stream has written, told from its bytes as they pass: the same envelope
 * stands round the text of every frame, so one frame that is read tells how long all are. On
 * the generous side; whoever needs to be right counts the text itself.
 */

/** UTF-8 bytes of text per token: four in English, three of one Chinese character. */
const BYTES_PER_TOKEN = 3
/** Longest piece of a stream that is read to learn its envelope. */
const LESSON_BYTES = 8 * 1024

const FRAME_END = '\n\n'
const CARRIAGE_FRAME_END = '\r\n\r\n'

export class OutputGauge {
  readonly #textOf: (frames: string) => string
  #bytes = 0
  #frames = 0
  /** Bytes of a frame that are no text; `undefined` until a frame with text was read. */
  #envelope: number | undefined
  /** The count of frames at which one is read. Doubles, because the first have no text. */
  #nextLesson = 2

  constructor(textOf: (frames: string) => string) {
    this.#textOf = textOf
  }

  /** Whole frames, in order. */
  observe(frames: Buffer): void {
    const count = countFrames(frames)
    this.#bytes += frames.length
    this.#frames += count
    if (this.#envelope === undefined && this.#frames >= this.#nextLesson) this.#learn(frames)
  }

  /** Tokens of output so far. */
  tokens(): number {
    if (this.#envelope === undefined) return 0
    return Math.max(0, this.#bytes - this.#frames * this.#envelope) / BYTES_PER_TOKEN
  }

  #learn(frames: Buffer): void {
    this.#nextLesson = this.#frames * 2
    const lesson = firstFrames(frames)
    const textBytes = Buffer.byteLength(this.#textOf(lesson.toString()))
    if (textBytes > 0) this.#envelope = (lesson.length - textBytes) / countFrames(lesson)
  }
}

/** Most chunks are one frame, which the first look shows. */
function countFrames(frames: Buffer): number {
  let count = 0
  let at = frames.indexOf(FRAME_END)
  while (at >= 0) {
    count += 1
    if (at + FRAME_END.length >= frames.length) break
    at = frames.indexOf(FRAME_END, at + FRAME_END.length)
  }
  return count === 0 ? countCarriageFrames(frames) : count
}

function countCarriageFrames(frames: Buffer): number {
  return Math.max(1, frames.toString('latin1').split(CARRIAGE_FRAME_END).length - 1)
}

/** Whole frames of a long piece, so that reading it costs little. */
function firstFrames(frames: Buffer): Buffer {
  if (frames.length <= LESSON_BYTES) return frames
  const end = frames.lastIndexOf(FRAME_END, LESSON_BYTES)
  return end < 0 ? frames : frames.subarray(0, end + FRAME_END.length)
}
