import { SkeletonBox } from '@primer/react'
import { useText } from '../../app/language'
import './page.css'

/** While the code of a page is on its way. */
export function PageSkeleton() {
  const { text } = useText()
  return (
    <div className="page-skeleton" role="status" aria-label={text('ui.loading')}>
      <SkeletonBox height="28px" width="180px" />
      <SkeletonBox height="40px" width="100%" />
      <SkeletonBox height="320px" width="100%" />
    </div>
  )
}
