/**
 * Roughly how much a stream has written, told from its bytes. Every token takes a few bytes at
 * least, so nothing is read before so many have passed that the answer could matter; then the
 * newest frames tell which share of the bytes since the last look was text. On the generous
 * side; whoever needs to be right counts the text itself.
 */

/** UTF-8 bytes of text per token: four in English, three of one Chinese character. */
const BYTES_PER_TOKEN = 3

/** Some of the newest whole frames of a stream, and the text in them; large ones are not read. */
export interface Lesson {
  readonly frames: string
  readonly text: string
}

export class OutputGauge {
  /** Bytes since the last look. */
  #unread = 0
  /** Tokens up to there. */
  #read = 0

  observe(bytes: number): void {
    this.#unread += bytes
  }

  /** Tokens of output so far; below `interest` the answer only says that it is below. */
  tokens(interest: number, lesson: () => Lesson | undefined): number {
    const most = this.#read + this.#unread / BYTES_PER_TOKEN
    if (most < interest) return most
    this.#read += (this.#unread * shareOf(lesson())) / BYTES_PER_TOKEN
    this.#unread = 0
    return this.#read
  }
}

/** Large frames are nearly all text. */
function shareOf(lesson: Lesson | undefined): number {
  if (lesson === undefined) return 1
  return Buffer.byteLength(lesson.text) / Buffer.byteLength(lesson.frames)
}
