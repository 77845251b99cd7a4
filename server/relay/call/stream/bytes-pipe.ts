/** An answer of bytes that nobody here can read: it passes as it comes. */
import type { StreamPipe } from './stream-pipe'

const NOTHING = new Uint8Array(0)
const NOTHING_SENT = { head: '', tail: '' }

/** The price follows from the request, so nothing of the answer is counted. */
export class BytesPipe implements StreamPipe {
  readonly isOpaque = true
  #isWhole = false

  push(chunk: Buffer): Uint8Array | undefined {
    return chunk.length > 0 ? chunk : undefined
  }

  hasContent(): boolean {
    return true
  }

  isWhole(): boolean {
    return this.#isWhole
  }

  end(): void {
    this.#isWhole = true
  }

  closing(): Uint8Array {
    return NOTHING
  }

  failure(): undefined {
    return undefined
  }

  sent(): typeof NOTHING_SENT {
    return NOTHING_SENT
  }

  errorWasForwarded(): boolean {
    return false
  }

  usage(): undefined {
    return undefined
  }

  isFinished(): boolean {
    return false
  }

  produced(): number {
    return 0
  }

  generated(): { text: string; scale: number } {
    return { text: '', scale: 1 }
  }
}
