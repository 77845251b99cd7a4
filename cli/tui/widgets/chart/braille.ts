/** Amounts as a chart of dots: a cell is two of them wide and four high. */
const BLANK = 0x2800
/** Bits of a cell's dots from the bottom up, left and right. */
const LEFT = [0x40, 0x04, 0x02, 0x01] as const
const RIGHT = [0x80, 0x20, 0x10, 0x08] as const
const DOTS = 4

/** Lines from the top down; the newest value is at the right, and what does not fit is left out. */
export function brailleChart(
  values: readonly number[],
  { columns, lines }: { readonly columns: number; readonly lines: number },
): readonly string[] {
  const shown = values.slice(-columns * 2)
  const most = Math.max(0, ...shown)
  const heights = shown.map((value) =>
    value <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((value / most) * lines * DOTS)),
  )
  const padded = [...new Array<number>(columns * 2 - heights.length).fill(0), ...heights]
  return Array.from({ length: lines }, (_, line) => {
    const floor = (lines - 1 - line) * DOTS
    return Array.from({ length: columns }, (_, column) => {
      const left = dots(LEFT, (padded[column * 2] ?? 0) - floor)
      const right = dots(RIGHT, (padded[column * 2 + 1] ?? 0) - floor)
      return String.fromCharCode(BLANK + left + right)
    }).join('')
  })
}

function dots(bits: readonly number[], height: number): number {
  return bits.slice(0, Math.max(0, height)).reduce((sum, bit) => sum + bit, 0)
}
