/** The words of a call with everything written out that a person leaves out. */
import type { Command } from './command/command'
import type { FlagRows } from './command/command-row'
import {
  ALL_FIELDS,
  fieldsOf,
  GLOBAL_FLAGS,
  type GlobalFlag,
  USUAL_WATCH_SECONDS,
} from './global-flags'

/** Verbs that other programs have for the same. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  delete: ['rm'],
  revoke: ['rm', 'delete'],
  create: ['add'],
  add: ['create'],
  repair: ['fix', 'mend'],
}

export function otherNames(verb: string): readonly string[] {
  return OTHER_NAMES[verb] ?? []
}

/** Global flags that say how a list of fields is shown. */
const LOOKS = ['--output', '--lang', '--no-color', '--no-pager']

/**
 * `--json A,B`, `--json` and `--watch` have a value that may be missing, which a parser cannot
 * tell from the word that follows; `-o` may be a flag of the command. What asks for the fields
 * of a command becomes `gw explain`.
 */
export function spelledOut(argv: readonly string[], commands: readonly Command[]): string[] {
  const { row, end } = calledCommand(argv, commands)
  const words: string[] = []
  let at = 0
  while (at < argv.length) {
    const word = argv[at] ?? ''
    if (word === '--') return [...words, ...argv.slice(at)]
    const place = { row, isBehind: at >= end }
    const { spelled, taken } = spelledWord(longFlag(word, row), argv[at + 1], place)
    words.push(...spelled)
    at += taken
  }
  const asksForFields = words.includes('--fields=') || words.includes('--json=')
  return asksForFields && row !== undefined ? ['explain', ...row.path, ...looksIn(words)] : words
}

interface Spelled {
  readonly spelled: readonly string[]
  /** How many words that were. */
  readonly taken: number
}

interface Place {
  readonly row: Command | undefined
  /** The words that name the command stand before it. */
  readonly isBehind: boolean
}

function spelledWord(word: string, next: string | undefined, place: Place): Spelled {
  const alone = (value: string): Spelled => ({ spelled: [`${word}=${value}`], taken: 1 })
  const withNext: Spelled = { spelled: [`${word}=${next ?? ''}`], taken: 2 }
  if (word === '--json') return isFields(next, place) ? withNext : alone(ALL_FIELDS)
  if (word === '--fields') return next?.startsWith('-') === false ? withNext : alone('')
  if (word === '--watch') {
    return /^\d+(?:\.\d+)?$/.test(next ?? '') ? withNext : alone(String(USUAL_WATCH_SECONDS))
  }
  const isFollowed = next !== undefined && takesWord(word, place.row?.flags ?? {})
  return isFollowed ? { spelled: [word, next], taken: 2 } : { spelled: [word], taken: 1 }
}

/** A short flag that a command and every command have is the command's. */
function longFlag(word: string, row: Command | undefined): string {
  const [, short, rest = ''] = /^-([a-z])(.*)$/i.exec(word) ?? []
  if (short === undefined) return word
  const byShort = ([, flag]: readonly [string, { readonly short?: string }]) => flag.short === short
  const [name] =
    Object.entries(row?.flags ?? {}).find(byShort) ??
    Object.entries(GLOBAL_FLAGS).find(byShort) ??
    []
  if (name === undefined) return word
  return rest === '' ? `--${name}` : `--${name}=${rest.replace(/^=/, '')}`
}

function globalFlag(word: string): GlobalFlag | undefined {
  return Object.entries(GLOBAL_FLAGS).find(([name]) => word === `--${name}`)?.[1]
}

/** Whether the next word is the value of this flag. */
function takesWord(word: string, own: FlagRows): boolean {
  const flag = own[word.replace(/^--/, '')]
  if (word.startsWith('--') && flag !== undefined) return flag.kind !== 'switch'
  const known = globalFlag(word)
  return known?.value !== undefined && known.isOptional !== true
}

/** Of a command with arguments, only what its output has is taken for the name of a field. */
function isFields(next: string | undefined, { row, isBehind }: Place): boolean {
  if (next === '') return true
  if (next === undefined || next.startsWith('-') || row === undefined) return false
  if (next.includes(',') || !isBehind) return next.includes(',')
  const takesWords = row.args.length > 0 || row.body !== undefined
  return !takesWords || fieldsOf(row, true).includes(next)
}

interface Called {
  readonly row: Command | undefined
  /** The word after those that name it. */
  readonly end: number
}

function calledCommand(argv: readonly string[], commands: readonly Command[]): Called {
  let rows = commands
  let depth = 0
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word.startsWith('-')) {
      if (takesWord(longFlag(word, undefined), {})) at += 1
      continue
    }
    rows = rowsWith(rows, depth, word)
    depth += 1
    const row = rows.find(({ path }) => path.length === depth)
    if (row !== undefined || rows.length === 0) return { row, end: at + 1 }
  }
  return { row: undefined, end: argv.length }
}

function rowsWith(rows: readonly Command[], depth: number, word: string): readonly Command[] {
  const named = rows.filter(({ path }) => path[depth] === word)
  if (named.length > 0) return named
  return rows
    .filter(({ path }) => path.length === depth + 1 && otherNames(path[depth] ?? '').includes(word))
    .slice(0, 1)
}

function looksIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const [flag = '', value] = word.split('=', 2)
    if (!LOOKS.includes(flag)) return []
    const isFollowed = value === undefined && takesWord(flag, {})
    return isFollowed ? [word, words[at + 1] ?? ''] : [word]
  })
}
