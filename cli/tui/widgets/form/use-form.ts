import { useApp } from 'ink'
import { useReducer } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { editText } from '../../edit-text'
import type { FormDraft, Saved } from '../../form-draft'
import { useKeys } from '../../keys/use-keys'
import { useTools } from '../../tools'
import { type FormState, formReducer, isChanged, openForm, valuesOf } from './use-form-state'

export function useForm(draft: FormDraft, isActive: boolean): FormState {
  const tools = useTools()
  const { suspendTerminal } = useApp()
  const [state, dispatch] = useReducer(formReducer, draft, openForm)
  const isLast = state.at === state.fields.length - 1

  async function save(): Promise<void> {
    if (state.isSaving) return
    dispatch({ type: 'saving' })
    try {
      const saved = await draft.save(valuesOf(state))
      const { message, shown, undo }: Saved =
        typeof saved === 'string' ? { message: saved, shown: [] } : saved
      tools.close()
      tools.say(message, undo)
      if (shown.length > 0) tools.open({ kind: 'text', title: message, lines: shown })
    } catch (error) {
      dispatch({ type: 'refused', problem: failureText(error, tools.text) })
    }
  }

  function leave(): void {
    if (!isChanged(state)) {
      tools.close()
      return
    }
    tools.open({
      kind: 'question',
      question: { title: tools.text('ui.unsaved_title'), onYes: tools.close },
    })
  }

  /** In the editor of the person, for texts of many lines. */
  async function edit(): Promise<void> {
    const field = state.fields[state.at]
    if (field?.kind !== 'text') return
    const before = valuesOf(state)[field.name] ?? ''
    await suspendTerminal(async () => {
      const after = await editText(before, tools.env)
      if (after !== undefined) dispatch({ type: 'put', name: field.name, text: after })
    })
  }

  const keys: Readonly<Record<string, () => void>> = {
    esc: leave,
    'ctrl+s': () => void save(),
    'ctrl+o': () => void edit(),
    enter: () => (isLast ? void save() : dispatch({ type: 'move', by: 1 })),
    tab: () => dispatch({ type: 'move', by: 1 }),
    down: () => dispatch({ type: 'move', by: 1 }),
    'shift+tab': () => dispatch({ type: 'move', by: -1 }),
    up: () => dispatch({ type: 'move', by: -1 }),
  }
  useKeys((press) => {
    const run = keys[press.name]
    if (run !== undefined) run()
    else dispatch({ type: 'press', press })
  }, isActive)
  return state
}
