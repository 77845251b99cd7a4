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
  readonly translate: Translate
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
  const { translate } = built
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
  if (row.body !== undefined)
    leaf.argument('[body]', translate('"-" reads flags as JSON from stdin'))
  leaf.addHelpText('after', commandNotes(row, translate))
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

function groupFor(parent: Commander, name: string, translate: Translate): Commander {
  const known = parent.commands.find((command) => command.name() === name)
  if (known !== undefined) return known
  const group = parent.command(name).description(translate(GROUPS[name] ?? ''))
  return group.helpCommand('help [command]', translate('show help'))
}

/**
 * `gw help channel list` is `gw channel list --help`, and `gw help scale` a page of the manual; a
 * wrong word is refused.
 */
function addHelp(built: Built): void {
  const { program, translate } = built
  const about = translate('show help of a command, or a page of the manual')
  const help = program.command('help').description(about)
  help.option('--skill', translate('every command as Markdown for an agent'))
  help.argument('[words...]', translate('the command')).action(async (path: readonly string[]) => {
    const fullHelp = path.length === 0 ? await readFullHelp(built, help) : undefined
    if (fullHelp !== undefined) return streams.out(fullHelp)
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
async function readFullHelp(
  { program, commands, translate }: Built,
  help: Commander,
): Promise<string | undefined> {
  if (help.opts().skill === true) return (await import('./skill')).skillText()
  const { json, output } = program.opts()
  if (json === undefined && output !== 'json') return undefined
  const { helpDocument } = await import('./help-document')
  return `${JSON.stringify(helpDocument({ version: VERSION, commands, translate }), null, 2)}\n`
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
  const { translate, commands } = voice
  const program: Commander = new Commander('gw')
    .description(
      translate('AI API gateway: many upstream channels behind one API, with exact billing'),
    )
    .version(VERSION, '-V, --version', translate('show the version'))
    .helpOption('-h, --help', translate('show help'))
    .configureHelp({
      showGlobalOptions: true,
      displayWidth: (text) => Bun.stringWidth(text),
      styleTitle: (title) => translate(title),
      // Those of "gw update" are not global to the commands below it.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
      optionDescription: (row) => descriptionOf(row, translate),
    })
    .configureOutput({
      writeOut: streams.out,
      writeErr: (text) => (json ? undefined : streams.err(text)),
      outputError: () => {},
    })
    .addHelpText('after', () => gettingStarted(translate))
    .helpCommand(false)
    .exitOverride()
  for (const [name, flag] of Object.entries(GLOBAL_FLAGS)) {
    program.addOption(globalOption(name, flag, translate))
  }
  const built = { ...voice, program }
  for (const row of commands) {
    const parent = row.path
      .slice(0, -1)
      .reduce((above: Commander, name) => groupFor(above, name, translate), program)
    addCommand({ built, run }, parent, row)
  }
  addHelp(built)
  return program
}

function globalOption(name: string, flag: GlobalFlag, translate: Translate): Option {
  const { short, value, isOptional, summary, choices } = flag
  const long = short === undefined ? `--${name}` : `-${short}, --${name}`
  const given = isOptional === true ? ` [${value}]` : ` <${value}>`
  const option = new Option(value === undefined ? long : long + given, translate(summary))
  return choices === undefined ? option : option.choices(choices)
}

function descriptionOf({ description, argChoices }: Option, translate: Translate): string {
  if (argChoices === undefined) return description
  return translate(words`${description} (choices: ${argChoices.join(', ')})`)
}
