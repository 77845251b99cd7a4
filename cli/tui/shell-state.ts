/** Which screen is shown, what lies over it, and the message at the bottom. */
import type { Language } from '../../server/domain/i18n/translate'
import type { Undo } from './form-draft'
import type { Layer, StartWith } from './tools'

export interface Toast {
  readonly message: string
  readonly isFailure: boolean
  /** Undoes what the message reports. */
  readonly undo?: Undo | undefined
}

/** A screen of the history, with its search at that time. */
interface Left {
  readonly screen: string
  readonly start: StartWith
}

export interface ShellState {
  readonly screen: string
  /** The last one is where Esc leads. */
  readonly past: readonly Left[]
  readonly start: StartWith
  /** Tells one visit of a screen from the next. */
  readonly visit: number
  readonly layers: readonly Layer[]
  readonly toast: Toast | undefined
  /** What can be taken back, the newest last. */
  readonly undos: readonly Undo[]
  readonly undone: number
  readonly language: Language
}

export type ShellAction =
  | { readonly type: 'go'; readonly screen: string; readonly start: StartWith }
  | { readonly type: 'remember'; readonly start: StartWith }
  | { readonly type: 'back' }
  | { readonly type: 'open'; readonly layer: Layer }
  | { readonly type: 'close' }
  | { readonly type: 'toast'; readonly toast: Toast | undefined }
  | { readonly type: 'undone'; readonly undo: Undo }
  | { readonly type: 'speak'; readonly language: Language }

const MOST_UNDOS = 20
/** Screens that Back can return to. */
const MOST_PAST = 30

export function shellReducer(state: ShellState, action: ShellAction): ShellState {
  switch (action.type) {
    case 'go': {
      const { screen, start } = action
      const previous = { screen: state.screen, start: state.start }
      const past = [...state.past, previous].slice(-MOST_PAST)
      return { ...shown(state, { screen, start }), past }
    }
    case 'remember':
      return { ...state, start: action.start }
    case 'back': {
      const previous = state.past.at(-1)
      return previous === undefined
        ? state
        : { ...shown(state, previous), past: state.past.slice(0, -1) }
    }
    case 'open':
      return { ...state, layers: [...state.layers, action.layer] }
    case 'close':
      return { ...state, layers: state.layers.slice(0, -1) }
    case 'toast': {
      const { toast } = action
      const undo = toast?.undo
      if (undo === undefined) return { ...state, toast }
      return { ...state, toast, undos: [...state.undos, undo].slice(-MOST_UNDOS) }
    }
    case 'undone': {
      const undos = state.undos.filter((undo) => undo !== action.undo)
      return { ...state, undos, undone: state.undone + 1 }
    }
    case 'speak':
      return { ...state, language: action.language }
  }
}

function shown(state: ShellState, { screen, start }: Left): ShellState {
  return { ...state, screen, start, visit: state.visit + 1, layers: [], toast: undefined }
}
