/** Badges as Uptime Kuma has them: the same addresses, the same fields. */
import type { BadgeQuery } from '../../domain/endpoints/status-page'
import type { ServiceFigures, StatusFigures } from '../../domain/status-page/page'
import type { ServiceState } from '../../domain/status-page/states'
import { kumaId } from './kuma'

const STYLES = ['plastic', 'flat', 'flat-square', 'for-the-badge', 'social'] as const

const COLOR = { good: '#66c20a', fair: '#f8a306', bad: '#c2290a', work: '#1747f5', none: '#999' }
const NOT_KNOWN = { message: 'N/A', color: COLOR.none } as const

/** Percent, the highest first. */
const UPTIME_COLORS = [
  { from: 99, color: COLOR.good },
  { from: 95, color: COLOR.fair },
  { from: 0, color: COLOR.bad },
] as const

const LONGEST = 100

interface Words {
  readonly label?: string | undefined
  readonly message: string
  readonly color: string
}

export interface BadgeRequest {
  readonly kind: string
  /** As in the address; "" for the last day. */
  readonly duration: string
  readonly query: BadgeQuery
}

type Kind = (figures: ServiceFigures, request: BadgeRequest) => Words

const KINDS: Readonly<Record<string, Kind>> = {
  status: ({ state }, { query }) => ({
    label: query.label ?? 'Status',
    ...stateWords(state, query),
  }),
  uptime: ({ day, total }, { duration, query }) => {
    const isDay = hoursOf(duration) <= 24
    const percent = isDay ? day : total
    const color = UPTIME_COLORS.find(({ from }) => (percent ?? 0) >= from)?.color
    return {
      label: labelOf(query, `Uptime (${isDay ? '24h' : '90d'})`),
      ...(percent === null
        ? NOT_KNOWN
        : { message: amountText(query, percent, '%'), color: query.color ?? color ?? COLOR.bad }),
    }
  },
  ping: (figures, { query }) => waitWords(figures, query),
  response: (figures, { query }) => waitWords(figures, query),
  'avg-response': (figures, { query }) => waitWords(figures, query),
}

/** By name, or by the number that the status page of Uptime Kuma has for it. */
export function findService(figures: StatusFigures, id: string): ServiceFigures | undefined {
  const named = figures.models.find(({ name }) => name === id)
  if (named !== undefined) return named
  const wanted = Number(id)
  return (
    figures.models.find(({ name }) => kumaId(name) === wanted) ??
    figures.groups.find(({ name }) => `group:${name}` === id || kumaId(`group:${name}`) === wanted)
  )
}

/** What is not shown has a badge too, which says no more. */
export async function badgeOf(
  figures: ServiceFigures | undefined,
  request: BadgeRequest,
): Promise<string> {
  const words = figures === undefined ? NOT_KNOWN : KINDS[request.kind]?.(figures, request)
  return await drawn(words ?? NOT_KNOWN, request.query)
}

export async function siteBadge({ site }: StatusFigures, query: BadgeQuery): Promise<string> {
  return await drawn({ label: query.label, ...stateWords(site.state, query) }, query)
}

async function drawn({ label, message, color }: Words, query: BadgeQuery): Promise<string> {
  const { makeBadge } = await import('badge-maker')
  return makeBadge({
    message: message.slice(0, LONGEST),
    color: color.slice(0, LONGEST),
    ...(label !== undefined && { label: label.slice(0, LONGEST) }),
    ...(query.labelColor !== undefined && { labelColor: query.labelColor.slice(0, LONGEST) }),
    style: STYLES.find((style) => style === query.style) ?? 'flat',
  })
}

function stateWords(state: ServiceState, query: BadgeQuery): Words {
  const words: Readonly<Record<ServiceState, Words>> = {
    operational: { message: query.upLabel ?? 'Up', color: query.upColor ?? COLOR.good },
    degraded: {
      message: query.pendingLabel ?? 'Degraded',
      color: query.pendingColor ?? COLOR.fair,
    },
    outage: { message: query.downLabel ?? 'Down', color: query.downColor ?? COLOR.bad },
    maintenance: {
      message: query.maintenanceLabel ?? 'Maintenance',
      color: query.maintenanceColor ?? COLOR.work,
    },
    no_data: NOT_KNOWN,
  }
  return words[state]
}

function waitWords({ p50_ms }: ServiceFigures, query: BadgeQuery): Words {
  const label = labelOf(query, 'First byte (24h)')
  if (p50_ms === null) return { label, ...NOT_KNOWN }
  return { label, message: amountText(query, p50_ms, 'ms'), color: query.color ?? 'blue' }
}

function labelOf({ labelPrefix = '', label, labelSuffix = '' }: BadgeQuery, own: string): string {
  return [labelPrefix, label ?? own, labelSuffix].filter((part) => part !== '').join(' ')
}

function amountText({ prefix = '', suffix }: BadgeQuery, value: number, unit: string): string {
  return `${prefix}${value}${suffix ?? unit}`
}

/** `24`, `24h`, `30d` or `1y`; a day when it cannot be read. */
function hoursOf(duration: string): number {
  const [, count = '24', unit = 'h'] = /^(\d+)([hdmy]?)$/.exec(duration) ?? []
  const hours: Readonly<Record<string, number>> = { d: 24, m: 24 * 30, y: 24 * 365 }
  return Number(count) * (hours[unit] ?? 1)
}
