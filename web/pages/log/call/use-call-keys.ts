import { useEffect } from 'react'
import { hasDialog, isTyping } from '../../../app/typing'

interface CallKeys {
  readonly newer: (() => void) | undefined
  readonly older: (() => void) | undefined
  /** `undefined` while nothing is open. */
  readonly close: (() => void) | undefined
}

/** `j` and `k` go down and up the list, as in a mailbox; Escape leaves the call. */
export function useCallKeys({ newer, older, close }: CallKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isOurs = !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      if (!isOurs || isTyping(event.target) || hasDialog()) return
      const step = { j: older, k: newer, Escape: close }[event.key]
      if (step === undefined) return
      event.preventDefault()
      step()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [newer, older, close])
}
