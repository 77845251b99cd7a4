/** What the clock of this computer shows, in epoch milliseconds. */
export function nowMs(): number {
  return Math.floor(performance.timeOrigin + performance.now())
}
