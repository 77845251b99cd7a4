import { Suspense } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useText } from '../../app/language'
import { lazyPart } from '../late/lazy-part'
import { LoadFailure } from './LoadFailure'
import type { NoSuchProps } from './NoSuch'
import { TabTitle } from './TabTitle'

/** Seldom seen, so it is fetched then. */
const NoSuchPage = lazyPart(async () => ({ default: (await import('./NoSuch')).NoSuch }))

export function NoSuch(props: NoSuchProps) {
  return (
    <Suspense fallback={null}>
      <NoSuchPage {...props} />
    </Suspense>
  )
}

interface SubjectFailureProps extends NoSuchProps {
  readonly error: ApiError
  readonly onRetry: () => unknown
}

/** What is gone will not come back by another try. */
export function SubjectFailure({ kind, id, error, onRetry }: SubjectFailureProps) {
  const { text } = useText()
  if (error.code.endsWith('not_found')) return <NoSuch kind={kind} id={id} />
  return (
    <>
      <TabTitle title={`#${id}`} />
      <LoadFailure message={failureText(error, text)} onRetry={onRetry} />
    </>
  )
}
