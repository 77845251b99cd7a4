/** A form being filled in: values, the field with the caret, whether it is being saved. */

import type { FieldRow, FormDraft, FormValues } from '../../form-draft'
import type { KeyPress } from '../../keys/key-name'
import { textFieldAction } from '../text-field/text-field-keys'
import {
  type TextFieldState,
  textFieldOf,
  textFieldReducer,
  textOf,
} from '../text-field/use-text-field-state'

export interface FormState {
  readonly all: readonly FieldRow[]
  /** Those of them that are shown for the present values. */
  readonly fields: readonly FieldRow[]
  readonly initial: FormValues
  readonly states: Readonly<Record<string, TextFieldState>>
  readonly at: number
  readonly isSaving: boolean
  readonly problem: string
}

export type FormAction =
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'press'; readonly press: KeyPress }
  | { readonly type: 'put'; readonly name: string; readonly text: string }
  | { readonly type: 'saving' }
  | { readonly type: 'refused'; readonly problem: string }

export function openForm({ fields, initial }: FormDraft): FormState {
  const states = fields.map(({ name }) => [name, textFieldOf(initial[name] ?? '')] as const)
  return shown({
    all: fields,
    fields,
    initial,
    states: Object.fromEntries(states),
    at: 0,
    isSaving: false,
    problem: '',
  })
}

/** The chosen field stays the chosen one, whatever appears or goes around it. */
function shown(state: FormState): FormState {
  if (state.all.every(({ isFor }) => isFor === undefined)) return state
  const values = valuesOf(state)
  const fields = state.all.filter(({ isFor }) => isFor?.(values) ?? true)
  const chosen = state.fields[state.at]
  const at = fields.findIndex(({ name }) => name === chosen?.name)
  return { ...state, fields, at: Math.max(0, at) }
}

export function formReducer(state: FormState, action: FormAction): FormState {
  const { fields, at } = state
  switch (action.type) {
    case 'move':
      return { ...state, at: (at + action.by + fields.length) % Math.max(1, fields.length) }
    case 'press':
      return pressed(state, action.press)
    case 'put':
      return withField(state, action.name, textFieldOf(action.text))
    case 'saving':
      return { ...state, isSaving: true, problem: '' }
    case 'refused':
      return { ...state, isSaving: false, problem: action.problem }
  }
}

function pressed(state: FormState, press: KeyPress): FormState {
  const field = state.fields[state.at]
  if (field === undefined || state.isSaving) return state
  const { name, kind, choices = [] } = field
  const current = state.states[name] ?? textFieldOf('')
  if (kind === 'text' || kind === 'secret') {
    const action = textFieldAction(press)
    return action === undefined ? state : withField(state, name, textFieldReducer(current, action))
  }
  const values = kind === 'flag' ? ['false', 'true'] : choices.map(({ value }) => value)
  const step = STEPS[press.name]
  if (step === undefined || values.length === 0) return state
  const next = (values.indexOf(textOf(current)) + step + values.length) % values.length
  return withField(state, name, textFieldOf(values[next] ?? ''))
}

const STEPS: Readonly<Record<string, number>> = { left: -1, h: -1, right: 1, l: 1, space: 1 }

function withField(state: FormState, name: string, field: TextFieldState): FormState {
  return shown({ ...state, problem: '', states: { ...state.states, [name]: field } })
}

export function valuesOf({ all, states }: Pick<FormState, 'all' | 'states'>): FormValues {
  return Object.fromEntries(all.map(({ name }) => [name, textOf(states[name] ?? textFieldOf(''))]))
}

export function isChanged(state: FormState): boolean {
  const values = valuesOf(state)
  return state.all.some(({ name }) => values[name] !== (state.initial[name] ?? ''))
}
