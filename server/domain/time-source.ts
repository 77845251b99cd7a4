/** Where time comes from. */
export interface TimeSource {
  /** Epoch milliseconds; may jump when somebody sets the machine's clock. */
  readonly nowMs: () => number
  /**
   * Milliseconds since some fixed moment, which never jump: for durations and windows. A source
   * without it promises that `nowMs` does not jump either.
   */
  readonly monotonicMs?: () => number
}

/** For differences only: the number itself means nothing. */
export function monotonicMs(source: TimeSource): number {
  return source.monotonicMs === undefined ? source.nowMs() : source.monotonicMs()
}
