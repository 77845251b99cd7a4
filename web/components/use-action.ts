import { useCallback, useRef, useState } from 'react'
import { useText } from '../language'
import { useToast } from '../shell/Toasts'

export interface Action {
  /** Whether something is under way. */
  readonly isBusy: boolean
  /**
   * Runs one order; failures become a toast. Resolves to whether it succeeded. A second order is
   * not begun while one runs, so that a double click does not do things twice.
   */
  readonly run: (order: () => Promise<unknown>, success?: string) => Promise<boolean>
}

export function useAction(): Action {
  const { text } = useText()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const forget = useRef<(() => void) | undefined>(undefined)
  const run = useCallback(
    async (order: () => Promise<unknown>, success?: string) => {
      if (isBusy) {
        toast.warn(text('failure.twice'))
        return false
      }
      setBusy(true)
      // What is tried again has not failed any longer.
      forget.current?.()
      try {
        await order()
        if (success !== undefined) toast.success(success)
        return true
      } catch (error) {
        forget.current = toast.failure(error)
        return false
      } finally {
        setBusy(false)
      }
    },
    [isBusy, toast, text],
  )
  return { isBusy, run }
}
