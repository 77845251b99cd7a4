/** What a request and the connection that it has know of each other. */
import type { AnswerHead } from './read-head'

/** What a request learns of its answer: head once, bytes any number of times, then one end. */
export interface AnswerHandler {
  readonly onRequestStart: (line: Line) => void
  readonly onResponseStart: (line: Line, status: number, headers: AnswerHead['headers']) => void
  readonly onResponseData: (line: Line, bytes: Buffer) => void
  readonly onResponseEnd: () => void
  readonly onResponseError: (line: Line, error: Error) => void
}

/** What a request can do to the connection while it has it. */
export interface Line {
  readonly abort: (reason: Error) => void
  readonly pause: () => void
  readonly resume: () => void
}

export interface WireLimits {
  readonly connectMs: number
  readonly firstByteMs: number
}
