/** Which screen is shown, what lies over it, and the message at the bottom. */
import type { Language } from '../../server/domain/i18n/translate'
import type { Layer, StartWith } from './tools'

export interface Toast {
  readonly message: string
  readonly isFailure: boolean
}

export interface ShellState {
  readonly screen: string
  readonly start: StartWith
  /** Tells one visit of a screen from the next. */
  readonly visit: number
  readonly layers: readonly Layer[]
  readonly toast: Toast | undefined
  readonly language: Language
}

export type ShellAction =
  | { readonly type: 'go'; readonly screen: string; readonly start: StartWith }
  | { readonly type: 'open'; readonly layer: Layer }
  | { readonly type: 'close' }
  | { readonly type: 'tell'; readonly toast: Toast | undefined }
  | { readonly type: 'speak'; readonly language: Language }

export function shellReducer(state: ShellState, action: ShellAction): ShellState {
  switch (action.type) {
    case 'go': {
      const { screen, start } = action
      return { ...state, screen, start, visit: state.visit + 1, layers: [], toast: undefined }
    }
    case 'open':
      return { ...state, layers: [...state.layers, action.layer] }
    case 'close':
      return { ...state, layers: state.layers.slice(0, -1) }
    case 'tell':
      return { ...state, toast: action.toast }
    case 'speak':
      return { ...state, language: action.language }
  }
}
