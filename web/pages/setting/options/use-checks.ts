import { useCallback, useEffect, useState } from 'react'
import { whenQuiet } from '../../../app/when-quiet'
import type { OptionChecks } from './option-checks'

export interface Checks {
  /** `undefined` until they are here. */
  readonly checks: OptionChecks | undefined
  /** `undefined` when they cannot be fetched. */
  readonly loadChecks: () => Promise<OptionChecks | undefined>
}

export function useChecks(): Checks {
  const [checks, setChecks] = useState<OptionChecks>()
  const loadChecks = useCallback(async () => {
    const part = await import('./option-checks').catch(() => undefined)
    setChecks(part?.OPTION_CHECKS)
    return part?.OPTION_CHECKS
  }, [])
  useEffect(() => whenQuiet([loadChecks]), [loadChecks])
  return { checks, loadChecks }
}
