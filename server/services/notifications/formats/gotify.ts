/** A Gotify server. */
import type { Severity } from '../../../domain/notices/severities'
import { clip } from './clip'
import type { Format } from './format'
import { refusalByStatus } from './read-answer'

const MAX_TITLE = 200
const MAX_MESSAGE = 10_000

/** From 8 on phones make a sound. */
const PRIORITIES = { critical: 10, warning: 8, info: 4 } as const satisfies Record<Severity, number>

export const gotify: Format = {
  perMinute: 60,
  made: (message, { server = '', token = '' }) => {
    const { headline, text, link, severity = 'info', isRecovery } = message
    const extras = { 'client::notification': { click: { url: link } } }
    return {
      url: `${server}/message`,
      headers: { 'x-gotify-key': token },
      body: {
        title: clip(headline, MAX_TITLE),
        message: clip(text, MAX_MESSAGE),
        priority: isRecovery ? PRIORITIES.info : PRIORITIES[severity],
        ...(link !== undefined && { extras }),
      },
    }
  },
  refusal: (answer) => refusalByStatus(answer, 'errorDescription', 'error'),
}
