import type { KeyPress } from './key-name'

export interface Binding {
  /** Names of keys that do the same; the first is shown. */
  readonly keys: readonly string[]
  readonly title: string
  /** Section of the help; that of its owner when absent. */
  readonly group?: 'move' | 'screens'
  readonly run: () => void
}

/** The first that knows the key. */
export function runBinding(bindings: readonly Binding[], press: KeyPress): boolean {
  const found = bindings.find(({ keys }) => keys.includes(press.name))
  found?.run()
  return found !== undefined
}

const SHOWN: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  enter: 'Enter',
  esc: 'Esc',
  space: 'Space',
  tab: 'Tab',
  'shift+tab': 'Shift-Tab',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
}

export function shownKey(name: string): string {
  return (
    SHOWN[name] ?? name.replace(/^ctrl\+(.)$/, (_, letter: string) => `^${letter.toUpperCase()}`)
  )
}
