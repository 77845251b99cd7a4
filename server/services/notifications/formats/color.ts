/** How a message looks where services show a colour. */
import type { Severity } from '../../../domain/notices/severities'
import type { Message } from '../message'

const COLORS = {
  critical: '#cf222e',
  warning: '#d4a72c',
  info: '#0969da',
} as const satisfies Readonly<Record<Severity, string>>

const RECOVERED_COLOR = '#1a7f37'

/** As `#rrggbb`. */
export function colorOf({ severity = 'info', isRecovery }: Message): string {
  return isRecovery ? RECOVERED_COLOR : COLORS[severity]
}
