import { Label } from '@primer/react'
import type { StatusPageJson } from '../../../server/domain/endpoints/status-page'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import SafeHtml from '../../components/text/SafeHtml'

type Incident = StatusPageJson['incidents'][number]

interface IncidentsProps {
  readonly title: string
  readonly incidents: readonly Incident[]
}

export default function Incidents({ title, incidents }: IncidentsProps) {
  return (
    <section className="status-incidents" aria-label={title}>
      <h2>{title}</h2>
      {incidents.map((incident) => (
        <OneIncident key={incident.id} incident={incident} />
      ))}
    </section>
  )
}

function OneIncident({ incident }: { readonly incident: Incident }) {
  const { text } = useText()
  const { time } = useFormat()
  const { id, kind, title, state, impact, models, starts_at, ends_at, updates } = incident
  const from = time(starts_at)
  const until = ends_at === 0 ? undefined : time(ends_at)
  return (
    <article className="status-incident" id={`incident-${id}`} data-impact={impact}>
      <h3>
        {title} <Label>{text(`incident.state.${state}`)}</Label>
      </h3>
      <p className="muted">
        {until === undefined ? from : `${from} – ${until}`}
        {kind === 'incident' && impact !== 'none' && ` · ${text(`incident.impact.${impact}`)}`}
        {models.length > 0 && ` · ${models.join(', ')}`}
      </p>
      <ol>
        {updates
          .filter(({ body }) => body !== '')
          .map((update) => (
            <li key={update.id}>
              <p className="status-update-head">
                <strong>{text(`incident.state.${update.state}`)}</strong>{' '}
                <time className="muted">{time(update.created_at)}</time>
              </p>
              <SafeHtml markdown={update.body} hasPictures={false} />
            </li>
          ))}
      </ol>
    </article>
  )
}
