import type { CommandContext } from './context'

export interface ArgumentRow {
  readonly name: string
  readonly summary: string
  readonly optional?: boolean
}

export interface FlagRow {
  /** `boolean` takes true or false; `switch` takes nothing; `texts` may be repeated. */
  readonly kind: 'text' | 'integer' | 'boolean' | 'switch' | 'texts'
  readonly summary: string
  /** Name of the value in help. */
  readonly value?: string
  readonly required?: boolean
}

type FlagRows = Readonly<Record<string, FlagRow>>

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
  readonly flags: Readonly<Record<string, unknown>>
}

export interface Command {
  /** `['user', 'create']`. */
  readonly path: readonly string[]
  readonly summary: string
  readonly args: readonly ArgumentRow[]
  readonly flags: FlagRows
  readonly examples: readonly string[]
  /** Fields of the `--json` output; nothing when the command prints no rows. */
  readonly json: readonly string[]
  run(context: CommandContext, input: CommandInput): Promise<void>
}

interface CommandDefinition<Args extends readonly ArgumentRow[], Flags extends FlagRows> {
  readonly path: readonly string[]
  readonly summary: string
  readonly args?: Args
  readonly flags?: Flags
  readonly examples?: readonly string[]
  readonly json?: readonly string[]
  run(
    context: CommandContext,
    input: { readonly args: ArgumentValues<Args>; readonly flags: FlagValues<Flags> },
  ): Promise<void>
}

/** One subcommand. `run` gets values that have been parsed by the rows given here. */
export function defineCommand<
  const Args extends readonly ArgumentRow[] = readonly [],
  const Flags extends FlagRows = Record<never, FlagRow>,
>(definition: CommandDefinition<Args, Flags>): Command {
  return { args: [], flags: {}, examples: [], json: [], ...definition }
}
