import { useMemo } from 'react'
import { ROLE } from '../../../server/domain/accounts/roles'
import type { AuditJson } from '../../../server/domain/endpoints/audit'
import { useEndpoint } from '../../api/use-endpoint'
import { useViewer } from '../../app/session'

const MOST = 20

/**
 * The newest changes of one thing, as the audit log names it: `channel:7`. `undefined` until they
 * are read; of nothing, and for all but root, there are none to be read.
 */
export function useChanges(target: string) {
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const query = { target, p: 1, page_size: MOST }
  const { data } = useEndpoint('audit.list', { query }, { skip: !isRoot || target === '' })
  // A part of the text was looked for: 7 is in 70.
  const entries = useMemo(
    (): readonly AuditJson[] | undefined => data?.items.filter((entry) => entry.target === target),
    [data, target],
  )
  return { isRoot, entries }
}
