/**
 * Calls that wait for the collector. The queue has a bound, one batch is on its way at a time,
 * and there is a pause between two of them: a busy gateway sends what it can without slowing
 * its calls, and counts what it drops. (The batch processor of the SDK sends batch after batch,
 * which takes a tenth of a busy core.)
 */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { monotonicMs, type TimeSource } from '../domain/time-source'
import type { QueueLimits } from '../telemetry-settings'
import type { EndedCall } from './ended-call'

/** Times as long as a batch took to write: no more than a hundredth of the process goes there. */
const PAUSE_FACTOR = 100
const LONGEST_PAUSE_MS = 3000

export interface QueueParts {
  readonly limits: QueueLimits
  readonly exporter: Pick<SpanExporter, 'export'>
  readonly spansOf: (call: EndedCall) => readonly ReadableSpan[]
  readonly clock: TimeSource
  readonly onResult: (result: ExportResult) => void
}

export class SpanQueue {
  readonly #parts: QueueParts
  readonly #waiting: EndedCall[] = []
  #spans = 0
  #dropped = 0
  #isEnding = false
  /** What making and writing the last batch took of this thread. */
  #busyMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  /** Spans that found no room, or did not arrive, so far. */
  get dropped(): number {
    return this.#dropped
  }

  add(call: EndedCall): void {
    const { limits } = this.#parts
    const spans = 1 + call.tries.length
    if (this.#spans + spans > limits.spans) {
      this.#dropped += spans
      return
    }
    this.#waiting.push(call)
    this.#spans += spans
    if (this.#sending === undefined) this.#schedule()
  }

  /** Sends what waits, batch after batch, before the process ends. */
  async flush(): Promise<void> {
    this.#isEnding = true
    while (this.#sending !== undefined || this.#waiting.length > 0) {
      await (this.#sending ?? this.#send())
    }
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending = this.#sendBatch()
      .then(() => this.#pause())
      .then(() => {
        this.#sending = undefined
        if (this.#waiting.length > 0) this.#schedule()
      })
    return this.#sending
  }

  #schedule(): void {
    const { batch, delayMs } = this.#parts.limits
    if (this.#spans >= batch) void this.#send()
    else this.#timer ??= later(() => this.#send(), delayMs)
  }

  #pause(): Promise<void> | undefined {
    if (this.#isEnding) return undefined
    const pauseMs = Math.min(LONGEST_PAUSE_MS, this.#busyMs * PAUSE_FACTOR)
    return new Promise((resolve) => later(resolve, pauseMs))
  }

  async #sendBatch(): Promise<void> {
    const { clock, spansOf } = this.#parts
    const beganMs = monotonicMs(clock)
    const spans = this.#take().flatMap(spansOf)
    const exported = this.#exported(spans)
    this.#busyMs = monotonicMs(clock) - beganMs
    const result = await exported
    if (result.code !== ExportResultCode.SUCCESS) this.#dropped += spans.length
    this.#parts.onResult(result)
  }

  #take(): readonly EndedCall[] {
    const { batch } = this.#parts.limits
    let spans = 0
    let end = 0
    for (const { tries } of this.#waiting) {
      const own = 1 + tries.length
      // A call with more tries than a batch has spans goes alone.
      if (end > 0 && spans + own > batch) break
      spans += own
      end += 1
    }
    this.#spans -= spans
    return this.#waiting.splice(0, end)
  }

  #exported(spans: readonly ReadableSpan[]): Promise<ExportResult> {
    return new Promise((resolve) => this.#parts.exporter.export([...spans], resolve))
  }
}

function later(act: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(act, ms)
  timer.unref()
  return timer
}
