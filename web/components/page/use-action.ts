import { useCallback, useRef } from 'react'
import { useToast } from '../../app/Toasts'
import { useExclusive } from '../form/use-exclusive'

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
  const toast = useToast()
  const { isBusy, exclusive } = useExclusive()
  const forget = useRef<(() => void) | undefined>(undefined)
  const run = useCallback(
    async (order: () => Promise<unknown>, success?: string) => {
      try {
        return await exclusive(async () => {
          // What is tried again has not failed any longer.
          forget.current?.()
          await order()
          if (success !== undefined) toast.success(success)
        })
      } catch (error) {
        forget.current = toast.failure(error)
        return false
      }
    },
    [exclusive, toast],
  )
  return { isBusy, run }
}
