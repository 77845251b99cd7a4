import { useSyncExternalStore } from 'react'

/** Whether a media query holds, and again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = matchMedia(query)
      list.addEventListener('change', tell)
      return () => list.removeEventListener('change', tell)
    },
    () => matchMedia(query).matches,
  )
}

/** Where a row of a list is a card. */
export const NARROW = '(max-width: 767px)'
