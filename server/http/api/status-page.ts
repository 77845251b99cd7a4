import { groupText } from '../../domain/accounts/group-text'
import {
  type ServiceJson,
  type StatusPageJson,
  statusPageEndpoints,
} from '../../domain/endpoints/status-page'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type Language, translate } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { titled } from '../../domain/status-page/incident-title'
import type { ServiceFigures } from '../../domain/status-page/page'
import type { StatusPage } from '../../services/status-page/show'
import { successText } from '../envelope'
import { type Call, handlers } from '../handlers'
import { type BadgeRequest, badgeOf, findService, siteBadge } from '../status-page/badge'
import { cachedAnswer, publicHeaders } from '../status-page/cached-answer'
import { KUMA_SLUG, kumaHeartbeats, kumaPage } from '../status-page/kuma'

type StatusCall = Pick<Call, 'services' | 'options' | 'request' | 'language' | 'publicAddress'>

export const statusPageRoutes = handlers(statusPageEndpoints, {
  'status_page.show': async (call) => {
    const page = await shownPage(call)
    const { language, options, request } = call
    return await cachedAnswer(page, {
      variant: `page ${language} ${titleOf(options)}`,
      type: 'application/json',
      request,
      write: () => successText(jsonOf(page, options, language)),
    })
  },
  'status_page.atom': async (call) => await feedOf(call, 'application/atom+xml'),
  'status_page.rss': async (call) => await feedOf(call, 'application/rss+xml'),
  'status_page.badge': async (call) =>
    await badge(call, call.params.id, { ...call.params, query: call.query, duration: '' }),
  'status_page.badge_over': async (call) =>
    await badge(call, call.params.id, { ...call.params, query: call.query }),
  'status_page.site_badge': async (call) => {
    requireSlug(call.params.slug)
    const { figures } = await shownPage(call)
    return svg(await siteBadge(figures, call.query))
  },
  'status_page.kuma': async (call) => {
    requireSlug(call.params.slug)
    const page = await shownPage(call)
    const { language, options, request } = call
    const facts = { title: titleOf(options), icon: options.Logo, language }
    return await cachedAnswer(page, {
      variant: `kuma ${JSON.stringify(facts)}`,
      type: 'application/json',
      request,
      write: () => JSON.stringify(kumaPage(page, facts)),
    })
  },
  'status_page.kuma_heartbeats': async (call) => {
    requireSlug(call.params.slug)
    const page = await shownPage(call)
    return await cachedAnswer(page, {
      variant: 'heartbeats',
      type: 'application/json',
      request: call.request,
      write: () => JSON.stringify(kumaHeartbeats(page)),
    })
  },
})

/** What is switched off is not there. */
async function shownPage({ services, options }: StatusCall): Promise<StatusPage> {
  if (!options.StatusPageEnabled) throw new GatewayError('status_page.not_found')
  return await services.statusPage.show(options)
}

/** There is one page. */
function requireSlug(slug: string): void {
  if (slug.toLowerCase() !== KUMA_SLUG) throw new GatewayError('status_page.not_found')
}

function titleOf({ SystemName }: OptionValues): string {
  return SystemName
}

async function feedOf(
  call: StatusCall,
  type: 'application/atom+xml' | 'application/rss+xml',
): Promise<Response> {
  const page = await shownPage(call)
  const { incidentFeed } = await import('../status-page/feed')
  const { language, options, publicAddress: address } = call
  const feed = incidentFeed(page.incidents, { title: titleOf(options), address, language })
  const text = type === 'application/atom+xml' ? feed.atom1() : feed.rss2()
  return new Response(text, { headers: publicHeaders(type) })
}

async function badge(call: StatusCall, id: string, request: BadgeRequest): Promise<Response> {
  const { figures } = await shownPage(call)
  return svg(await badgeOf(findService(figures, id), request))
}

/** Texts in it come from the address: nothing of it may run where it is opened by itself. */
function svg(text: string): Response {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  const headers = { ...publicHeaders('image/svg+xml'), 'content-security-policy': policy }
  return new Response(text, { headers })
}

function jsonOf(
  { figures, incidents }: StatusPage,
  options: OptionValues,
  language: Language,
): StatusPageJson {
  const { state, updated_at, from, thresholds, models, groups } = figures
  const describe = (name: string): string =>
    groupText(name, options.UserUsableGroups[name], (key) => translate(language, key))
  return {
    title: titleOf(options),
    ...{ state, updated_at, from },
    definition: {
      window_minutes: thresholds.minutes,
      min_calls: thresholds.minCalls,
      degraded_below: thresholds.degradedBelow,
      outage_below: thresholds.outageBelow,
    },
    models: models.map((one) => serviceJson(one, '')),
    groups: groups.map((one) => serviceJson(one, describe(one.name))),
    incidents: incidents.map((stored) => {
      const { source: _, models: named, updates, ...incident } = titled(stored, language)
      return { ...incident, models: [...named], updates: [...updates] }
    }),
  }
}

function serviceJson(
  { name, state, day, total, p50_ms, p95_ms, days }: ServiceFigures,
  description: string,
): ServiceJson {
  return {
    ...{ name, description, state },
    availability_24h: day,
    availability: total,
    ...{ p50_ms, p95_ms },
    days: [...days],
  }
}
