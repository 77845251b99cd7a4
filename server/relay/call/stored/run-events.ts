/** What the stream of a background answer says, for whoever follows it now or later. */
import type { JsonObject } from '../../wire/chat'
import type { MemoryHold } from '../../wire/memory-budget'

export interface EventSource {
  /** JSON of the event with this sequence number; `undefined` where there is none any more. */
  readonly eventAt: (index: number) => Promise<string | undefined>
}

/** Events while they come. They are numbered here, from 0 without a gap. */
export class RunEvents implements EventSource {
  readonly #hold: MemoryHold
  readonly #events: string[] = []
  #size = 0
  #isOver = false
  #waiting: (() => void)[] = []

  constructor(hold: MemoryHold) {
    this.#hold = hold
  }

  /** Throws `overloaded` where there is no room for more. */
  add({ sequence_number: _, type, ...event }: JsonObject): void {
    const text = JSON.stringify({ type, sequence_number: this.#events.length, ...event })
    this.#hold.resize('answer', this.#size + text.length)
    this.#size += text.length
    this.#events.push(text)
    this.#wake()
  }

  async eventAt(index: number): Promise<string | undefined> {
    for (;;) {
      const event = this.#events[index]
      if (event !== undefined || this.#isOver) return event
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  end(): void {
    this.#isOver = true
    this.#wake()
  }

  /** One JSON text per line. */
  written(): string {
    return this.#events.join('\n')
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** Events of an answer that is over, as they were written. */
export function writtenEvents(text: string): EventSource {
  const events = text.split('\n')
  return { eventAt: async (index) => events[index] }
}
