import type { ReactNode } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useText } from '../../app/language'
import { LoadFailure } from './LoadFailure'
import { PageSkeleton } from './PageSkeleton'

interface WholeListProps<Row> {
  readonly read: {
    readonly data: readonly Row[] | undefined
    readonly error: unknown
    readonly reload: () => Promise<unknown>
  }
  /** Shown where there is none. */
  readonly blank: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list without pages: while it is read, when that fails, empty, and with its rows. */
export function WholeList<Row>({ read, blank, children }: WholeListProps<Row>) {
  const { text } = useText()
  const { data, error, reload } = read
  if (data !== undefined) return data.length === 0 ? blank : children(data)
  if (error === undefined) return <PageSkeleton />
  return <LoadFailure message={failureText(error, text)} onRetry={reload} />
}
