import { LOG_TYPE } from '../../domain/status'
import type { Page } from '../page'
import type { ListedLog } from './list'

/** A row as its user may see it: nothing that tells about the operator's channels. */
export function toOwnLog(row: ListedLog): ListedLog {
  return { ...row, channel_id: 0, channel_name: '', other: ownDetails(row) }
}

export function toOwnLogs(page: Page<ListedLog>): Page<ListedLog> {
  return { ...page, items: page.items.map(toOwnLog) }
}

/** Front ends read the details of a call without asking whether there are any. */
function ownDetails({ type, other }: ListedLog): string {
  const details = detailsOf(other)
  if (details === undefined) return type === LOG_TYPE.consumption ? '{}' : ''
  const { admin_info: _, ...shown } = details
  return JSON.stringify(shown)
}

/** `undefined` for what is no JSON object: rows of other programs may have been imported. */
function detailsOf(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}
