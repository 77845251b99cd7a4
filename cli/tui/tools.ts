/** What every part of the screen works with. */
import { createContext, useContext } from 'react'
import type { Clock } from '../../server/clock'
import type { Environment } from '../../server/configuration-values'
import type { Language, TextKey, TextParams } from '../../server/domain/i18n/translate'
import type { Formats } from '../../server/domain/text/formats'
import type { AdminApi } from '../admin/api'
import type { OwnCommand } from '../runtime/own-commands'
import type { FormDraft, Undo } from './form-draft'
import type { Binding } from './keys/binding'

export type Text = (key: TextKey, params?: TextParams) => string

export interface MenuItem {
  /** A key that chooses it; "" for none. */
  readonly key: string
  readonly title: string
  readonly run: () => void
}

export interface Question {
  readonly title: string
  readonly message?: string
  readonly onYes: () => void
}

/** What a command after `:` may be. */
export interface CommandRow {
  readonly name: string
  readonly title: string
  /** Words that may follow. */
  readonly completions?: readonly string[]
  readonly run: (rest: string) => void
}

/** What lies over the screen; only the topmost gets keys. */
export type Layer =
  | {
      readonly kind: 'text'
      readonly title: string
      readonly lines: readonly string[]
      /** What can be done about it; each closes the page. */
      readonly actions?: readonly MenuItem[]
    }
  | { readonly kind: 'form'; readonly form: FormDraft }
  | { readonly kind: 'menu'; readonly title: string; readonly items: readonly MenuItem[] }
  | { readonly kind: 'question'; readonly question: Question }
  | {
      readonly kind: 'line'
      /** Stands before what is typed. */
      readonly prompt: string
      readonly initial: string
      readonly commands: readonly CommandRow[]
      readonly onEnter: (typed: string) => void
      /** At every key. */
      readonly onType?: (typed: string) => void
      readonly onCancel?: () => void
    }

/** What a screen is opened with. */
export interface StartWith {
  readonly keyword?: string
  readonly filters?: Readonly<Record<string, string>>
}

export interface Tools {
  readonly api: AdminApi
  readonly clock: Clock
  readonly env: Environment
  readonly language: Language
  readonly text: Text
  readonly format: Formats
  /** Cells of the screen's own part, between the title and the line of messages. */
  readonly size: { readonly columns: number; readonly rows: number }
  /** What can be taken back is remembered. */
  readonly say: (message: string, undo?: Undo) => void
  readonly fail: (error: unknown) => void
  readonly open: (layer: Layer) => void
  readonly close: () => void
  /** Into the clipboard of the terminal, wherever that is. */
  readonly copy: (text: string) => void
  /** Counts what was taken back: lists are read again. */
  readonly undone: number
  readonly goTo: (screen: string, start?: StartWith) => void
  /** What the screen would be opened with to look as it does now. */
  readonly remember: (start: StartWith) => void
  /** Of the person, for rows. */
  readonly ownCommands: readonly OwnCommand[]
  /** Leaves the screens for a program, and comes back. */
  readonly runProgram: (command: readonly string[]) => void
  /** Keys that work on every screen. */
  readonly bindings: readonly Binding[]
  readonly commands: readonly CommandRow[]
}

const ToolsContext = createContext<Tools | undefined>(undefined)

export const ToolsProvider = ToolsContext.Provider

export function useTools(): Tools {
  const tools = useContext(ToolsContext)
  if (tools === undefined) throw new Error('outside of the screen')
  return tools
}

/** Runs a call that changes something; reports how it ended. */
export async function attempt(tools: Tools, run: () => Promise<string>): Promise<boolean> {
  try {
    tools.say(await run())
    return true
  } catch (error) {
    tools.fail(error)
    return false
  }
}
