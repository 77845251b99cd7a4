/** Commands of the person for rows of the terminal screens, from a file next to the contexts. */
import { existsSync, readFileSync } from 'node:fs'
import type { Environment } from '../../server/configuration-values'
import { isRecord } from '../../server/domain/json/records'
import { UsageError } from '../exit'
import { words } from '../words'
import { ownFile } from './contexts'

export interface OwnCommand {
  /** The screen, as it is called after `:`. */
  readonly view: string
  /** As the help shows keys of its kind: `alt+p`, `(`. */
  readonly key: string
  readonly title: string
  /** Program and arguments; `{name}` stands for a field of the row. */
  readonly command: readonly string[]
}

/** None where there is no file. Throws `UsageError` for one that cannot be read. */
export function readOwnCommands(env: Environment): readonly OwnCommand[] {
  const path = ownFile(env, 'commands.json')
  if (!existsSync(path)) return []
  const rows = parsed(path)
  if (!Array.isArray(rows)) throw new UsageError(words`${path}: not a list of commands`)
  return rows.map((row: unknown, at) => {
    const command = commandOf(row)
    if (command !== undefined) return command
    const number = at + 1
    throw new UsageError(
      words`${path}: command ${number} needs "view", a free "key", "title" and a list "command"`,
    )
  })
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new UsageError(words`${path}: not valid JSON`)
  }
}

/** Those that mean nothing on any screen. */
export const FREE_KEYS = /^(alt\+[a-z0-9]|['"\\])$/

function commandOf(row: unknown): OwnCommand | undefined {
  if (!isRecord(row)) return undefined
  const { view, key, title, command } = row
  if (typeof view !== 'string' || typeof key !== 'string' || typeof title !== 'string') return
  if (!FREE_KEYS.test(key)) return undefined
  const isList = Array.isArray(command) && command.length > 0
  if (!isList || !command.every((part) => typeof part === 'string')) return undefined
  return { view, key, title, command }
}

/** No shell reads it, so that nobody's name can be a command. */
export function filledCommand({ command }: OwnCommand, row: object): readonly string[] {
  const fields = new Map<string, unknown>(Object.entries(row))
  return command.map((part) =>
    part.replace(/\{(\w+)\}/g, (match, field: string) =>
      fields.has(field) ? String(fields.get(field)) : match,
    ),
  )
}
