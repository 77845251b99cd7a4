/** Text and a caret between two of its graphemes. */
import { graphemes } from '../../../text-width'

export interface TextFieldState {
  readonly parts: readonly string[]
  readonly caret: number
}

export type TextFieldAction =
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'erase' | 'erase-next' | 'erase-word' | 'erase-before' | 'erase-after' }
  | { readonly type: 'left' | 'right' | 'start' | 'end' }

export function textFieldOf(text: string): TextFieldState {
  const parts = graphemes(text)
  return { parts, caret: parts.length }
}

export function textOf({ parts }: TextFieldState): string {
  return parts.join('')
}

export function textFieldReducer(state: TextFieldState, action: TextFieldAction): TextFieldState {
  const { parts, caret } = state
  const before = parts.slice(0, caret)
  const after = parts.slice(caret)
  switch (action.type) {
    case 'write': {
      // Joined anew, because a mark belongs to the letter before it.
      const head = graphemes(before.join('') + action.text)
      return { parts: [...head, ...after], caret: head.length }
    }
    case 'erase':
      return { parts: [...before.slice(0, -1), ...after], caret: Math.max(0, caret - 1) }
    case 'erase-next':
      return { parts: [...before, ...after.slice(1)], caret }
    case 'erase-word': {
      const rest = graphemes(before.join('').replace(/\S*\s*$/, ''))
      return { parts: [...rest, ...after], caret: rest.length }
    }
    case 'erase-before':
      return { parts: after, caret: 0 }
    case 'erase-after':
      return { parts: before, caret }
    case 'left':
      return { parts, caret: Math.max(0, caret - 1) }
    case 'right':
      return { parts, caret: Math.min(parts.length, caret + 1) }
    case 'start':
      return { parts, caret: 0 }
    case 'end':
      return { parts, caret: parts.length }
  }
}
