/** The state of the whole screen, and the tools that its parts are given. */
import { useApp, useStdout, useWindowSize } from 'ink'
import { useEffect, useMemo, useReducer } from 'react'
import type { Clock } from '../../server/clock'
import type { Environment } from '../../server/configuration-values'
import { failureText } from '../../server/domain/api-calls/failure'
import { type Language, translate } from '../../server/domain/i18n/translate'
import { type FormatFacts, formatsOf } from '../../server/domain/text/formats'
import type { AdminApi } from '../admin/api'
import type { OwnCommand } from '../runtime/own-commands'
import { clipboardText } from './clipboard'
import type { Undo } from './form-draft'
import type { Binding } from './keys/binding'
import { runChild } from './run-child'
import type { Screen } from './screen'
import { type ShellAction, type ShellState, shellReducer, type Toast } from './shell-state'
import type { CommandRow, Text, Tools } from './tools'

/** Title, messages and keys: lines around the screen's own part. */
const FRAME_LINES = 3
/** Long enough to be read twice. */
const TOAST_MS = 10_000
/** Below this a list has no visible rows. */
const LEAST = { columns: 40, rows: 8 }

export interface ShellProps {
  readonly api: AdminApi
  readonly language: Language
  readonly clock: Clock
  readonly env: Environment
  /** How the site shows amounts. */
  readonly site: Omit<FormatFacts, 'language'>
  readonly screens: readonly Screen[]
  readonly ownCommands?: readonly OwnCommand[]
}

const NO_COMMANDS: readonly OwnCommand[] = []

export interface Shell {
  readonly state: ShellState
  readonly tools: Tools
}

export function useShell(props: ShellProps): Shell {
  const { api, language, clock, env, site, screens, ownCommands = NO_COMMANDS } = props
  const { exit, suspendTerminal } = useApp()
  const { stdout } = useStdout()
  const window = useWindowSize()
  const columns = Math.max(LEAST.columns, window.columns)
  const rows = Math.max(LEAST.rows, window.rows) - FRAME_LINES
  const [first] = screens
  const [state, dispatch] = useReducer(shellReducer, {
    screen: first?.id ?? '',
    past: [],
    start: {},
    visit: 0,
    layers: [],
    toast: undefined,
    undos: [],
    undone: 0,
    language,
  })
  const { language: spoken, undone } = state
  const last = state.undos.at(-1)
  const tools = useMemo((): Tools => {
    const text: Text = (key, params) => translate(spoken, key, params)
    const order = { dispatch, exit, text, screens, undo: () => void takeBack(last, dispatch, text) }
    return {
      api,
      clock,
      env,
      language: spoken,
      text,
      format: formatsOf({ language: spoken, ...site }),
      size: { columns, rows },
      ...messageTools(order, stdout),
      undone,
      open: (layer) => dispatch({ type: 'open', layer }),
      close: () => dispatch({ type: 'close' }),
      goTo: (screen, start = {}) => dispatch({ type: 'go', screen, start }),
      remember: (start) => dispatch({ type: 'remember', start }),
      ownCommands,
      runProgram: (command) =>
        void suspendTerminal(() => runChild(command, text('tui.press_enter'))),
      bindings: bindingsOf(order),
      commands: commandsOf(order, (next) => {
        api.speak(next)
        dispatch({ type: 'speak', language: next })
      }),
    }
  }, [
    api,
    clock,
    env,
    site,
    screens,
    spoken,
    columns,
    rows,
    exit,
    last,
    undone,
    stdout,
    ownCommands,
    suspendTerminal,
  ])
  useExpiry(state.toast, dispatch)
  return { state, tools }
}

/** Messages at the bottom of the screen. */
function messageTools(
  { dispatch, text }: Pick<ShellOrder, 'dispatch' | 'text'>,
  stdout: Pick<NodeJS.WritableStream, 'write'>,
): Pick<Tools, 'say' | 'fail' | 'copy'> {
  const show = (toast: Toast): void => dispatch({ type: 'toast', toast })
  return {
    say: (message, undo) => show({ message, isFailure: false, undo }),
    fail: (error) => show({ message: failureText(error, text), isFailure: true }),
    copy: (copied) => {
      stdout.write(clipboardText(copied))
      show({ message: text('tui.copied', { text: copied }), isFailure: false })
    },
  }
}

/** A message does not stay true for ever. */
function useExpiry(toast: Toast | undefined, dispatch: (action: ShellAction) => void): void {
  useEffect(() => {
    if (toast === undefined) return
    const timer = setTimeout(() => dispatch({ type: 'toast', toast: undefined }), TOAST_MS)
    return () => clearTimeout(timer)
  }, [toast, dispatch])
}

/** The last that can be; a refusal leaves it for another try. */
async function takeBack(
  undo: Undo | undefined,
  dispatch: (action: ShellAction) => void,
  text: Text,
): Promise<void> {
  const show = (message: string, isFailure: boolean): void =>
    dispatch({ type: 'toast', toast: { message, isFailure } })
  if (undo === undefined) {
    show(text('tui.nothing_to_undo'), false)
    return
  }
  try {
    await undo.run()
    dispatch({ type: 'undone', undo })
    show(text('tui.undone', { title: undo.title }), false)
  } catch (error) {
    show(failureText(error, text), true)
  }
}

interface ShellOrder {
  readonly undo: () => void
  readonly dispatch: (action: ShellAction) => void
  readonly exit: () => void
  readonly text: Text
  readonly screens: readonly Screen[]
}

/** Screens have a letter, and a digit for where the letter means something else. */
function bindingsOf({ dispatch, exit, text, screens, undo }: ShellOrder): readonly Binding[] {
  return [
    ...screens.map((screen, at) => ({
      keys: [screen.hotkey, ...(at < 10 ? [String((at + 1) % 10)] : [])],
      title: text(screen.title),
      group: 'screens' as const,
      run: () => dispatch({ type: 'go', screen: screen.id, start: {} }),
    })),
    { keys: ['esc'], title: text('tui.back'), run: () => dispatch({ type: 'back' }) },
    { keys: ['ctrl+z'], title: text('tui.undo'), run: undo },
    { keys: ['q'], title: text('tui.quit'), run: exit },
  ]
}

function commandsOf(
  { dispatch, exit, text, screens, undo }: ShellOrder,
  speak: (language: Language) => void,
): readonly CommandRow[] {
  return [
    ...screens.map((screen) => ({
      name: screen.id,
      title: text(screen.title),
      run: (rest: string) =>
        dispatch({
          type: 'go',
          screen: screen.id,
          start: rest === '' ? {} : { keyword: rest },
        }),
    })),
    {
      name: 'lang',
      title: text('tui.language'),
      completions: ['zh', 'en'],
      run: (rest) => speak(rest === 'zh' ? 'zh' : 'en'),
    },
    { name: 'undo', title: text('tui.undo'), run: undo },
    { name: 'quit', title: text('tui.quit'), run: exit },
  ]
}
