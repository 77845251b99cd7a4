/**
 * How long a recording is, by what its file says of itself, read while it passes. Exact for files
 * that tell it (WAV, FLAC, Ogg, MP4, WebM, MP3 with a header of its own or of constant rate);
 * every other is taken for speech of a common rate.
 */
import { Capture } from './capture'
import {
  rawRateOfFlac,
  readFlac,
  readOgg,
  readWave,
  readWebm,
  type Sample,
} from './recording-heads'
import { readMp3, skipOfMp3 } from './recording-mp3'
import { isMp4, Mp4Walk } from './recording-mp4'

export interface Duration {
  readonly seconds: number
  /** The file does not tell it. */
  readonly isGuessed: boolean
}

const HEAD_BYTES = 64 * 1024
const TAIL_BYTES = 64 * 1024
/** Enough for the first frames behind a picture of the cover. */
const LATE_BYTES = 4 * 1024
/** 64 kbit/s, which most programs record speech with that tell no length. */
const GUESSED_BYTES_PER_SECOND = 8_000

interface Format {
  readonly read: (sample: Sample) => number | undefined
  /** More than any honest file of the kind has: what reports a shorter time is not believed. */
  readonly mostBytesPerSecond: (head: Buffer) => number
}

/** By the first bytes of a file. */
const FORMATS: Readonly<Record<string, Format>> = {
  // Whoever hears it goes by the same numbers.
  RIFF: { read: readWave, mostBytesPerSecond: () => Number.POSITIVE_INFINITY },
  fLaC: { read: readFlac, mostBytesPerSecond: rawRateOfFlac },
  OggS: { read: readOgg, mostBytesPerSecond: () => 64_000 },
  '\x1aE\xdf\xa3': { read: readWebm, mostBytesPerSecond: () => FILM },
}
const FILM = 1_250_000
/** With some room for the picture of a cover. */
const MP3 = 48_000
/** No recording is longer. */
const MOST_SECONDS = 7 * 24 * 3600
const NAME_BYTES = 4

export class Recording {
  readonly #head = new Capture(0, HEAD_BYTES)
  /** Overwritten round and round. */
  readonly #ring = Buffer.alloc(TAIL_BYTES)
  #size = 0
  #late: Capture | undefined
  #mp4: Mp4Walk | undefined
  #isBegun = false
  #isWhole = false

  push(bytes: Buffer): void {
    const at = this.#size
    this.#head.push(bytes, at)
    this.#keepTail(bytes, at)
    this.#size += bytes.length
    if (!this.#isBegun && this.#head.isFull) this.#begin()
    this.#late?.push(bytes, at)
    this.#mp4?.push(bytes, at)
  }

  /** All of the file has come. */
  end(): void {
    this.#isWhole = true
    if (!this.#isBegun) this.#begin()
  }

  /** `size` is how many bytes the file has, or may have while it comes. */
  duration(size: number): Duration {
    const head = this.#head.bytes()
    const seconds = this.#measured(head, Math.max(size, this.#size))
    const isSane = seconds !== undefined && seconds > 0 && seconds <= MOST_SECONDS
    if (!isSane) return { seconds: size / GUESSED_BYTES_PER_SECOND, isGuessed: true }
    const least = size / mostOf(head)
    return { seconds: Math.max(seconds, least), isGuessed: seconds < least }
  }

  #measured(head: Buffer, size: number): number | undefined {
    if (isMp4(head)) return this.#mp4?.seconds
    const format = formatOf(head)
    if (format === undefined) return readMp3({ frames: this.#frames(head), size })
    return format.read({ head, size, tail: this.#isWhole ? this.#tail() : undefined })
  }

  /** What follows the tag in front of an MP3, and where it stands. */
  #frames(head: Buffer): { readonly bytes: Buffer; readonly at: number } {
    const at = skipOfMp3(head)
    const late = this.#late?.bytes() ?? head.subarray(0, 0)
    const bytes = at < head.length ? head.subarray(at) : late
    return { bytes, at }
  }

  /** The head is there: what else is wanted lies behind it. */
  #begin(): void {
    this.#isBegun = true
    const head = this.#head.bytes()
    if (isMp4(head)) this.#mp4 = new Mp4Walk()
    else if (skipOfMp3(head) > 0) this.#late = new Capture(skipOfMp3(head), LATE_BYTES)
    this.#late?.push(head, 0)
    this.#mp4?.push(head, 0)
  }

  #keepTail(bytes: Buffer, at: number): void {
    const last = bytes.length > TAIL_BYTES ? bytes.subarray(-TAIL_BYTES) : bytes
    const place = (at + bytes.length - last.length) % TAIL_BYTES
    const room = TAIL_BYTES - place
    this.#ring.set(last.length <= room ? last : last.subarray(0, room), place)
    if (last.length > room) this.#ring.set(last.subarray(room), 0)
  }

  #tail(): Buffer {
    if (this.#size <= TAIL_BYTES) return this.#ring.subarray(0, this.#size)
    const at = this.#size % TAIL_BYTES
    return Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)])
  }
}

function formatOf(head: Buffer): Format | undefined {
  return FORMATS[head.toString('latin1', 0, NAME_BYTES)]
}

function mostOf(head: Buffer): number {
  return isMp4(head) ? FILM : (formatOf(head)?.mostBytesPerSecond(head) ?? MP3)
}
