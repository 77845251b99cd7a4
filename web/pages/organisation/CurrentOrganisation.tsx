/** The organisation that is shown: money and spend, members, projects, settings. */
import { Button } from '@primer/react'
import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { type MemberAccess, mayAs } from '../../../server/domain/accounts/membership'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { actFor } from '../../app/session'
import { lazyPart } from '../../components/late/lazy-part'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { TabLinks } from '../../components/page/TabLinks'
import { Summary } from './Summary'

const Members = lazyPart(() => import('./Members'))
const Projects = lazyPart(() => import('./Projects'))
const Settings = lazyPart(() => import('./Settings'))
const Audit = lazyPart(() => import('./Audit'))

interface TabRow {
  readonly id: string
  readonly title: 'org.tab_summary' | 'org.members' | 'org.projects' | 'org.settings' | 'nav.audit'
  readonly access: MemberAccess
}

const TABS: readonly TabRow[] = [
  { id: 'summary', title: 'org.tab_summary', access: 'any' },
  { id: 'members', title: 'org.members', access: 'read' },
  { id: 'projects', title: 'org.projects', access: 'any' },
  { id: 'settings', title: 'org.settings', access: 'pay' },
  { id: 'audit', title: 'nav.audit', access: 'manage' },
]

export default function CurrentOrganisation() {
  const { text } = useText()
  const { data, error, reload } = useEndpoint('organisation.show')
  const [search] = useSearchParams()
  if (data === undefined) {
    if (error === undefined) return <PageSkeleton />
    return (
      <>
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
        <Button onClick={() => actFor(undefined)}>{text('nav.own_account')}</Button>
      </>
    )
  }
  const tabs = TABS.filter(({ access }) => mayAs(data.role, access))
  const here = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'summary'
  const links = tabs.map(({ id, title }) => ({
    to: `/organisation?tab=${id}`,
    title: text(title),
    isHere: id === here,
  }))
  return (
    <>
      <PageHeader
        title={data.display_name || data.name}
        description={text('org.you_are', { role: text(`org.role_${data.role}`) })}
        manual="organisations"
      >
        <Button onClick={() => actFor(undefined)}>{text('nav.own_account')}</Button>
      </PageHeader>
      <TabLinks label={text('nav.organisation')} links={links} />
      {here === 'summary' ? (
        <Summary organisation={data} onChanged={reload} />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          {here === 'members' && <Members role={data.role} />}
          {here === 'projects' && <Projects role={data.role} />}
          {here === 'settings' && <Settings organisation={data} onChanged={reload} />}
          {here === 'audit' && <Audit />}
        </Suspense>
      )}
    </>
  )
}
