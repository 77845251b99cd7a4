import { type ReactNode, Suspense } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lazyPart } from '../../components/late/lazy-part'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'

const SiteText = lazyPart(() => import('../../components/text/SiteText'))

interface WrittenTextProps {
  readonly of: `status.${'about' | 'faq' | 'contact' | 'user_agreement' | 'privacy_policy'}`
  readonly title: TextKey
  /** What stands there while nobody has written anything. */
  readonly blank?: ReactNode
}

/** A page that the operator writes. */
export function WrittenText({ of, title, blank }: WrittenTextProps) {
  const { text } = useText()
  const { data, error, reload } = useEndpoint(of)
  if (error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  if (data === undefined) return <PageSkeleton />
  if (data.trim() === '' && blank !== undefined) return blank
  return (
    <Suspense fallback={<PageSkeleton />}>
      <h1 className="visually-hidden">{text(title)}</h1>
      <SiteText source={data} title={text(title)} />
    </Suspense>
  )
}
