/**
 * Roughly how much a stream has written, estimated from its bytes. Every token takes a few bytes at
 * least, so nothing is read before so many have passed that the answer could matter; then the
 * newest frames tell which share of the bytes since the last look was text, and how many bytes
 * of a frame are none, which later looks need not be made for. On the generous side; whoever
 * needs to be right counts the text itself.
 */

/** UTF-8 bytes of text per token: four in English, three of one Chinese character. */
const BYTES_PER_TOKEN = 3
/** Of what a frame was seen to need in addition to its text; another one may need less. */
const SURE_SHARE = 0.75

/** Some of the newest whole frames of a stream, and the text in them; large ones are not read. */
export interface Lesson {
  readonly frames: string
  /** How many frames that is. */
  readonly count: number
  readonly text: string
}

export class OutputGauge {
  /** Bytes since the last look. */
  #unread = 0
  /** Pieces since then, each of one frame at least. */
  #pieces = 0
  /** Tokens up to there. */
  #read = 0
  /** Bytes of a frame that are no text. */
  #envelope = 0

  /** A piece of whole frames has passed. */
  observe(bytes: number): void {
    this.#unread += bytes
    this.#pieces += 1
  }

  /** Tokens of output so far; below `interest` the answer only says that it is below. */
  tokens(interest: number, lesson: () => Lesson | undefined): number {
    const text = Math.max(0, this.#unread - this.#pieces * this.#envelope)
    const most = this.#read + text / BYTES_PER_TOKEN
    return most < interest ? most : this.#look(lesson())
  }

  #look(lesson: Lesson | undefined): number {
    let share = 1
    this.#envelope = 0
    // Large frames are nearly all text.
    if (lesson !== undefined) {
      const frames = Buffer.byteLength(lesson.frames)
      const text = Buffer.byteLength(lesson.text)
      share = text / frames
      this.#envelope = (SURE_SHARE * Math.max(0, frames - text)) / lesson.count
    }
    this.#read += (this.#unread * share) / BYTES_PER_TOKEN
    this.#unread = 0
    this.#pieces = 0
    return this.#read
  }
}
