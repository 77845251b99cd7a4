import type { LogJson } from '../../../server/domain/endpoints/log'
import { detailsOf } from '../../../server/domain/logs/details'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'

/** With what spreadsheets cannot work out: dollars, and a time that people read. */
export function exportedRow(log: LogJson) {
  return {
    ...log,
    time: new Date(log.created_at * 1000).toISOString(),
    cost_usd: (log.quota / CREDITS_PER_USD).toFixed(6),
    first_byte_ms: detailsOf(log).firstByteMs ?? '',
  }
}
