import { useCallback, useEffect, useState } from 'react'

export interface PaletteState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** Opened by Ctrl-K or Cmd-K anywhere, but not over a drawer: what is typed there would be lost. */
export function usePalette(): PaletteState {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isShortcut || event.altKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      const hasDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
      if (!hasDialog) setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return {
    isOpen,
    open: useCallback(() => setOpen(true), []),
    close: useCallback(() => setOpen(false), []),
  }
}
