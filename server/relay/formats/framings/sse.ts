import { type Frame, FrameAligner, lastFrame, parseFrames } from './frames'
import type { Framing } from './framing'
import type { FrameMemory } from './held-frame'

/** Server-sent events. */
export class SseFraming implements Framing {
  readonly #aligner: FrameAligner

  constructor(memory?: FrameMemory) {
    this.#aligner = new FrameAligner(memory)
  }

  push(chunk: Buffer): readonly Frame[] {
    const frames = this.#aligner.push(chunk)
    return frames === undefined ? [] : parseFrames(frames.toString())
  }

  rest(): readonly Frame[] {
    const last = lastFrame(this.#aligner.rest())
    return last === undefined ? [] : parseFrames(last.toString())
  }
}
