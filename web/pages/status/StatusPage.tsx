/** What customers see of how the site does: no login, no channel, no amount of traffic. */
import { RssIcon } from '@primer/octicons-react'
import { Suspense, useEffect } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { StatusPageJson } from '../../../server/domain/endpoints/status-page'
import { isOver } from '../../../server/domain/status-page/incident'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { lazyPart } from '../../components/late/lazy-part'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { ServiceList } from './ServiceList'
import './status.css'

const Incidents = lazyPart(() => import('./Incidents'))

const READ_AGAIN_MS = 60_000

export default function StatusPage() {
  const { text } = useText()
  const { time } = useFormat()
  const { data, error, reload } = useEndpoint('status_page.show')
  useEffect(() => {
    const timer = setInterval(() => void reload(), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <div className="status-page">
      <PageHeader
        title={text('nav.status')}
        description={data && text('status_page.as_of', { time: time(data.updated_at) })}
      >
        <a className="status-feed" href="/status/feed.xml">
          <RssIcon /> {text('status_page.subscribe')}
        </a>
      </PageHeader>
      {data !== undefined && <Shown page={data} />}
      {data === undefined && error === undefined && <PageSkeleton />}
      {data === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
    </div>
  )
}

function Shown({ page }: { readonly page: StatusPageJson }) {
  const { text } = useText()
  const { state, incidents, models, groups } = page
  const open = incidents.filter((incident) => !isOver(incident))
  const past = incidents.filter(isOver)
  return (
    <>
      <p className="status-now" data-state={state} role="status">
        {text(`status_page.now.${state}`)}
      </p>
      {open.length > 0 && (
        <Suspense fallback={null}>
          <Incidents title={text('status_page.open')} incidents={open} />
        </Suspense>
      )}
      <ServiceList title={text('status_page.models')} services={models} page={page} />
      {groups.length > 0 && (
        <ServiceList title={text('status_page.groups')} services={groups} page={page} />
      )}
      {past.length > 0 && (
        <Suspense fallback={null}>
          <Incidents title={text('status_page.past')} incidents={past} />
        </Suspense>
      )}
      <Definition page={page} />
    </>
  )
}

/** What the figures mean. */
function Definition({ page }: { readonly page: StatusPageJson }) {
  const { text } = useText()
  const { window_minutes, min_calls, degraded_below, outage_below } = page.definition
  return (
    <section className="status-definition">
      <h2>{text('status_page.definition')}</h2>
      <p>{text('status_page.definition_counted')}</p>
      <p>
        {text('status_page.definition_states', {
          minutes: window_minutes,
          calls: min_calls,
          degraded: degraded_below,
          outage: outage_below,
        })}
      </p>
    </section>
  )
}
