/** The Events API v2 of PagerDuty: an incident is triggered, and resolved by the same key. */
import { createHash } from 'node:crypto'
import { clip } from './clip'
import type { Format } from './format'
import { refusalByStatus } from './read-answer'

const MAX_SUMMARY = 1024
const MAX_KEY = 255

export const pagerduty: Format = {
  perMinute: 120,
  isPerNotice: true,
  made: (message, { server = '', key = '' }) => {
    const { title, text, link, severity = 'info', isRecovery, incident, site, nowMs } = message
    const event = {
      routing_key: key,
      dedup_key: keyOf(`${site}/${incident}`),
      event_action: isRecovery ? 'resolve' : 'trigger',
    }
    const payload = {
      summary: clip(title, MAX_SUMMARY),
      source: site,
      severity,
      timestamp: new Date(nowMs).toISOString(),
      class: message.type,
      custom_details: { text },
    }
    const more = {
      client: site,
      ...(link !== undefined && { links: [{ href: link, text: link }] }),
    }
    return {
      url: `${server}/v2/enqueue`,
      body: isRecovery ? event : { ...event, payload, ...more },
    }
  },
  refusal: (answer) => refusalByStatus(answer, 'message'),
}

function keyOf(incident: string): string {
  if (incident.length <= MAX_KEY) return incident
  return createHash('sha256').update(incident).digest('hex')
}
