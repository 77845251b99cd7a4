/** The organisations that one is in; while one of them is shown, that one. */
import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { actingFor } from '../../app/session'
import { lazyPart } from '../../components/late/lazy-part'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { OwnOrganisations } from './OwnOrganisations'
import './organisation.css'

const Join = lazyPart(() => import('./Join'))
const CurrentOrganisation = lazyPart(() => import('./CurrentOrganisation'))

export default function OrganisationPage() {
  // Of the link of an invitation.
  const code = useSearchParams()[0].get('code')
  if (code === null && actingFor() === undefined) return <OwnOrganisations />
  return (
    <Suspense fallback={<PageSkeleton />}>
      {code === null ? <CurrentOrganisation /> : <Join code={code} />}
    </Suspense>
  )
}
