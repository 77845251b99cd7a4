/** When a model was released, where its name says so: claude-sonnet-4-5-20250929. */

const DATE = /(?<!\d)(20[2-9]\d)(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/

/** Epoch seconds; `undefined` for a name without a complete date. */
export function releasedSeconds(model: string): number | undefined {
  const [, year, , month, day] = DATE.exec(model) ?? []
  if (year === undefined) return undefined
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000
}
