import { MISCONFIGURED } from '../../domain/errors/error-facts'
import { shownWords } from '../../domain/errors/upstream-words'
import { recordOf } from '../../domain/json/records'
import { LOG_TYPE } from '../../domain/status'
import type { ListedLog } from './list'

/**
 * A row as its user may see it: nothing about the operator's channels. The text of
 * the row has to be rendered before, for what it is made from may be left out here.
 */
export function toOwnLog(row: ListedLog): ListedLog {
  return { ...row, channel_id: 0, channel_name: '', other: ownDetails(row) }
}

/** Of the operator's faults a user sees no more than the answer said. */
function withoutUpstream({ upstream_status: _, ...shown }: Readonly<Record<string, unknown>>) {
  return shown
}

/** Front ends read the details of a call without asking whether there are any. */
function ownDetails({ type, other }: ListedLog): string {
  const { admin_info: _, error_params: __, upstream_message: said, ...rest } = recordOf(other)
  const shown = rest.error === MISCONFIGURED ? withoutUpstream(rest) : rest
  if (shown !== rest) return JSON.stringify(shown)
  // Of what the upstream said, a user reads what the client got.
  const given = shown.told_status ?? shown.upstream_status
  const status = typeof given === 'number' ? given : 0
  const words = typeof said === 'string' ? shownWords(status, said) : undefined
  const details = words === undefined ? shown : { ...shown, upstream_message: words }
  const isEmpty = Object.keys(details).length === 0
  return isEmpty && type !== LOG_TYPE.consumption ? '' : JSON.stringify(details)
}
