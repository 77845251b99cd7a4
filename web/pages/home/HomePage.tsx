import { Suspense } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lazyPart } from '../../components/late/lazy-part'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { Landing } from './Landing'

const SiteText = lazyPart(() => import('../../components/text/SiteText'))

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
