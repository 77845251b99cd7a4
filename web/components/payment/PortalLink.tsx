/** The way to the pages of a payment service, for the few who have an account there. */
import { Suspense } from 'react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../late/lazy-part'

const PortalButton = lazyPart(() => import('./PortalButton'))

export function PortalLink({ service }: { readonly service: TextKey }) {
  const { failure } = useToast()
  return (
    <LateBoundary onMissing={failure}>
      <Suspense fallback={null}>
        <PortalButton service={service} />
      </Suspense>
    </LateBoundary>
  )
}
