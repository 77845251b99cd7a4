import { Command as Commander, Option } from 'commander'
import { version } from '../package.json'
import type { Language } from '../server/domain/i18n/translate'
import type { Command, CommandInput } from './command/command'
import {
  argumentUsage,
  checkChoice,
  flagSyntax,
  flagValue,
  writtenFlags,
} from './command/flag-values'
import { UsageError } from './exit'
import { allowsColor, GLOBAL_FLAGS, type GlobalFlag } from './global-flags'
import { commandNotes, GROUPS, gettingStarted } from './help-text'
import { showTopic, unknownTopic } from './manual/topic'
import { streams } from './output/terminal'
import { otherNames } from './spelled-out'
import { type Translate, words } from './words'

/** How everything of one call is said. */
export interface Voice {
  readonly language: Language
  readonly tell: Translate
  /** Told in that language. */
  readonly commands: readonly Command[]
}

export interface Built extends Voice {
  readonly program: Commander
}

/** One command as the shell has called it. */
export interface Call {
  readonly row: Command
  readonly input: CommandInput
}

type Run = (built: Built, call: Call) => Promise<void>

interface ProgramParts {
  /** Errors are printed as JSON, so nothing else may be on stderr. */
  readonly json: boolean
  readonly run: Run
}

interface Running {
  readonly built: Built
  readonly run: Run
}

const VERSION = process.env.GW_BUILD ?? version

function addCommand({ built, run }: Running, parent: Commander, row: Command): void {
  const { tell } = built
  const name = row.path.at(-1) ?? ''
  const leaf = parent.command(name, { hidden: row.hidden ?? false }).description(row.summary)
  leaf.aliases([...otherNames(name)])
  for (const argument of row.args) leaf.argument(argumentUsage(argument), argument.summary)
  for (const [flag, { required, ...rest }] of Object.entries(row.flags)) {
    const option = new Option(flagSyntax(flag, rest), rest.summary)
    if (rest.kind !== 'switch') {
      option.argParser((text: string, earlier: unknown) => flagValue(flag, rest, [text, earlier]))
    }
    leaf.addOption(required === true ? option.makeOptionMandatory() : option)
  }
  if (row.body !== undefined) leaf.argument('[body]', tell('"-" reads flags as JSON from stdin'))
  leaf.addHelpText('after', commandNotes(row, tell))
  leaf.action(async () => {
    const own = row.args.filter(({ rest }) => rest !== true)
    const args = Object.fromEntries(own.map((argument, at) => [argument.name, leaf.args[at]]))
    for (const { name: argument, choices } of own) {
      const text = args[argument]
      if (text !== undefined) checkChoice(argument, choices, text)
    }
    const body = row.body === undefined ? undefined : leaf.args[row.args.length]
    const rest = own.length === row.args.length ? undefined : leaf.args.slice(own.length)
    if (parent !== built.program) refuseFlagsOf(parent, row)
    // A flag that "gw update" and "gw update rollback" both have is taken by the outer one.
    const flags = writtenFlags(row.flags, leaf.optsWithGlobals())
    const input = { args, body, flags, ...(rest && { rest }) }
    await run(built, { row, input })
  })
}

/** "gw update rollback --to 1.2.3": a flag of "gw update" alone. */
function refuseFlagsOf(parent: Commander, row: Command): void {
  const wrong = parent.options.find(
    (option) =>
      parent.getOptionValueSource(option.attributeName()) === 'cli' &&
      !Object.hasOwn(row.flags, option.name()),
  )
  if (wrong === undefined) return
  throw new UsageError(words`unknown option '${wrong.long ?? wrong.name()}'`)
}

function groupFor(parent: Commander, name: string, tell: Translate): Commander {
  const known = parent.commands.find((command) => command.name() === name)
  if (known !== undefined) return known
  const group = parent.command(name).description(tell(GROUPS[name] ?? ''))
  return group.helpCommand('help [command]', tell('show help'))
}

/**
 * `gw help channel list` is `gw channel list --help`, and `gw help scale` a page of the manual; a
 * wrong word is refused.
 */
function addHelp(built: Built): void {
  const { program, tell } = built
  const about = tell('show help of a command, or a page of the manual')
  const help = program.command('help').description(about)
  help.option('--skill', tell('every command as Markdown for an agent'))
  help.argument('[words...]', tell('the command')).action(async (path: readonly string[]) => {
    const whole = path.length === 0 ? await wholeHelp(built, help) : undefined
    if (whole !== undefined) return streams.out(whole)
    if (path.length === 1 && (await helpWith(program, path[0] ?? ''))) return
    const command = await commandAt(program, path)
    command.help()
  })
}

/** Throws for words that name none. */
async function commandAt(program: Commander, path: readonly string[]): Promise<Commander> {
  let command: Commander = program
  for (const word of path) {
    const next = command.commands.find(
      (candidate) => candidate.name() === word || candidate.aliases().includes(word),
    )
    if (next === undefined && command.commands.length > 0) {
      await program.parseAsync(path, { from: 'user' })
    }
    if (next === undefined)
      throw new UsageError(words`"gw help" knows no command "${path.join(' ')}"`)
    command = next
  }
  return command
}

/** Of all commands at once, for programs: `gw help --json` and `gw help --skill`. */
async function wholeHelp(
  { program, commands, tell }: Built,
  help: Commander,
): Promise<string | undefined> {
  if (help.opts().skill === true) return (await import('./skill')).skillText()
  const { json, output } = program.opts()
  if (json === undefined && output !== 'json') return undefined
  const { helpDocument } = await import('./help-document')
  return `${JSON.stringify(helpDocument({ version: VERSION, commands, tell }), null, 2)}\n`
}

const names = (command: Commander): readonly string[] => [command.name(), ...command.aliases()]

/** A page of the manual, unless a command is called so. Throws `UsageError` for neither. */
async function helpWith(program: Commander, word: string): Promise<boolean> {
  const commands = program.commands.flatMap(names)
  if (commands.includes(word)) return false
  const options = program.opts()
  const looks = { color: allowsColor(options), pager: options.pager !== false }
  if (await showTopic(word, looks)) return true
  throw unknownTopic(word, commands)
}

/** All commands as commander knows them; what it refuses is thrown as `CommanderError`. */
export function buildProgram(voice: Voice, { json, run }: ProgramParts): Commander {
  const { tell, commands } = voice
  const program: Commander = new Commander('gw')
    .description(tell('AI API gateway: many upstream channels behind one API, with exact billing'))
    .version(VERSION, '-V, --version', tell('show the version'))
    .helpOption('-h, --help', tell('show help'))
    .configureHelp({
      showGlobalOptions: true,
      displayWidth: (text) => Bun.stringWidth(text),
      styleTitle: (title) => tell(title),
      // Those of "gw update" are not global to the commands below it.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
      optionDescription: (row) => descriptionOf(row, tell),
    })
    .configureOutput({
      writeOut: streams.out,
      writeErr: (text) => (json ? undefined : streams.err(text)),
      outputError: () => {},
    })
    .addHelpText('after', () => gettingStarted(tell))
    .helpCommand(false)
    .exitOverride()
  for (const [name, flag] of Object.entries(GLOBAL_FLAGS)) {
    program.addOption(globalOption(name, flag, tell))
  }
  const built = { ...voice, program }
  for (const row of commands) {
    const parent = row.path
      .slice(0, -1)
      .reduce((above: Commander, name) => groupFor(above, name, tell), program)
    addCommand({ built, run }, parent, row)
  }
  addHelp(built)
  return program
}

function globalOption(name: string, flag: GlobalFlag, tell: Translate): Option {
  const { short, value, isOptional, summary, choices } = flag
  const long = short === undefined ? `--${name}` : `-${short}, --${name}`
  const given = isOptional === true ? ` [${value}]` : ` <${value}>`
  const option = new Option(value === undefined ? long : long + given, tell(summary))
  return choices === undefined ? option : option.choices(choices)
}

function descriptionOf({ description, argChoices }: Option, tell: Translate): string {
  if (argChoices === undefined) return description
  return tell(words`${description} (choices: ${argChoices.join(', ')})`)
}
