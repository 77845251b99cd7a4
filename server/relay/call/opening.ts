/**
 * The opening of a stream, which has no content: withheld from the client until content follows,
 * so that an upstream that fails before it can be replaced by another.
 */

/** Openings are a few hundred bytes. */
const MAX_BYTES = 64 * 1024

export interface OpeningOptions {
  /** How long a client is left without the opening of an answer that does not go on. */
  readonly limitMs: number
  /** Nothing is held back any longer: the frames go to the client. */
  readonly release: () => void
}

export class Opening {
  readonly #options: OpeningOptions
  readonly #frames: Uint8Array[] = []
  #size = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: OpeningOptions) {
    this.#options = options
  }

  get isBegun(): boolean {
    return this.#size > 0
  }

  add(frames: Uint8Array): void {
    this.#frames.push(frames)
    this.#size += frames.length
    const { limitMs, release } = this.#options
    if (this.#size > MAX_BYTES) release()
    else this.#timer ??= setTimeout(release, limitMs)
  }

  /** What was held back, in the order in which it came; ends the holding. */
  take(): readonly Uint8Array[] {
    this.end()
    return this.#frames.splice(0)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
