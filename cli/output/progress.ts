/** How far long work has come, for people in front of a terminal. */
import type { Clock } from '../../server/clock'
import { monotonicMs } from '../../server/domain/time-source'
import { type Translate, type Words, words } from '../words'
import type { Streams } from './printer'

/** Told as often as the work likes; the total may be unknown. */
export type ReportProgress = (done: number, total?: number) => void

const REDRAW_MS = 100
const BAR_WIDTH = 24

interface ProgressPlace {
  readonly streams: Streams
  readonly clock: Clock
  /** False with `--quiet`; a pipe or file on stderr is never drawn on. */
  readonly isWanted: boolean
}

/** Runs the work under a bar on stderr, which is gone when the work ends. */
export async function underProgress<T>(
  { streams, clock, isWanted }: ProgressPlace,
  said: { readonly label: Words; readonly translate: Translate },
  run: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  if (!isWanted || !streams.errIsTerminal) return await run(() => {})
  const label = said.translate(said.label)
  let drawnAtMs = Number.NEGATIVE_INFINITY
  const report: ReportProgress = (done, total) => {
    const nowMs = monotonicMs(clock)
    if (nowMs - drawnAtMs < REDRAW_MS) return
    drawnAtMs = nowMs
    streams.err(`\r\u001b[2K${label} ${said.translate(barOf(done, total))}`)
  }
  try {
    return await run(report)
  } finally {
    streams.err('\r\u001b[2K')
  }
}

function barOf(done: number, total: number | undefined): Words {
  if (total === undefined || total <= 0) return String(done)
  const full = Math.round((Math.min(done, total) / total) * BAR_WIDTH)
  return words`[${'#'.repeat(full) + '.'.repeat(BAR_WIDTH - full)}] ${done} of ${total}`
}
