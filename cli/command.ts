import type { CommandContext } from './context'
import type { Tell } from './words'

/** What has names, in the database or in the program, that a shell can complete. */
export type CompletedNoun =
  | 'channel'
  | 'group'
  | 'model'
  | 'option'
  | 'redemption'
  | 'tag'
  | 'token'
  | 'type'
  | 'user'

export interface ArgumentRow {
  readonly name: string
  readonly summary: string
  readonly optional?: boolean
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
}

export type FlagRows = Readonly<Record<string, FlagRow>>

interface FlagTypes {
  readonly text: string
  readonly integer: number
  readonly boolean: boolean
  readonly switch: boolean
  readonly texts: readonly string[]
}

type FlagValues<Flags extends FlagRows> = {
  readonly [Name in keyof Flags]: Flags[Name]['required'] extends true
    ? FlagTypes[Flags[Name]['kind']]
    : FlagTypes[Flags[Name]['kind']] | undefined
}

type ArgumentValues<Args extends readonly ArgumentRow[]> = {
  readonly [Row in Args[number] as Row['name']]: Row['optional'] extends true
    ? string | undefined
    : string
}

/** What the shell gave, before a command's own types are known. */
export interface CommandInput {
  readonly args: Readonly<Record<string, string | undefined>>
  /** One word more than there are arguments, of commands that take a body. */
  readonly body?: string | undefined
  readonly flags: Readonly<Record<string, unknown>>
}

export interface Command {
  /** `['user', 'create']`. */
  readonly path: readonly string[]
  readonly summary: string
  readonly args: readonly ArgumentRow[]
  readonly flags: FlagRows
  readonly examples: readonly string[]
  /** Fields of the `--json` output; nothing when what it prints has none. */
  readonly json: readonly string[]
  /** Of commands that list: fields whose `--filter FIELD=` the database answers. */
  readonly indexed?: readonly string[]
  /**
   * Takes `-` as its last word: the flags as a JSON object on stdin, with underscores, or under
   * the names of the API's fields that differ from the flags, which stand here.
   */
  readonly body?: Readonly<Record<string, string>>
  /** Fields of what `show` prints that a body may have without meaning anything. */
  readonly ignored?: readonly string[]
  /** Not told of in help: for programs only. */
  readonly hidden?: boolean
  /**
   * Only reads: its database must be there already, and is neither made, migrated nor written.
   * With the flag named here it does more.
   */
  readonly reads?: ReadsOnly
  /** A database that it makes gets its root user by it, or by the first start of a server. */
  readonly bringsUsers?: boolean
  /** Help lists the variables of the environment that the gateway reads. */
  readonly tellsVariables?: boolean
  run(context: CommandContext, input: CommandInput): Promise<void>
}

export type ReadsOnly = true | { readonly unless: string }

export interface TypedInput<Args extends readonly ArgumentRow[], Flags extends FlagRows> {
  readonly args: ArgumentValues<Args>
  readonly flags: FlagValues<Flags>
}

export interface CommandDefinition<Args extends readonly ArgumentRow[], Flags extends FlagRows> {
  readonly path: readonly string[]
  readonly summary: string
  readonly args?: Args
  readonly flags?: Flags
  readonly examples?: readonly string[]
  readonly json?: readonly string[]
  readonly body?: Readonly<Record<string, string>>
  /** Fields of what `show` prints that a body may have without meaning anything. */
  readonly ignored?: readonly string[]
  readonly hidden?: boolean
  readonly reads?: ReadsOnly
  readonly bringsUsers?: boolean
  /** Help lists the variables of the environment that the gateway reads. */
  readonly tellsVariables?: boolean
  run(context: CommandContext, input: TypedInput<Args, Flags>): Promise<void>
}

/** One subcommand. `run` gets values that have been parsed by the rows given here. */
export function defineCommand<
  const Args extends readonly ArgumentRow[] = readonly [],
  const Flags extends FlagRows = Record<never, FlagRow>,
>(definition: CommandDefinition<Args, Flags>): Command {
  return { args: [], flags: {}, examples: [], json: [], ...definition }
}

/** The same command with its texts as a reader wants them. */
export function toldCommand(row: Command, tell: Tell): Command {
  const told = <Row extends { readonly summary: string }>(part: Row): Row => ({
    ...part,
    summary: tell(part.summary),
  })
  const flags = Object.entries(row.flags).map(([name, flag]) => [name, told(flag)] as const)
  return { ...told(row), args: row.args.map(told), flags: Object.fromEntries(flags) }
}
