/** Plans for administrators: what is sold and granted, and who holds it. */

import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { useText } from '../../../app/language'
import { lazyPart } from '../../../components/late/lazy-part'
import { PageHeader } from '../../../components/page/PageHeader'
import { PageSkeleton } from '../../../components/page/PageSkeleton'
import { TabLinks } from '../../../components/page/TabLinks'
import { Plans } from './Plans'

const Subscriptions = lazyPart(() => import('./Subscriptions'))

const TABS = ['plans', 'subscriptions'] as const

export default function ManagePage() {
  const { text } = useText()
  const [search] = useSearchParams()
  const here = TABS.find((tab) => tab === search.get('tab')) ?? 'plans'
  const links = TABS.map((tab) => ({
    to: `/all-plans?tab=${tab}`,
    title: text(`plans.tab_${tab}`),
    isHere: tab === here,
  }))
  return (
    <>
      <PageHeader
        title={text('nav.plan_manage')}
        description={text('plans.manage_description')}
        manual="plans"
      />
      <TabLinks label={text('nav.plan_manage')} links={links} />
      {here === 'plans' ? (
        <Plans />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Subscriptions />
        </Suspense>
      )}
    </>
  )
}
