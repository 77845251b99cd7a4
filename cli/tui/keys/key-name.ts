import type { Key } from 'ink'
import { graphemes } from '../../text-width'

/** One key, or a piece of pasted text. */
export interface KeyPress {
  /** `a`, `A`, `space`, `enter`, `ctrl+s`, …; `paste` for pasted text. */
  readonly name: string
  /** What it would write; "" for keys that write nothing. */
  readonly text: string
}

const NAMED: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
]

/** Over a slow line several keys arrive at once; each of them counts. */
export function keyPresses(input: string, key: Key): readonly KeyPress[] {
  if (key.return) return [{ name: key.meta ? 'alt+enter' : 'enter', text: '' }]
  if (key.tab) return [{ name: key.shift ? 'shift+tab' : 'tab', text: '' }]
  const named = NAMED.find(([flag]) => key[flag] === true)
  if (named !== undefined) return [{ name: named[1], text: '' }]
  if (key.ctrl) return [{ name: `ctrl+${input}`, text: '' }]
  if (key.meta) return [{ name: `alt+${input}`, text: '' }]
  return graphemes(input).map(pressOf)
}

function pressOf(text: string): KeyPress {
  if (text === ' ') return { name: 'space', text }
  if (text === '\r' || text === '\n') return { name: 'enter', text: '' }
  return { name: text, text }
}
