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
import { commandNotes, GROUPS, gettingStarted } from './help-text'
import { showTopic, unknownTopic } from './manual/topic'
import { OUTPUT_FORMATS } from './output/output-format'
import { streams } from './output/terminal'
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
  /** Errors are told as JSON, so nothing else may stand on stderr. */
  readonly json: boolean
  readonly run: Run
}

interface Running {
  readonly built: Built
  readonly run: Run
}

const VERSION = process.env.GW_BUILD ?? version

/** Verbs that other programs have for the same. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  delete: ['rm'],
  revoke: ['rm', 'delete'],
  create: ['add'],
  add: ['create'],
  repair: ['fix', 'mend'],
}

function addCommand({ built, run }: Running, parent: Commander, row: Command): void {
  const { tell } = built
  const name = row.path.at(-1) ?? ''
  const leaf = parent.command(name, { hidden: row.hidden ?? false }).description(row.summary)
  leaf.aliases(OTHER_NAMES[name] ?? [])
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
    const args = Object.fromEntries(row.args.map((argument, at) => [argument.name, leaf.args[at]]))
    for (const { name: argument, choices } of row.args) {
      const text = args[argument]
      if (text !== undefined) checkChoice(argument, choices, text)
    }
    const body = row.body === undefined ? undefined : leaf.args[row.args.length]
    const input = { args, body, flags: writtenFlags(row.flags, leaf.opts()) }
    await run(built, { row, input })
  })
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
  if (json !== true && output !== 'json') return undefined
  const { helpDocument } = await import('./help-document')
  return `${JSON.stringify(helpDocument({ version: VERSION, commands, tell }), null, 2)}\n`
}

const names = (command: Commander): readonly string[] => [command.name(), ...command.aliases()]

/** A page of the manual, unless a command is called so. Throws `UsageError` for neither. */
async function helpWith(program: Commander, word: string): Promise<boolean> {
  const commands = program.commands.flatMap(names)
  if (commands.includes(word)) return false
  const { color } = program.opts()
  const isColored = color !== false && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
  if (await showTopic(word, isColored)) return true
  throw unknownTopic(word, commands)
}

/** All commands as commander knows them; what it refuses is thrown as `CommanderError`. */
export function buildProgram(voice: Voice, { json, run }: ProgramParts): Commander {
  const { tell, commands } = voice
  const option = (flags: string, summary: string) => new Option(flags, tell(summary))
  const program = new Commander('gw')
    .description(tell('AI API gateway: many upstream channels behind one API, with exact billing'))
    .version(VERSION, '-V, --version', tell('show the version'))
    .helpOption('-h, --help', tell('show help'))
    .addOption(option('--data <DIR>', 'folder of the database (default $GW_DATA or ./data)'))
    .addOption(
      option(
        '--context <NAME>',
        'gateway of "gw context list" (default $GW_CONTEXT, or the current)',
      ),
    )
    .addOption(option('--output <FORMAT>', 'form of the result').choices(OUTPUT_FORMATS))
    .addOption(option('--json', 'the same as --output json'))
    .addOption(
      option('--fields <A,B>', 'only these of the fields that the help of a command names'),
    )
    .addOption(option('--quiet', 'print ids or keys only'))
    .addOption(option('--lang <LANGUAGE>', 'language of all texts').choices(['zh', 'en']))
    .addOption(option('--no-color', 'print without bold and colours'))
    .configureHelp({
      showGlobalOptions: true,
      displayWidth: (text) => Bun.stringWidth(text),
      styleTitle: (title) => tell(title),
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

function descriptionOf({ description, argChoices }: Option, tell: Translate): string {
  if (argChoices === undefined) return description
  return tell(words`${description} (choices: ${argChoices.join(', ')})`)
}
