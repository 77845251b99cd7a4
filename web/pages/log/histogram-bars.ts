/** Calls by intervals of time, as bars side by side. */
import type { DataOf } from '../../../server/domain/api-calls/contract'

/** From the bottom of a bar to its top. */
export const OUTCOMES = ['answered', 'failed', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

export type Bar = Readonly<Record<Outcome, number>> & {
  /** Epoch seconds. */
  readonly from: number
  readonly to: number
}

const NOTHING = { answered: 0, failed: 0, refused: 0 }

/** With the pieces in which nothing happened. */
export function barsOf({ step, from, to, counts }: DataOf<'log.histogram'>): readonly Bar[] {
  const first = from - (from % step)
  const length = Math.max(1, Math.floor((to - first) / step) + 1)
  const known = new Map(counts.map((count) => [count.at, count]))
  return Array.from({ length }, (_, index) => {
    const at = first + index * step
    const { answered, failed, refused } = known.get(at) ?? NOTHING
    return { answered, failed, refused, from: at, to: at + step }
  })
}

/** Which bar a point is over; -1 without any. */
export function piecesAt(x: number, width: number, bars: number): number {
  if (bars === 0 || width <= 0) return -1
  return Math.min(bars - 1, Math.max(0, Math.floor((x / width) * bars)))
}

/** Pixels that are seen of a count above zero, however small. */
const LEAST = 2
const GAP_SHARE = 0.2

/** One path for each outcome: a bar of its own for each would be hundreds of elements. */
export function pathsOf(bars: readonly Bar[], width: number, height: number) {
  const most = Math.max(1, ...bars.map((bar) => OUTCOMES.reduce((sum, name) => sum + bar[name], 0)))
  const piece = width / Math.max(1, bars.length)
  const inner = Math.max(1, piece * (1 - GAP_SHARE))
  const pixels = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * height))
  const paths: Record<Outcome, string> = { answered: '', failed: '', refused: '' }
  for (const [index, bar] of bars.entries()) {
    let bottom = height
    for (const outcome of OUTCOMES) {
      const tall = Math.min(bottom, pixels(bar[outcome]))
      if (tall === 0) continue
      bottom -= tall
      const x = (index * piece).toFixed(1)
      paths[outcome] += `M${x} ${bottom.toFixed(1)}h${inner.toFixed(1)}v${tall.toFixed(1)}H${x}z`
    }
  }
  return OUTCOMES.map((outcome) => ({ outcome, d: paths[outcome] }))
}
