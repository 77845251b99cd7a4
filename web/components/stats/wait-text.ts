import type { Text } from '../../app/language'

const SECOND = 1000

/** Milliseconds as people write them, "–" for nothing known. */
export function waitText(ms: number, text: Text): string {
  if (ms === 0) return '–'
  if (ms < SECOND) return text('ui.milliseconds', { count: Math.round(ms) })
  return text('ui.seconds', { count: (ms / SECOND).toFixed(ms < 10 * SECOND ? 2 : 1) })
}
