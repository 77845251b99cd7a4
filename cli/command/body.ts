/** A JSON object on stdin instead of flags: `gw channel set main - < channel.json`. */

import { UsageError } from '../exit'
import { words } from '../words'
import type { CommandInput } from './command'
import type { CommandRow, FlagRow } from './command-row'
import { flagValue } from './flag-values'

type Fields = Readonly<Record<string, unknown>>

/** The name of a flag in a body; `aliases` have the API's names of fields that differ. */
export function fieldOf(flag: string, aliases: Readonly<Record<string, string>>): string {
  const alias = Object.entries(aliases).find(([, name]) => name === flag)?.[0]
  return alias ?? flag.replaceAll('-', '_')
}

/** Fields that a body may have, as help names them. */
export function bodyFields({ flags, body }: Pick<CommandRow, 'flags' | 'body'>): readonly string[] {
  if (body === undefined) return []
  const settable = Object.keys(flags).filter((flag) => flag !== 'yes' && flag !== 'dry-run')
  return settable.map((flag) => fieldOf(flag, body))
}

/** Takes the `-` off the arguments and its fields in as flags; written flags win. */
export async function withBody(
  row: CommandRow,
  input: CommandInput,
  readInput: () => Promise<string>,
): Promise<CommandInput> {
  const given = Object.entries({ ...input.args, body: input.body }).filter(
    ([, text]) => text !== undefined,
  )
  const [last, text] = given.at(-1) ?? []
  if (row.body === undefined || last === undefined || text !== '-') {
    if (input.body !== undefined) throw new UsageError('too many arguments: "-" reads a body')
    return input
  }
  const fields = bodyOf(await readInput())
  const explicit = Object.fromEntries(
    Object.entries(input.flags).filter(([, value]) => value !== undefined),
  )
  return {
    args: { ...input.args, ...(last === 'body' ? {} : { [last]: undefined }) },
    flags: { ...input.flags, ...flagsOf(row, fields), ...explicit },
  }
}

/** Throws `UsageError` for anything but a JSON object. */
export function bodyOf(text: string): Fields {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { ...parsed }
    }
  } catch {
    // Said below: either way it is no object.
  }
  throw new UsageError('what came on stdin is not a JSON object')
}

function flagsOf(row: CommandRow, fields: Fields): Fields {
  const flags = Object.entries(row.flags).map(([name, flag]) => ({
    name,
    flag,
    field: fieldOf(name, row.body ?? {}),
  }))
  const known = bodyFields(row)
  const accepted = Object.entries(fields).filter(([field]) => !row.ignored?.includes(field))
  return Object.fromEntries(
    accepted.map(([field, value]): [string, unknown] => {
      // A field has the API's name; the name of its flag is understood as well.
      const found = flags.find(
        (candidate) =>
          known.includes(candidate.field) &&
          (candidate.field === field || candidate.name.replaceAll('-', '_') === field),
      )
      if (found === undefined) {
        throw new UsageError(
          words`body: there is no field "${field}"; known are ${known.join(', ')}`,
        )
      }
      return [found.name, bodyValue(found.name, found.flag, value)]
    }),
  )
}

/** As the flag would give it: lists are joined, objects are JSON text, null is blank. */
function bodyValue(name: string, flag: FlagRow, value: unknown): unknown {
  if (flag.kind === 'switch') {
    const isOn = value === 1 || value === 0 ? value === 1 : value
    if (typeof isOn === 'boolean') return isOn ? true : undefined
    throw new UsageError(words`body: ${name} must be true or false`)
  }
  if (flag.kind === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (flag.kind === 'texts') return Array.isArray(value) ? value.map(String) : [String(value)]
  return flagValue(name, flag, [textOf(value), undefined])
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(String).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
