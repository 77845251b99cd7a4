import './chart.css'

interface SparklineProps {
  readonly values: readonly number[]
  /** A part of each value, drawn in red at its foot. */
  readonly bad?: readonly number[] | undefined
}

const BAR = 4
const GAP = 1
const HEIGHT = 24
/** What is there is seen, however little it is. */
const LEAST = 1.5

/** A shape next to a number that says the same. */
export function Sparkline({ values, bad = [] }: SparklineProps) {
  const largest = Math.max(1, ...values)
  const heightOf = (value: number): number =>
    value <= 0 ? 0 : Math.max(LEAST, (value / largest) * HEIGHT)
  const path = (numbers: readonly number[]): string =>
    numbers
      .map((value, index) => {
        const height = Math.round(heightOf(value) * 10) / 10
        return height === 0 ? '' : `M${index * (BAR + GAP)} ${HEIGHT}h${BAR}v${-height}h${-BAR}z`
      })
      .join('')
  const width = Math.max(1, values.length) * (BAR + GAP) - GAP
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path(values)} />
      <path className="sparkline-bad" d={path(bad)} />
    </svg>
  )
}
