import { useCallback, useRef, useState } from 'react'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'

export interface Exclusive {
  /** Whether something is running. */
  readonly isBusy: boolean
  /**
   * Runs `work` unless something is running already, which is said. Resolves to whether it ran;
   * rejects as `work` does.
   */
  readonly exclusive: (work: () => Promise<unknown>) => Promise<boolean>
}

/**
 * One thing at a time, however fast the clicks and keys come: a second click arrives before the
 * state of the first is drawn, so the guard is no state.
 */
export function useExclusive(): Exclusive {
  const { text } = useText()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const exclusive = useCallback(
    async (work: () => Promise<unknown>) => {
      if (isRunning.current) {
        toast.warn(text('failure.twice'))
        return false
      }
      isRunning.current = true
      setBusy(true)
      try {
        await work()
        return true
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [toast, text],
  )
  return { isBusy, exclusive }
}
