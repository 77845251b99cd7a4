/** Bark, on its own server or another. */
import type { Severity } from '../../../domain/notices/severities'
import { clip, clipBytes } from './clip'
import type { Format } from './format'
import { refusalInBody } from './read-answer'

const MAX_TITLE = 200
/** Apple takes 4 kB, of which the other fields need some. */
const MAX_BODY_BYTES = 2500

const LEVELS = {
  critical: 'critical',
  warning: 'timeSensitive',
  info: 'active',
} as const satisfies Readonly<Record<Severity, string>>

export const bark: Format = {
  perMinute: 60,
  made: (message, { server = '', key = '' }) => {
    const { headline, text, link, severity = 'info', isRecovery, site } = message
    return {
      url: `${server}/push`,
      body: {
        device_key: key,
        title: clip(headline, MAX_TITLE),
        body: clipBytes(text, MAX_BODY_BYTES),
        level: isRecovery ? LEVELS.info : LEVELS[severity],
        group: clip(site, MAX_TITLE),
        ...(link !== undefined && { url: link }),
      },
    }
  },
  refusal: (answer) =>
    refusalInBody(answer, ({ code, message }) => (code === 200 ? undefined : `${code} ${message}`)),
}
