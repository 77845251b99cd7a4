/** A JSON object per line. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Frame } from './frames'
import type { Framing } from './framing'
import { type FrameMemory, HeldFrame } from './held-frame'

const LF = 10
const MAX_LINE_MB = 10
const MAX_LINE_BYTES = MAX_LINE_MB * 1024 * 1024

const NOTHING = Buffer.alloc(0)

export class NdjsonFraming implements Framing {
  readonly #held: HeldFrame

  constructor(memory?: FrameMemory) {
    this.#held = new HeldFrame(memory)
  }

  push(chunk: Buffer): readonly Frame[] {
    const end = chunk.lastIndexOf(LF) + 1
    if (end === 0) {
      this.#hold(chunk)
      return []
    }
    const whole = chunk.subarray(0, end)
    const lines = this.#held.size === 0 ? whole : this.#held.completedBy(whole)
    if (end < chunk.length) this.#hold(chunk.subarray(end))
    return framesIn(lines)
  }

  /** The last line may lack its end; a piece of one is no JSON, and is found out by its reader. */
  rest(): readonly Frame[] {
    return framesIn(this.#held.completedBy(NOTHING))
  }

  #hold(chunk: Buffer): void {
    if (this.#held.size + chunk.length > MAX_LINE_BYTES) {
      throw new GatewayError('upstream.too_large', { limitMb: MAX_LINE_MB })
    }
    this.#held.add(chunk)
  }
}

function framesIn(lines: Buffer): readonly Frame[] {
  const texts = lines.toString().split('\n')
  return texts.filter((text) => text.trim() !== '').map((data) => ({ name: '', data }))
}
