/** The keys that work now, by what they are for, in as few lines as the width allows. */

import { fit, widthOf } from '../text-width'
import { type Binding, shownKey } from './keys/binding'
import type { CommandRow, Text } from './tools'

interface HelpOrder {
  /** Of the screen, first to win a key. */
  readonly own: readonly Binding[]
  readonly everywhere: readonly Binding[]
  readonly commands: readonly CommandRow[]
  readonly columns: number
  readonly text: Text
}

const KEYS_WIDTH = 12
const INDENT = 2
/** Minimum width of an entry in several columns. */
const ENTRY_WIDTH = 36
/** Words after a command that are shown. */
const MOST_WORDS = 4

export function helpLines({ own, everywhere, commands, columns, text }: HelpOrder): string[] {
  const taken = new Set<string>()
  const free = [...own, ...everywhere].flatMap((binding) => {
    const keys = binding.keys.filter((key) => !taken.has(key))
    for (const key of keys) taken.add(key)
    return keys.length === 0 ? [] : [{ ...binding, keys }]
  })
  const isOwn = new Set(own.map(({ title }) => title))
  const groupOf = ({ group, title }: Binding) => group ?? (isOwn.has(title) ? 'here' : 'everywhere')
  const groups = Map.groupBy(free, groupOf)
  const sections = GROUPS.map((group) => ({
    title: text(`tui.help_${group}`),
    entries: (groups.get(group) ?? []).map(({ keys, title }) => ({
      name: keys.map(shownKey).join(' '),
      title,
    })),
  }))
  const commandEntries = commands.map(({ name, title, completions = [] }) => ({
    name: `:${[name, ...completions.slice(0, MOST_WORDS)].join(' ')}`,
    title,
  }))
  return [...sections, { title: text('tui.help_commands'), entries: commandEntries }]
    .filter(({ entries }) => entries.length > 0)
    .flatMap(({ title, entries }, at) => [
      ...(at === 0 ? [] : ['']),
      title,
      ...besides(entries, columns - INDENT),
    ])
}

const GROUPS = ['here', 'move', 'everywhere', 'screens'] as const

interface Entry {
  readonly name: string
  readonly title: string
}

/** Beside each other where they fit; a long one has a line of its own. */
function besides(entries: readonly Entry[], width: number): readonly string[] {
  const count = Math.max(1, Math.floor(width / ENTRY_WIDTH))
  const each = Math.floor(width / count)
  const lines: string[] = []
  let line: string[] = []
  const end = (): void => {
    if (line.length > 0) lines.push(line.join('').trimEnd())
    line = []
  }
  for (const { name, title } of entries) {
    const begun = widthOf(name) < KEYS_WIDTH ? fit(name, KEYS_WIDTH) : `${name} `
    const shown = ' '.repeat(INDENT) + begun + title
    if (widthOf(shown) >= each) {
      end()
      lines.push(shown)
      continue
    }
    line.push(fit(shown, each))
    if (line.length === count) end()
  }
  end()
  return lines
}
