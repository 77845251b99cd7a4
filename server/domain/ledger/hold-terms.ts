/**
 * What a hold of credits is for. Start-up and sweeps give back what a dead process held, never
 * what is held for a job: a job outlives processes, and whoever ends it settles it.
 */

export type HoldKind = 'call' | 'socket' | 'job'

export interface HoldTerms {
  readonly kind: HoldKind
  /** Epoch ms. Past it a hold is a leftover, unless its holder still works on it. */
  readonly deadlineMs: number
  /** Names the job; "" for everything else. */
  readonly jobId: string
}

/** No call is still running after this long. */
export const LONGEST_CALL_MS = 3_600_000

/** How long work of a kind takes at most; a job says so itself. */
const LONGEST_MS = {
  call: LONGEST_CALL_MS,
  socket: 24 * 3_600_000,
} satisfies Record<Exclude<HoldKind, 'job'>, number>

export function termsOf(kind: keyof typeof LONGEST_MS, nowMs: number): HoldTerms {
  return { kind, deadlineMs: nowMs + LONGEST_MS[kind], jobId: '' }
}
