/** Amounts as a line of bars, each one cell wide. */
const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** Exactly `width` cells where there are values; neighbours are added up when there are more. */
export function sparkline(values: readonly number[], width: number): string {
  const sums = fitted(values, width)
  const most = Math.max(0, ...sums)
  const cells = sums.map((sum) => {
    if (sum <= 0 || most <= 0) return ' '
    return BARS[Math.min(BARS.length - 1, Math.ceil((sum / most) * BARS.length) - 1)] ?? ''
  })
  const repeat = Math.max(1, Math.floor(width / Math.max(1, cells.length)))
  return cells.map((cell) => cell.repeat(repeat)).join('')
}

function fitted(values: readonly number[], width: number): readonly number[] {
  if (values.length <= width) return values
  const perCell = Math.ceil(values.length / Math.max(1, width))
  return Array.from({ length: Math.ceil(values.length / perCell) }, (_, at) =>
    values.slice(at * perCell, (at + 1) * perCell).reduce((sum, value) => sum + value, 0),
  )
}
