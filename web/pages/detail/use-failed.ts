import { useEndpoint } from '../../api/use-endpoint'
import type { Span } from './buckets'

/**
 * Failed calls of the entire site; `undefined` until they are counted, and where they are not
 * shown: those of one user are in the log.
 */
export function useFailed(span: Span | undefined, isShown: boolean): number | undefined {
  const { data } = useEndpoint(
    'dashboard.failures',
    { query: { start_timestamp: span?.from, end_timestamp: span?.to } },
    { skip: span === undefined || !isShown },
  )
  return isShown ? data?.hours.reduce((sum, { count }) => sum + count, 0) : undefined
}
