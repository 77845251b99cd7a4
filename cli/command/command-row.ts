import type { FieldKinds } from '../output/field-kinds'

/** What has names, in the database or in the program, that a shell can complete. */
export type CompletedNoun =
  | 'channel'
  | 'context'
  | 'group'
  | 'model'
  | 'option'
  | 'path'
  | 'redemption'
  | 'tag'
  | 'token'
  | 'type'
  | 'user'

export interface ArgumentRow {
  readonly name: string
  readonly summary: string
  readonly optional?: boolean
  /** The remaining arguments, which go to another program: the last row, after `--`. */
  readonly rest?: boolean
  readonly choices?: readonly string[]
  readonly completes?: CompletedNoun
}

export interface FlagRow {
  /** `boolean` takes true or false; `switch` takes nothing; `texts` may be repeated. */
  readonly kind: 'text' | 'integer' | 'boolean' | 'switch' | 'texts'
  readonly summary: string
  /** Name of the value in help. */
  readonly value?: string
  /** One letter that says the same. */
  readonly short?: string
  readonly required?: boolean
  /** The values there are; any other is wrong usage. */
  readonly choices?: readonly string[]
  /** What `gw completion` looks up while it is typed. */
  readonly completes?: CompletedNoun
  /** Has an effect on the machine of the gateway only. */
  readonly localOnly?: boolean
}

export type CommandArguments = Readonly<Record<string, string | undefined>>

export type FlagRows = Readonly<Record<string, FlagRow>>

/** All that is known of a command but what it does. */
export interface CommandRow {
  /** `['user', 'create']`. */
  readonly path: readonly string[]
  readonly summary: string
  readonly args: readonly ArgumentRow[]
  readonly flags: FlagRows
  readonly examples: readonly string[]
  /** Fields of the `--json` output; nothing when what it prints has none. */
  readonly json: readonly string[]
  /** What they hold, as far as it is known. */
  readonly kinds: FieldKinds
  /** Of commands that list: fields whose `--filter FIELD=` the database answers. */
  readonly indexed?: readonly string[]
  /**
   * Takes `-` as its last word: the flags as a JSON object on stdin, with underscores, or under
   * the names of the API's fields that differ from the flags, which stand here.
   */
  readonly body?: Readonly<Record<string, string>>
  /** Fields of what `show` prints that a body may have without meaning anything. */
  readonly ignored?: readonly string[]
  /** Not shown in help: for programs only. */
  readonly hidden?: boolean
  /**
   * Only reads: its database must be there already, and is neither made, migrated nor written.
   * With the flag named here it does more.
   */
  readonly reads?: ReadsOnly
  /** A database that it makes gets its root user by it, or by the first start of a server. */
  readonly bringsUsers?: boolean
  /**
   * Speaks with the gateway of a context by itself, or with none. Any other command is run there
   * by its server.
   */
  readonly clientSide?: boolean | ((args: CommandArguments) => boolean)
  /** Works on the machine of the gateway only. */
  readonly localOnly?: boolean
  /** Help lists the variables of the environment that the gateway reads. */
  readonly listsVariables?: boolean
  /** Prints what comes, for as long as it runs. */
  readonly follows?: true
}

export type ReadsOnly = true | { readonly unless: string }
