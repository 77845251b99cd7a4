import { useCallback, useRef } from 'react'
import { type Undo, useToast } from '../../app/Toasts'
import { useExclusive } from '../form/use-exclusive'

/** Message on success, and how to undo it. */
interface Done {
  readonly message: string
  readonly undo: Undo
}

export interface Action {
  /** Whether something is under way. */
  readonly isBusy: boolean
  /**
   * Runs one order; failures become a toast. Resolves to whether it succeeded. A second order is
   * not begun while one runs, so that a double click does not do things twice.
   */
  readonly run: (order: () => Promise<unknown>, success?: string | Done) => Promise<boolean>
}

export function useAction(): Action {
  const toast = useToast()
  const { isBusy, exclusive } = useExclusive()
  const forget = useRef<(() => void) | undefined>(undefined)
  const run = useCallback(
    async (order: () => Promise<unknown>, success?: string | Done) => {
      try {
        return await exclusive(async () => {
          // What is tried again has not failed any longer.
          forget.current?.()
          await order()
          if (typeof success === 'string') toast.success(success)
          else if (success !== undefined) toast.success(success.message, success.undo)
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
