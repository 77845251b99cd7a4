import type { LogGaps } from '../../../server/services/logs/filter'
import type { CommandContext } from '../../command/context'
import { words } from '../../words'

/** Notes where the rows come from and what they lack. */
export function noteSources(
  { output }: Pick<CommandContext, 'output'>,
  { missing_months: missing = [], missing_days: absent, clickhouse_days: read }: LogGaps,
): void {
  if (missing.length > 0) {
    output.note(words`without ${missing.join(', ')}: the files of these months are missing`)
  }
  if (absent) output.note(words`without ${absent.from} to ${absent.to}: ClickHouse does not answer`)
  if (read) output.note(words`${read.from} to ${read.to} are from ClickHouse`)
}
