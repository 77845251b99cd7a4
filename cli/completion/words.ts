/** What can be typed after `gw`, as rows that each shell's script is made of. */
import type { CommandRow, CompletedNoun } from '../command/command-row'
import { GLOBAL_FLAGS } from '../global-flags'
import { GROUPS } from '../help-text'
import { readTopics } from '../manual/pages'
import type { Translate } from '../words'

export interface Word {
  readonly text: string
  readonly summary: string
}

/** Where values come from: known now, looked up while typing, or the shell's own files. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'noun'; readonly noun: CompletedNoun }
  | { readonly kind: 'free' }

export interface FlagWord extends Word {
  readonly isSwitch: boolean
  readonly values: Values
}

/** A noun or a complete command. */
export interface Place {
  /** `channel list`; "" before the first word. */
  readonly path: string
  /** What may follow as a subcommand. */
  readonly words: readonly Word[]
  readonly flags: readonly FlagWord[]
  /** Values of the first argument, the second and so on. */
  readonly args: readonly Values[]
}

const FREE: Values = { kind: 'free' }
const words = (list: readonly string[]): Values => ({ kind: 'words', words: list })

interface Completed {
  readonly choices?: readonly string[] | undefined
  readonly completes?: CompletedNoun | undefined
}

function valuesOf({ choices, completes }: Completed): Values {
  if (choices !== undefined) return words(choices)
  return completes === undefined ? FREE : { kind: 'noun', noun: completes }
}

/** Flags that stand everywhere; `fields` are those of the command. */
function globalWords(fields: readonly string[], translate: Translate): readonly FlagWord[] {
  const flags = Object.entries(GLOBAL_FLAGS).flatMap(([name, flag]): FlagWord[] => {
    if (name === 'fields' && fields.length === 0) return []
    const isSwitch = flag.value === undefined || (flag.isOptional === true && name !== 'fields')
    const { summary, choices, completes } = flag
    const noun = completes === 'fields' ? undefined : completes
    const chosen = completes === 'fields' ? fields : choices
    const values = isSwitch ? FREE : valuesOf({ choices: chosen, completes: noun })
    return [{ text: `--${name}`, summary: translate(summary), isSwitch, values }]
  })
  const help = { text: '--help', summary: translate('show help'), isSwitch: true, values: FREE }
  return [...flags, help]
}

function flagWords(
  { flags, json, indexed }: CommandRow,
  translate: Translate,
): readonly FlagWord[] {
  const own = Object.entries(flags).map(([name, row]): FlagWord => {
    const isSwitch = row.kind === 'switch'
    const known = row.kind === 'boolean' ? words(['true', 'false']) : valuesOf(row)
    return { text: `--${name}`, summary: row.summary, isSwitch, values: known }
  })
  const listed = own.map((flag) => {
    if (indexed === undefined) return flag
    if (flag.text === '--sort') return { ...flag, values: words(json) }
    const conditions = json.map((field) => `${field}=`)
    return flag.text === '--filter' ? { ...flag, values: words(conditions) } : flag
  })
  return [...listed, ...globalWords(json, translate)]
}

function groupPlace(
  path: readonly string[],
  shown: readonly CommandRow[],
  translate: Translate,
): Place {
  const depth = path.length
  const below = shown.filter((row) => path.every((word, at) => row.path[at] === word))
  const next = Map.groupBy(below, (row) => row.path[depth] ?? '')
  const following = [...next].map(([text, rows]): Word => {
    const [only] = rows
    const isLeaf = rows.length === 1 && only?.path.length === depth + 1
    return { text, summary: isLeaf ? only.summary : translate(GROUPS[text] ?? '') }
  })
  const help =
    depth === 0
      ? [{ text: 'help', summary: translate('show help of a command, or a page of the manual') }]
      : []
  const flags = globalWords([], translate)
  return { path: path.join(' '), words: [...following, ...help], flags, args: [] }
}

/** Every noun and command, outermost first; the texts of commands are already translated. */
export function completionPlaces(
  commands: readonly CommandRow[],
  translate: Translate,
): readonly Place[] {
  const shown = commands.filter(({ hidden }) => hidden !== true)
  const groups = new Map<string, readonly string[]>([['', []]])
  for (const { path } of shown) {
    for (let depth = 1; depth < path.length; depth += 1) {
      const part = path.slice(0, depth)
      groups.set(part.join(' '), part)
    }
  }
  const leaves = shown.map(
    (row): Place => ({
      path: row.path.join(' '),
      words: [],
      flags: flagWords(row, translate),
      args: row.args.map(valuesOf),
    }),
  )
  const places = [...groups.values()].map((path) => groupPlace(path, shown, translate))
  const helped = places.slice(1).map((place) => ({ ...place, path: `help ${place.path}` }))
  return [...places, helpPlace(places[0]?.words ?? [], translate), ...helped, ...leaves]
}

/** What `help` takes: commands, and topics of the manual. */
function helpPlace(commands: readonly Word[], translate: Translate): Place {
  const topics = readTopics().map(({ id, title }) => ({ text: id, summary: title }))
  const others = commands.filter(({ text }) => text !== 'help')
  return {
    path: 'help',
    words: [...others, ...topics],
    flags: globalWords([], translate),
    args: [],
  }
}

/** Names of the flags that are followed by a value; one name means one thing everywhere. */
export function valuedFlags(places: readonly Place[]): readonly string[] {
  const flags = places.flatMap((place) => place.flags)
  return [...new Set(flags.filter(({ isSwitch }) => !isSwitch).map(({ text }) => text))]
}
