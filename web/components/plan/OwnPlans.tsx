import { Suspense } from 'react'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../late/lazy-part'

const PlanLine = lazyPart(() => import('./PlanLine'))

/** The plans of the account in a line, where the site has plans. */
export function OwnPlans() {
  const { failure } = useToast()
  if (!useSite().has_plans) return null
  return (
    <LateBoundary onMissing={failure}>
      <Suspense fallback={null}>
        <PlanLine />
      </Suspense>
    </LateBoundary>
  )
}
