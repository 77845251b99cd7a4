/** Flags and arguments from the text of the shell. */

import { UsageError } from '../exit'
import { words } from '../words'
import type { ArgumentRow, FlagRow } from './command-row'

/** Name of the value in help. */
function valueName(row: FlagRow): string {
  const kinds = { text: 'TEXT', texts: 'TEXT', integer: 'N', boolean: 'true|false', switch: '' }
  return row.value ?? row.choices?.join('|') ?? kinds[row.kind]
}

/** As help and completion write it: `--limit <N>`. */
export function flagSyntax(name: string, row: FlagRow): string {
  const long = row.short === undefined ? `--${name}` : `-${row.short}, --${name}`
  return row.kind === 'switch' ? long : `${long} <${valueName(row)}>`
}

/** As the reference writes it: `[--limit N]`. */
export function flagUsage(name: string, row: FlagRow): string {
  const text = row.kind === 'switch' ? `--${name}` : `--${name} ${valueName(row)}`
  return row.required === true ? text : `[${text}]${row.kind === 'texts' ? '…' : ''}`
}

export function argumentUsage({ name, optional, rest }: ArgumentRow): string {
  if (rest === true) return `[${name}...]`
  return optional === true ? `[${name}]` : `<${name}>`
}

/** Throws `UsageError` for what is not among the choices. */
export function checkChoice(
  where: string,
  choices: readonly string[] | undefined,
  text: string,
): void {
  if (choices !== undefined && !choices.includes(text)) {
    throw new UsageError(words`${where} must be one of ${choices.join(', ')}`)
  }
}

/** One value of a flag; `earlier` is what flags before it gave. */
export function flagValue(
  flag: string,
  row: FlagRow,
  [text, earlier]: readonly [text: string, earlier: unknown],
): unknown {
  if (row.kind === 'integer') {
    const value = /^[+-]?\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(value)) throw new UsageError(words`--${flag} must be a whole number`)
    return value
  }
  if (row.kind === 'boolean') {
    if (text !== 'true' && text !== 'false') {
      throw new UsageError(words`--${flag} must be true or false`)
    }
    return text === 'true'
  }
  checkChoice(`--${flag}`, row.choices, text)
  return row.kind === 'texts' ? [...(Array.isArray(earlier) ? earlier : []), text] : text
}

/** commander stores `--base-url` as `baseUrl`; commands know flags by their written name. */
export function writtenFlags(
  flags: Readonly<Record<string, FlagRow>>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const camelCase = (name: string) =>
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  // Commander stores these negated, without the prefix.
  const written = (name: string) =>
    name.startsWith('no-') ? values[camelCase(name.slice(3))] === false : values[camelCase(name)]
  return Object.fromEntries(Object.keys(flags).map((name) => [name, written(name)]))
}
