import { useState } from 'react'
import { type LimitsForm, useLimits } from '../../../components/limits/use-limits'

export interface GroupLimitsForm {
  /** `undefined` until limits are looked at. */
  readonly group: string | undefined
  /** What is changed for another group is lost. */
  readonly choose: (group: string) => void
  readonly limits: LimitsForm
  /** Throws when the server refuses. */
  readonly save: () => Promise<void>
  readonly discard: () => void
}

/** Limits of one group at a time, saved and discarded with the settings. */
export function useGroupLimits(): GroupLimitsForm {
  const [group, setGroup] = useState<string>()
  const limits = useLimits({ subject: 'group', key: group, setBy: 'admin' })
  return {
    group,
    limits,
    choose(next) {
      limits.discard()
      setGroup(next)
    },
    save: () => limits.save(group === undefined ? [] : [group]),
    discard: limits.discard,
  }
}
