import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { hasDialog, isTyping } from '../../app/typing'
import { isOfferedAt } from '../../routes'
import { PLACES } from './places'

/** Of a list, and the line of the log. */
const SEARCH = 'main input[type="search"], main input[role="combobox"]'

/** What lies over the page by a key: the palette, or the list of keys. */
export type OverPage = 'palette' | 'keys'

export interface PaletteState {
  readonly opened: OverPage | undefined
  readonly open: () => void
  readonly close: () => void
}

/** Not over a drawer: what is typed there would be lost. */
export function usePalette(): PaletteState {
  const [opened, show] = useState<OverPage | undefined>(undefined)
  const [, navigate] = useLocation()
  const site = useSite()
  const role = useViewer()?.role
  useEffect(() => {
    let before = ''
    const press = (key: string): boolean => {
      const named = before === 'g' ? PLACES[key] : undefined
      const place = isOfferedAt(named, role, site) ? named : undefined
      before = key
      if (place !== undefined) navigate(place)
      else if (key === '?') show('keys')
      else return key === '/' && toSearch()
      return true
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      const isFree = !hasDialog()
      if (isPaletteKey(event)) {
        event.preventDefault()
        if (isFree) show('palette')
      } else if (isFree && isPlain(event) && press(event.key)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, role, site])
  return {
    opened,
    open: useCallback(() => show('palette'), []),
    close: useCallback(() => show(undefined), []),
  }
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
}

function isPlain({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey || isTyping(target))
}

/** Whether the page has a search, which has the focus then. */
function toSearch(): boolean {
  const input = document.querySelector<HTMLElement>(SEARCH)
  input?.focus()
  return input !== null
}
