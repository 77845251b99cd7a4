/** Flags for what may be set of a noun, and what a request says by them. */
import {
  type Field,
  type Fields,
  type NamesWith,
  type SetName,
  setNamesOf,
} from '../../server/domain/nouns/noun'
import type { Input } from '../../server/domain/nouns/noun-stored'
import type { FlagRow, FlagRows } from './command-row'
import type { CommandContext } from './context'

/** A flag that says more than the noun does of the field. */
interface OwnFlag extends FlagRow {
  /** Where it is not the field's name. */
  readonly name?: string
  /** What the value stands for. */
  readonly read?: (context: CommandContext, given: string) => unknown
}

/** `false` for what is given in another way. */
type Own = OwnFlag | false

const KINDS = {
  text: 'text',
  integer: 'integer',
  credits: 'integer',
  flag: 'boolean',
} as const satisfies Readonly<Partial<Record<Field['kind'], FlagRow['kind']>>>

/** Fields whose flag cannot be derived from their kind. */
type SpecialName<Rows extends Fields> = Exclude<
  SetName<Rows>,
  NamesWith<Rows, { readonly kind: keyof typeof KINDS }>
>

export type OwnFlags<Rows extends Fields> = Readonly<
  Partial<Record<SetName<Rows>, Own>> & Record<SpecialName<Rows>, Own>
>

interface NamedFlag {
  readonly field: string
  readonly flag: string
  readonly row: OwnFlag
}

function namedFlags<Rows extends Fields>(rows: Rows, own: OwnFlags<Rows>): readonly NamedFlag[] {
  const overrides = new Map<string, Own>(Object.entries(own))
  const settable = new Set<string>(setNamesOf(rows))
  // Those with a flag of their own first, in its order.
  const fields = new Set([...overrides.keys(), ...settable])
  return [...fields].flatMap((field) => {
    const row = overrides.get(field) ?? flagOf(field, rows[field])
    if (row === false) return []
    return [{ field, flag: row.name ?? field.replaceAll('_', '-'), row }]
  })
}

function flagOf(name: string, field: Field | undefined): OwnFlag {
  const kinds = new Map<string, FlagRow['kind']>(Object.entries(KINDS))
  const summary = field?.title?.en.toLowerCase() ?? name.replaceAll('_', ' ')
  return { kind: kinds.get(field?.kind ?? '') ?? 'text', summary }
}

export function nounFlags<Rows extends Fields>(rows: Rows, own: OwnFlags<Rows>): FlagRows {
  const flags = namedFlags(rows, own).map(({ flag, row }): [string, FlagRow] => {
    const { name: _name, read: _read, ...shown } = row
    return [flag, shown]
  })
  return Object.fromEntries(flags)
}

/** Names of the API for what has another flag. */
export function nounAliases<Rows extends Fields>(
  rows: Rows,
  own: OwnFlags<Rows>,
): Readonly<Record<string, string>> {
  const named = namedFlags(rows, own).filter(
    ({ field, flag }) => flag.replaceAll('-', '_') !== field,
  )
  return Object.fromEntries(named.map(({ field, flag }) => [field, flag]))
}

/** Of `fields`, those that no flag sets. */
export function withoutFlag<Rows extends Fields>(
  rows: Rows,
  own: OwnFlags<Rows>,
  fields: readonly string[],
): readonly string[] {
  const settable = new Set(namedFlags(rows, own).map(({ field }) => field))
  return fields.filter((field) => !settable.has(field))
}

/** What is given of the noun; what is not is absent. */
export function nounInput<Rows extends Fields>(
  context: CommandContext,
  flags: Readonly<Record<string, unknown>>,
  { rows, own }: { readonly rows: Rows; readonly own: OwnFlags<Rows> },
): Input<Rows> {
  const values = namedFlags(rows, own).flatMap(({ field, flag, row }): [string, unknown][] => {
    const given = flags[flag]
    if (given === undefined) return []
    return [[field, row.read === undefined ? given : row.read(context, String(given))]]
  })
  return Object.fromEntries(values) as Input<Rows>
}
