import { Button } from '@primer/react'
import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { failureText } from '../../../server/domain/api-calls/failure'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { lazyPart } from '../../components/late/lazy-part'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { useSignOut } from '../../components/sign-in/use-sign-out'
import { nextPage } from '../account/next-page'
import './terms.css'

const SiteText = lazyPart(() => import('../../components/text/SiteText'))

/** Where people are led who have to accept the terms before they do anything else. */
export default function TermsPage() {
  const { text } = useText()
  const { terms_version: version } = useSite()
  const { data, error, reload } = useEndpoint('status.user_agreement')
  if (error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  if (data === undefined) return <PageSkeleton />
  const title = text('account.terms_title', { version })
  return (
    <div className="terms">
      <h1>{title}</h1>
      <p>{text('account.terms_text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys. */}
      <section className="terms-text" aria-label={title} tabIndex={0}>
        <Suspense fallback={<PageSkeleton />}>
          <SiteText source={data} title={title} />
        </Suspense>
      </section>
      <Answer version={version} />
    </div>
  )
}

function Answer({ version }: { readonly version: string }) {
  const { text } = useText()
  const [search] = useSearchParams()
  const { isBusy, run } = useAction()
  const signOut = useSignOut()
  const accept = async (): Promise<void> => {
    const isAccepted = await run(() => call('account.accept_terms', { body: { version } }))
    // A full navigation: what was refused before is requested again.
    if (isAccepted) location.assign(nextPage(search) ?? '/overview')
  }
  return (
    <div className="terms-answer">
      <Button variant="primary" loading={isBusy} onClick={() => void accept()}>
        {text('account.terms_accept')}
      </Button>
      <Button onClick={() => void signOut()}>{text('nav.sign_out')}</Button>
    </div>
  )
}
