import type { FieldKinds } from '../output/field-kinds'
import { type AnyView, kindsOf } from '../output/output'
import type { Translate } from '../words'
import type {
  ArgumentRow,
  CommandArguments,
  CommandRow,
  FlagRow,
  FlagRows,
  ReadsOnly,
} from './command-row'
import type { CommandContext } from './context'

interface FlagTypes {
  readonly text: string
  readonly integer: number
  readonly boolean: boolean
  readonly switch: boolean
  readonly texts: readonly string[]
}

export type FlagValues<Flags extends FlagRows> = {
  readonly [Name in keyof Flags]: Flags[Name]['required'] extends true
    ? FlagTypes[Flags[Name]['kind']]
    : FlagTypes[Flags[Name]['kind']] | undefined
}

type ArgumentValues<Args extends readonly ArgumentRow[]> = {
  readonly [Row in Args[number] as Row['rest'] extends true
    ? never
    : Row['name']]: Row['optional'] extends true ? string | undefined : string
}

/** What the shell gave, before a command's own types are known. */
export interface CommandInput {
  readonly args: CommandArguments
  /** One word more than there are arguments, of commands that take a body. */
  readonly body?: string | undefined
  /** Words after `--`, of commands that hand them on. */
  readonly rest?: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
}

export interface Command extends CommandRow {
  run(context: CommandContext, input: CommandInput): Promise<void>
}

export interface TypedInput<Args extends readonly ArgumentRow[], Flags extends FlagRows> {
  readonly args: ArgumentValues<Args>
  readonly flags: FlagValues<Flags>
  readonly rest?: readonly string[]
}

export interface CommandDefinition<Args extends readonly ArgumentRow[], Flags extends FlagRows> {
  readonly path: readonly string[]
  readonly summary: string
  readonly args?: Args
  readonly flags?: Flags
  readonly examples?: readonly string[]
  /** Fields of the output: those of a view, or each with what it holds. */
  readonly json?: AnyView | FieldKinds
  readonly body?: Readonly<Record<string, string>>
  /** Fields of what `show` prints that a body may have without meaning anything. */
  readonly ignored?: readonly string[]
  readonly hidden?: boolean
  readonly reads?: ReadsOnly
  readonly bringsUsers?: boolean
  readonly clientSide?: CommandRow['clientSide']
  readonly localOnly?: boolean
  /** Help lists the variables of the environment that the gateway reads. */
  readonly listsVariables?: boolean
  readonly follows?: true
  run(context: CommandContext, input: TypedInput<Args, Flags>): Promise<void>
}

/** One subcommand. `run` gets values that have been parsed by the rows given here. */
export function defineCommand<
  const Args extends readonly ArgumentRow[] = readonly [],
  const Flags extends FlagRows = Record<never, FlagRow>,
>(definition: CommandDefinition<Args, Flags>): Command {
  const { json = {} } = definition
  return { args: [], flags: {}, examples: [], ...definition, ...outputFields(json) }
}

/** Names and kinds of the fields of an output. */
function outputFields(json: AnyView | FieldKinds): Pick<Command, 'json' | 'kinds'> {
  if (isView(json)) return { json: json.fields, kinds: kindsOf(json) }
  return { json: Object.keys(json), kinds: json }
}

function isView(json: AnyView | FieldKinds): json is AnyView {
  return typeof json.quiet === 'function'
}

/** Whether a command finds its gateway by itself, if it needs one. */
export function isClientSide({ clientSide }: Command, { args }: CommandInput): boolean {
  return typeof clientSide === 'function' ? clientSide(args) : clientSide === true
}

/** The same command with its texts as a reader wants them. */
export function translateCommand(row: Command, translate: Translate): Command {
  const translated = <Row extends { readonly summary: string }>(part: Row): Row => ({
    ...part,
    summary: translate(part.summary),
  })
  const flags = Object.entries(row.flags).map(([name, flag]) => [name, translated(flag)] as const)
  return { ...translated(row), args: row.args.map(translated), flags: Object.fromEntries(flags) }
}
