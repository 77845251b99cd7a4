import type { KeyPress } from '../../keys/key-name'
import type { TextFieldAction } from './use-text-field-state'

const MOVES: Readonly<Record<string, TextFieldAction>> = {
  left: { type: 'left' },
  right: { type: 'right' },
  'ctrl+b': { type: 'left' },
  'ctrl+f': { type: 'right' },
  home: { type: 'start' },
  end: { type: 'end' },
  'ctrl+a': { type: 'start' },
  'ctrl+e': { type: 'end' },
  backspace: { type: 'erase' },
  // Many terminals send this for the key above Enter.
  delete: { type: 'erase' },
  'ctrl+d': { type: 'erase-next' },
  'ctrl+w': { type: 'erase-word' },
  'ctrl+u': { type: 'erase-before' },
  'ctrl+k': { type: 'erase-after' },
  // A new line, where Enter means something else.
  'ctrl+j': { type: 'write', text: '\n' },
  'alt+enter': { type: 'write', text: '\n' },
}

/** What a key does to a field; `undefined` for keys that are not for it. */
export function textFieldAction({ name, text }: KeyPress): TextFieldAction | undefined {
  return MOVES[name] ?? (text === '' ? undefined : { type: 'write', text })
}
