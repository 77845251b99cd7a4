import type { ConflictRule } from '../../server/domain/manifest/plan'
import { UsageError } from '../exit'

export const MANIFEST_FLAGS = {
  file: {
    kind: 'texts',
    short: 'f',
    value: 'FILE',
    required: true,
    summary: 'configuration file; "-" reads stdin; several are one configuration',
  },
  prune: {
    kind: 'switch',
    summary: 'remove what was applied once and is no longer in a section of the file',
  },
} as const

interface ConflictFlags {
  readonly force: boolean | undefined
  readonly adopt: boolean | undefined
}

export function conflictRuleOf({ force, adopt }: ConflictFlags): ConflictRule {
  if (force === true && adopt === true) throw new UsageError('--force or --adopt, not both')
  if (force === true) return 'force'
  return adopt === true ? 'adopt' : 'refuse'
}
