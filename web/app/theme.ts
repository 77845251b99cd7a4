/** Day, dark, or whatever the system says; `begin.js` applies it before the first paint. */
import { useSyncExternalStore } from 'react'
import { readStored, store } from './storage'

export const THEMES = ['light', 'dark', 'auto'] as const
export type Theme = (typeof THEMES)[number]

const STORED_AS = 'theme-mode'
const listeners = new Set<() => void>()

function isTheme(text: string | undefined): text is Theme {
  return THEMES.some((theme) => theme === text)
}

function readTheme(): Theme {
  const stored = readStored(STORED_AS)
  return isTheme(stored) ? stored : 'auto'
}

export function chooseTheme(theme: Theme): void {
  store(STORED_AS, theme)
  document.documentElement.setAttribute('data-color-mode', theme)
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => {
      const shown = document.documentElement.getAttribute('data-color-mode') ?? undefined
      return isTheme(shown) ? shown : readTheme()
    },
  )
}
