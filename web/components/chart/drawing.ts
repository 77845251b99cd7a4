/** From numbers to pixels; NaN is a place where no line goes through. */

const MARGIN = { top: 12, right: 12, bottom: 30, left: 64 } as const
/** Of a band, left of the bar and right of it. */
const GAP = 0.12

export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Width of a bucket. */
  readonly band: number
  readonly xOf: (index: number) => number
  readonly middleOf: (index: number) => number
  readonly yOf: (value: number) => number
  /** The bucket nearest to a place. */
  readonly indexAt: (x: number) => number
}

export interface FrameFacts {
  readonly width: number
  readonly height: number
  readonly count: number
  /** Value at the upper edge. */
  readonly top: number
}

export function frameOf({ width, height, count, top }: FrameFacts): Frame {
  const right = width - MARGIN.right
  const bottom = height - MARGIN.bottom
  const band = Math.max(0, right - MARGIN.left) / Math.max(1, count)
  const xOf = (index: number): number => MARGIN.left + index * band
  return {
    left: MARGIN.left,
    right,
    top: MARGIN.top,
    bottom,
    band,
    xOf,
    middleOf: (index) => xOf(index) + band / 2,
    yOf: (value) => bottom - (value / top) * (bottom - MARGIN.top),
    indexAt: (x) => Math.max(0, Math.min(count - 1, Math.floor((x - MARGIN.left) / band))),
  }
}

interface Stack {
  readonly base: readonly number[]
  readonly values: readonly number[]
}

/** "" when nothing of it is above 0. */
export function barPath(
  frame: Frame,
  { base, values }: Stack,
  isIn: (index: number) => boolean,
): string {
  const width = round(frame.band * (1 - 2 * GAP))
  return values
    .map((value, index) => {
      if (value <= 0 || !isIn(index)) return ''
      const from = frame.yOf(base[index] ?? 0)
      const to = frame.yOf((base[index] ?? 0) + value)
      const x = round(frame.xOf(index) + frame.band * GAP)
      return `M${x} ${round(to)}h${width}v${round(from - to)}h${-width}z`
    })
    .join('')
}

interface LineFacts {
  readonly from?: number
  /** Closed along the axis. */
  readonly isArea?: boolean
}

export function linePath(
  frame: Frame,
  values: readonly number[],
  { from = 0, isArea = false }: LineFacts = {},
): string {
  const points = values
    .map((value, index) =>
      Number.isNaN(value) ? '' : `${round(frame.middleOf(index))} ${round(frame.yOf(value))}`,
    )
    .slice(from)
  const line = points.map((point, index) => stepTo(point, points[index - 1] ?? '')).join('')
  if (!isArea || line === '') return line
  const [first, last] = [frame.middleOf(from), frame.middleOf(values.length - 1)].map(round)
  return `${line}L${last} ${frame.bottom}L${first} ${frame.bottom}z`
}

/** A point with nothing before it begins a line, and is seen although nothing may follow. */
function stepTo(point: string, before: string): string {
  if (point === '') return ''
  return before === '' ? `M${point}h0` : `L${point}`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
