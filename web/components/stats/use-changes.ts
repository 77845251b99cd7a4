import { useMemo } from 'react'
import { isAdmin, ROLE } from '../../../server/domain/accounts/roles'
import type { AuditJson } from '../../../server/domain/endpoints/audit'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { actionText } from '../audit/ActionName'
import type { TimeMark } from './TrafficChart'

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

/** Changes of the entire site as marks; only admins see any. */
export function useSiteMarks(
  { from, everyMs = 0 }: { readonly from?: number | undefined; readonly everyMs?: number } = {},
  wanted: (action: string) => boolean = () => true,
): readonly TimeMark[] {
  const { text } = useText()
  const format = useFormat()
  const skip = !isAdmin(useViewer()?.role ?? 0)
  const query = from === undefined ? {} : { start_timestamp: from }
  const { data } = useEndpoint('overview.changes', { query }, { skip, everyMs })
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ action }) => wanted(action))
        .map(({ at, action, name }) => ({
          at,
          text: `${format.time(at)} ${actionText(action, text)} ${name}`.trimEnd(),
        })),
    [data, wanted, format, text],
  )
}
