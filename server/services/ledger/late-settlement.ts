/** What a settlement looks like while it waits, and when it is written at last. */
import type { SettleOrder } from '../../domain/ledger/orders'

/** Of each text, so that what waits has a bound however many wait. */
const MOST_CHARACTERS = 4_000

/** Without what could be of any length, and limits that may change; what is owed stays. */
export function slim(order: SettleOrder): SettleOrder {
  const { limits: _, ...owed } = order
  const { log } = owed
  if (log === undefined) return owed
  const content = log.content.slice(0, MOST_CHARACTERS).toWellFormed()
  return { ...owed, log: { ...log, content, other: shortened(log.other) } }
}

function shortened(other: string): string {
  if (other.length <= MOST_CHARACTERS) return other
  // Named by the client's own body, and the only list in it without an end.
  const { untranslated: _, ...rest } = detailsOf(other)
  const text = JSON.stringify(rest)
  return text.length <= MOST_CHARACTERS ? text : '{}'
}

/** Its log row shows how long after the call it was written. */
export function markLate(order: SettleOrder, nowMs: number): SettleOrder {
  const { log } = order
  if (log === undefined) return order
  const settled_late_ms = Math.max(0, Math.round(nowMs - order.nowMs))
  const other = JSON.stringify({ ...detailsOf(log.other), settled_late_ms })
  return { ...order, log: { ...log, other } }
}

function detailsOf(other: string): Record<string, unknown> {
  if (other === '') return {}
  return Object(JSON.parse(other))
}
