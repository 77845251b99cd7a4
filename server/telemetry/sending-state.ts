/** Logs when telemetry stops arriving and when it arrives again, not each time. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { Logger } from '../log'

export class SendingState {
  readonly #log: Logger
  readonly #signal: string
  #isFailing = false

  constructor(log: Logger, signal: string) {
    this.#log = log
    this.#signal = signal
  }

  record({ code, error }: ExportResult): void {
    const isFailing = code !== ExportResultCode.SUCCESS
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    const signal = this.#signal
    if (isFailing) this.#log.warn('telemetry does not reach the collector', { signal, error })
    else this.#log.info('telemetry reaches the collector again', { signal })
  }
}
