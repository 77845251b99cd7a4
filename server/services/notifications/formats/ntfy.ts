/** ntfy.sh, or a server of one's own. */
import type { Severity } from '../../../domain/notices/severities'
import { clipBytes } from './clip'
import type { Format } from './format'
import { refusalByStatus } from './read-answer'

const MAX_TITLE_BYTES = 250
/** A longer message would become an attachment. */
const MAX_MESSAGE_BYTES = 4096

const PRIORITIES = { critical: 5, warning: 4, info: 3 } as const satisfies Record<Severity, number>
const TAGS = {
  critical: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
} as const satisfies Record<Severity, string>

export const ntfy: Format = {
  perMinute: 30,
  made: (message, { server = '', topic = '', token }) => {
    const { headline, text, link, severity = 'info', isRecovery } = message
    return {
      url: server,
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      body: {
        topic,
        title: clipBytes(headline, MAX_TITLE_BYTES),
        message: clipBytes(text, MAX_MESSAGE_BYTES),
        priority: isRecovery ? PRIORITIES.info : PRIORITIES[severity],
        tags: [isRecovery ? 'white_check_mark' : TAGS[severity]],
        ...(link !== undefined && { click: link }),
      },
    }
  },
  refusal: (answer) => refusalByStatus(answer, 'error'),
}
