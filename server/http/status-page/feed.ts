/** Incidents as a feed: one entry each, which changes with every update. */
import { Feed } from 'feed'
import { type Language, translate } from '../../domain/i18n/translate'
import { titled } from '../../domain/status-page/incident-title'
import { escapeHtml } from '../../domain/text/escape-html'
import type { IncidentView } from '../../services/incidents/view'

interface FeedFacts {
  readonly title: string
  /** Of the site, without a last slash. */
  readonly address: string
  readonly language: Language
}

export function incidentFeed(incidents: readonly IncidentView[], facts: FeedFacts): Feed {
  const { title, address, language } = facts
  const page = `${address}/status`
  const name = translate(language, 'status_page.feed', { title })
  const newest = Math.max(0, ...incidents.map(({ updated_at }) => updated_at))
  const feed = new Feed({
    title: name,
    description: name,
    id: page,
    link: page,
    language,
    updated: new Date(newest * 1000),
    generator: 'gw',
    copyright: '',
    feedLinks: { atom: `${page}/feed.xml`, rss: `${page}/rss.xml` },
  })
  for (const stored of incidents) {
    const incident = titled(stored, language)
    const state = translate(language, `incident.state.${incident.state}`)
    feed.addItem({
      title: `${incident.title} · ${state}`,
      id: `${page}#incident-${incident.id}`,
      link: `${page}#incident-${incident.id}`,
      date: new Date(incident.updated_at * 1000),
      published: new Date(incident.starts_at * 1000),
      description: incident.models.join(', '),
      content: contentOf(incident, language),
    })
  }
  return feed
}

/** Markdown stays as it was typed: readers show it as text. */
function contentOf({ updates }: IncidentView, language: Language): string {
  return updates
    .map(({ state, body, created_at }) => {
      const at = new Date(created_at * 1000).toISOString()
      const head = `${translate(language, `incident.state.${state}`)} (${at})`
      return `<p><strong>${head}</strong><br>${escapeHtml(body).replaceAll('\n', '<br>')}</p>`
    })
    .join('\n')
}
