import { Command as Commander, CommanderError, Option } from 'commander'
import { version } from '../package.json'
import type { Language } from '../server/domain/i18n/translate'
import { withBody } from './body'
import { type Command, type CommandInput, toldCommand } from './command'
import { commanderWords } from './commander-words'
import { COMMANDS } from './commands'
import { createContext, type GlobalFlags } from './context'
import { EXIT, type ExitCode, type Failure, failureOf, UsageError } from './exit'
import { argumentUsage, checkChoice, flagSyntax, flagValue, writtenFlags } from './flag-values'
import { OUTPUT_FORMATS, type OutputFormat } from './forms'
import { commandNotes, GROUPS, gettingStarted } from './help-text'
import { createOutput } from './printer'
import { knownField } from './row-filter'
import { ask, createInterruption, streams } from './terminal'
import { type Tell, tellIn, words } from './words'

const interruption = createInterruption()

/** Whoever reads our output may stop at any time (`gw log list | head`): that is no error. */
function stopWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure)
  })
}

/** Before the flags are parsed, because what is said of them is said in it. */
function wantedLanguage(argv: readonly string[]): Language {
  const { GW_LANG, LC_ALL, LC_MESSAGES, LANG } = process.env
  const at = argv.findIndex((word) => /^--lang(?:=|$)/.test(word))
  const given = at < 0 ? undefined : (argv[at]?.split('=')[1] ?? argv[at + 1])
  const wanted = given ?? (GW_LANG || LC_ALL || LC_MESSAGES || LANG || '')
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function formatOf(output: unknown, json: unknown): OutputFormat {
  const named = OUTPUT_FORMATS.find((format) => format === output)
  if (json === true && named !== undefined && named !== 'json') {
    throw new UsageError('--json and another --output exclude each other')
  }
  return json === true ? 'json' : (named ?? 'table')
}

function globalFlags(program: Commander, language: Language): GlobalFlags {
  const { data, json, output, fields, quiet, color } = program.opts()
  return {
    data: typeof data === 'string' ? data : undefined,
    format: formatOf(output, json),
    fields: typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : undefined,
    quiet: quiet === true,
    color: color !== false && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    language,
  }
}

function onlyReads({ reads }: Command, { flags }: CommandInput): boolean {
  return typeof reads === 'object' ? flags[reads.unless] !== true : reads === true
}

/** How everything of one call is said. */
interface Voice {
  readonly language: Language
  readonly tell: Tell
  /** Told in that language. */
  readonly commands: readonly Command[]
}

interface Built extends Voice {
  readonly program: Commander
}

async function run(built: Built, row: Command, input: CommandInput): Promise<void> {
  const { program, language, tell, commands } = built
  const flags = globalFlags(program, language)
  for (const field of flags.fields ?? []) {
    if (row.json.length === 0) throw new UsageError('--fields: this command prints no fields')
    knownField('fields', field, row.json)
  }
  const context = createContext(
    {
      env: process.env,
      streams,
      commands,
      tell,
      readInput: () => Bun.stdin.text(),
      ask,
      interruption: interruption.signal,
    },
    {
      ...flags,
      reads: onlyReads(row, input),
      tries: input.flags['dry-run'] === true,
      bringsUsers: row.bringsUsers === true,
    },
  )
  try {
    await row.run(context, await withBody(row, input, context.input))
  } finally {
    await context.close()
  }
}

/** Verbs that other programs have for the same. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  delete: ['rm'],
  revoke: ['rm', 'delete'],
  create: ['add'],
  add: ['create'],
}

function addCommand(built: Built, parent: Commander, row: Command): void {
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
    await run(built, row, { args, body, flags: writtenFlags(row.flags, leaf.opts()) })
  })
}

function groupFor(parent: Commander, name: string, tell: Tell): Commander {
  const known = parent.commands.find((command) => command.name() === name)
  if (known !== undefined) return known
  const group = parent.command(name).description(tell(GROUPS[name] ?? ''))
  return group.helpCommand('help [command]', tell('show help'))
}

/** `gw help channel list` is `gw channel list --help`; a wrong word is refused as always. */
function addHelp({ program, tell }: Built): void {
  const about = tell('show help of a command: help NOUN VERB')
  const help = program.command('help').description(about)
  help.argument('[words...]', tell('the command')).action(async (path: readonly string[]) => {
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
    command.help()
  })
}

function buildProgram(json: boolean, voice: Voice): Commander {
  const { tell, commands } = voice
  const option = (flags: string, summary: string) => new Option(flags, tell(summary))
  const program = new Commander('gw')
    .description(tell('AI API gateway: many upstream channels behind one API, with exact billing'))
    .version(process.env.GW_BUILD ?? version, '-V, --version', tell('show the version'))
    .helpOption('-h, --help', tell('show help'))
    .addOption(option('--data <DIR>', 'folder of the database (default $GW_DATA or ./data)'))
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
    .addHelpText('after', gettingStarted(tell))
    .helpCommand(false)
    .exitOverride()
  const built = { ...voice, program }
  for (const row of commands) {
    const parent = row.path
      .slice(0, -1)
      .reduce((above: Commander, name) => groupFor(above, name, tell), program)
    addCommand(built, parent, row)
  }
  addHelp(built)
  return program
}

function descriptionOf({ description, argChoices }: Option, tell: Tell): string {
  if (argChoices === undefined) return description
  return tell(words`${description} (choices: ${argChoices.join(', ')})`)
}

/** What commander refuses is wrong usage; help that was asked for is not. */
function usageFailure(error: CommanderError, tell: Tell): Failure | undefined {
  if (error.exitCode === 0) {
    return undefined
  }
  const wantsCommand = error.code === 'commander.help'
  const said = wantsCommand ? words`a command is missing` : commanderWords(error.message)
  return { exitCode: EXIT.usage, code: 'usage', message: tell(said) }
}

function reasonOf(error: unknown, { language, tell }: Voice): Failure | undefined {
  const cutShort = interruption.exitCode()
  if (cutShort !== undefined) {
    return { exitCode: cutShort, code: 'interrupted', message: tell('interrupted') }
  }
  return error instanceof CommanderError
    ? usageFailure(error, tell)
    : failureOf(error, language, tell)
}

/** Before the flags are parsed, because that may be what fails. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, at) =>
      /^--(?:json|output=(?:nd)?json)$/.test(word) ||
      (word === '--output' && /^(?:nd)?json$/.test(argv[at + 1] ?? '')),
  )
}

async function main(argv: readonly string[]): Promise<ExitCode> {
  const json = wantsJson(argv)
  const language = wantedLanguage(argv)
  const tell = await tellIn(language)
  const voice = { language, tell, commands: COMMANDS.map((row) => toldCommand(row, tell)) }
  const program = buildProgram(json, voice)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    const failure = reasonOf(error, voice)
    if (failure === undefined) {
      return EXIT.ok
    }
    const format = json ? 'json' : 'table'
    const mode = { format, quiet: false, color: false, fields: undefined } as const
    const output = createOutput(streams, mode, tell)
    output.failure(failure)
    return failure.exitCode
  }
}

stopWhenNobodyReads(process.stdout)
stopWhenNobodyReads(process.stderr)
const exitCode = await main(process.argv.slice(2))
// What was written may still be on its way into a pipe; an exit before that would cut it off,
// and the callback of an empty write does not wait for what was written before.
process.stdout.end(() => process.exit(exitCode))
