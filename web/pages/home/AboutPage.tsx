import { InfoIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { ROLE } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { lazyPart } from '../../components/late/lazy-part'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'

const SiteText = lazyPart(() => import('../../components/text/SiteText'))

export default function AboutPage() {
  const { text } = useText()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const { data, error, reload } = useEndpoint('status.about')
  if (error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  if (data === undefined) return <PageSkeleton />
  if (data.trim() === '') {
    return (
      <Blank
        isPage
        icon={InfoIcon}
        title={text('home.about_empty')}
        message={text('home.about_empty_text')}
      >
        {isRoot ? (
          <LinkButton as={Link} href="/setting?tab=other">
            {text('home.about_write')}
          </LinkButton>
        ) : (
          <LinkButton as={Link} href="/pricing">
            {text('home.see_prices')}
          </LinkButton>
        )}
      </Blank>
    )
  }
  return (
    <Suspense fallback={<PageSkeleton />}>
      <h1 className="visually-hidden">{text('nav.about')}</h1>
      <SiteText source={data} title={text('nav.about')} />
    </Suspense>
  )
}
