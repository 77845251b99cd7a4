import { Suspense } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { PageSkeleton } from '../../components/PageSkeleton'
import { useText } from '../../language'
import { lazyPart } from '../../lazy-part'
import { Landing } from './Landing'

const SiteText = lazyPart(() => import('../../components/SiteText'))

/** The operator's page if there is one, ours otherwise. */
export default function HomePage() {
  const { text } = useText()
  const { data, error } = useEndpoint('status.home')
  return (
    <>
      {data === undefined && error === undefined && <PageSkeleton />}
      {(data === '' || error !== undefined) && <Landing />}
      {data !== undefined && data !== '' && (
        <Suspense fallback={<PageSkeleton />}>
          <SiteText source={data} title={text('nav.home')} />
        </Suspense>
      )}
    </>
  )
}
