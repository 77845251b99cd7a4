/** Settings of people and, for root, of the site; the tab is stored in the address. */
import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { useText } from '../../app/language'
import { mayOpen } from '../../app/may-open'
import { useViewer } from '../../app/session'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { TabLinks } from '../../components/page/TabLinks'
import { PERSONAL, TABS } from './tabs'

export default function SettingPage() {
  const { text } = useText()
  const viewer = useViewer()
  const [search] = useSearchParams()
  const tabs = TABS.filter(({ access }) => mayOpen(access, viewer?.role))
  const shown = tabs.find(({ id }) => id === search.get('tab')) ?? PERSONAL
  const Tab = shown.component
  const links = tabs.map(({ id, title }) => ({
    to: `/setting?tab=${id}`,
    title: text(title),
    isHere: id === shown.id,
  }))
  return (
    <>
      <PageHeader title={text('setting.title')} />
      {links.length > 1 && <TabLinks label={text('setting.tabs')} links={links} />}
      <Suspense fallback={<PageSkeleton />}>
        <Tab />
      </Suspense>
    </>
  )
}
