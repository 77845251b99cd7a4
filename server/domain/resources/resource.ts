/**
 * What lists of one noun have in common on every surface: columns, what a keyword searches,
 * which filters there are. Titles are texts `field.<noun>.<column>` of the dictionaries.
 */
export type ColumnKind =
  | 'id'
  | 'text'
  | 'long_text'
  | 'list'
  | 'number'
  | 'quota'
  | 'money_usd'
  | 'flag'
  | 'role'
  | 'user_status'
  | 'channel_status'
  | 'channel_type'
  | 'token_status'
  | 'redemption_status'
  | 'log_type'
  | 'time_s'
  | 'duration_s'
  | 'duration_ms'

export interface Column {
  readonly kind: ColumnKind
  /** Hidden columns can be switched on. */
  readonly shown: boolean
  /** Shown to admins only. */
  readonly adminOnly: boolean
}

export interface ResourceDraft<Name extends string> {
  readonly columns: Readonly<Record<Name, Column>>
  /** Columns that a keyword is looked for in; not all of them are shown. */
  readonly search: readonly string[]
  readonly filters: Readonly<Record<string, ColumnKind>>
}

export interface Resource<Noun extends string, Name extends string> extends ResourceDraft<Name> {
  readonly noun: Noun
  /** Dictionary key of a column's title. */
  readonly titleOf: (name: Name) => `field.${Noun}.${Name}`
}

export function resource<const Noun extends string, const Name extends string>(
  noun: Noun,
  draft: ResourceDraft<Name>,
): Resource<Noun, Name> {
  return { ...draft, noun, titleOf: (name) => `field.${noun}.${name}` }
}

export function column(kind: ColumnKind): Column {
  return { kind, shown: true, adminOnly: false }
}

/** Not shown until it is switched on. */
export function hidden(kind: ColumnKind): Column {
  return { kind, shown: false, adminOnly: false }
}

export function forAdmins(kind: ColumnKind): Column {
  return { kind, shown: true, adminOnly: true }
}

/** Dictionary keys of the titles of a resource. */
export type TitleKey<R> =
  R extends Resource<infer Noun, infer Name> ? `field.${Noun}.${Name}` : never
