/** What Tab makes of the beginning of a command. */
import type { CommandRow } from '../../tools'

export interface Completion {
  /** As far as all candidates agree. */
  readonly text: string
  readonly candidates: readonly string[]
}

export function complete(typed: string, commands: readonly CommandRow[]): Completion {
  const at = typed.indexOf(' ')
  if (at < 0)
    return among(
      typed,
      commands.map(({ name }) => name),
    )
  const name = typed.slice(0, at)
  const words = typed.slice(at + 1).split(' ')
  const last = words.at(-1) ?? ''
  const row = commands.find((command) => command.name === name)
  const { text, candidates } = among(last, row?.completions ?? [])
  return { text: typed.slice(0, typed.length - last.length) + text, candidates }
}

function among(beginning: string, names: readonly string[]): Completion {
  const candidates = names.filter((name) => name.startsWith(beginning))
  const [first] = candidates
  if (first === undefined) return { text: beginning, candidates }
  let shared = first
  for (const name of candidates) {
    while (!name.startsWith(shared)) shared = shared.slice(0, -1)
  }
  return { text: candidates.length === 1 ? `${shared} ` : shared, candidates }
}

/** The full name, its plural, or the only one that begins so; letter case does not matter. */
export function commandOf(
  typed: string,
  commands: readonly CommandRow[],
): { readonly row: CommandRow; readonly rest: string } | undefined {
  const [name = '', ...words] = typed.trim().split(' ')
  const wanted = name.toLowerCase()
  const exact = commands.find(({ name: known }) => {
    const own = known.toLowerCase()
    return own === wanted || `${own}s` === wanted
  })
  const similar = commands.filter((command) => command.name.toLowerCase().startsWith(wanted))
  const row = exact ?? (similar.length === 1 ? similar[0] : undefined)
  return row === undefined || name === '' ? undefined : { row, rest: words.join(' ').trim() }
}
