import type { LogGaps } from '../../../server/services/logs/filter'
import type { CommandContext } from '../../command/context'
import { words } from '../../words'

/** Says what an answer lacks, beside the answer. */
export function noteMissing(
  { output }: Pick<CommandContext, 'output'>,
  { missing_months: missing = [] }: LogGaps,
): void {
  if (missing.length === 0) return
  output.note(words`without ${missing.join(', ')}: the files of these months are missing`)
}
