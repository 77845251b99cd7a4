/** What the clock of this computer shows, in epoch milliseconds. */
export function nowMs(): number {
  return Math.floor(performance.timeOrigin + performance.now())
}

export function nowSeconds(): number {
  return Math.floor(nowMs() / 1000)
}

/** Epoch seconds at which the local day of a time began, or one of the days before it. */
export function midnight(seconds: number, daysBack = 0): number {
  const date = new Date(seconds * 1000)
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - daysBack)
  return Math.floor(date.getTime() / 1000)
}
