import { Command as Commander, CommanderError, Option } from 'commander'
import { version } from '../package.json'
import type { Language } from '../server/domain/i18n/translate'
import { withBody } from './body'
import type { Command, CommandInput } from './command'
import { COMMANDS } from './commands'
import { createContext, type GlobalFlags } from './context'
import { EXIT, type ExitCode, type Failure, failureOf, UsageError } from './exit'
import { argumentUsage, checkChoice, flagSyntax, flagValue, writtenFlags } from './flag-values'
import { commandNotes, GETTING_STARTED, GROUPS } from './help-text'
import { createOutput, OUTPUT_FORMATS, type OutputFormat } from './printer'
import { knownField } from './row-filter'
import { ask, createInterruption, streams } from './terminal'

const interruption = createInterruption()

/** Whoever reads our output may stop at any time (`gw log list | head`): that is no error. */
function stopWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure)
  })
}

function languageOf(given: unknown): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const wanted = typeof given === 'string' ? given : LC_ALL || LC_MESSAGES || LANG || ''
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function formatOf(output: unknown, json: unknown): OutputFormat {
  const named = OUTPUT_FORMATS.find((format) => format === output)
  if (json === true && named !== undefined && named !== 'json') {
    throw new UsageError('--json and another --output exclude each other')
  }
  return json === true ? 'json' : (named ?? 'table')
}

function globalFlags(program: Commander): GlobalFlags {
  const { data, json, output, fields, quiet, lang, color } = program.opts()
  return {
    data: typeof data === 'string' ? data : undefined,
    format: formatOf(output, json),
    fields: typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : undefined,
    quiet: quiet === true,
    color: color !== false && process.env.NO_COLOR === undefined,
    language: languageOf(lang),
  }
}

function onlyReads({ reads }: Command, { flags }: CommandInput): boolean {
  return typeof reads === 'object' ? flags[reads.unless] !== true : reads === true
}

async function run(program: Commander, row: Command, input: CommandInput): Promise<void> {
  const flags = globalFlags(program)
  for (const field of flags.fields ?? []) {
    if (row.json.length === 0) throw new UsageError('--fields: this command prints no fields')
    knownField('fields', field, row.json)
  }
  const context = createContext(
    {
      env: process.env,
      streams,
      commands: COMMANDS,
      readInput: () => Bun.stdin.text(),
      ask,
      interruption: interruption.signal,
    },
    { ...flags, reads: onlyReads(row, input) },
  )
  try {
    await row.run(context, await withBody(row, input, context.input))
  } finally {
    await context.close()
  }
}

function addCommand(program: Commander, parent: Commander, row: Command): void {
  const name = row.path.at(-1) ?? ''
  const leaf = parent.command(name, { hidden: row.hidden ?? false }).description(row.summary)
  for (const argument of row.args) leaf.argument(argumentUsage(argument), argument.summary)
  for (const [flag, { required, ...rest }] of Object.entries(row.flags)) {
    const option = new Option(flagSyntax(flag, rest), rest.summary)
    if (rest.kind !== 'switch') {
      option.argParser((text: string, earlier: unknown) => flagValue(flag, rest, [text, earlier]))
    }
    leaf.addOption(required === true ? option.makeOptionMandatory() : option)
  }
  if (row.body !== undefined) leaf.argument('[body]', '"-" reads flags as JSON from stdin')
  leaf.addHelpText('after', commandNotes(row))
  leaf.action(async () => {
    const args = Object.fromEntries(row.args.map((argument, at) => [argument.name, leaf.args[at]]))
    for (const { name: argument, choices } of row.args) {
      const text = args[argument]
      if (text !== undefined) checkChoice(argument, choices, text)
    }
    const body = row.body === undefined ? undefined : leaf.args[row.args.length]
    await run(program, row, { args, body, flags: writtenFlags(row.flags, leaf.opts()) })
  })
}

function groupFor(program: Commander, name: string): Commander {
  const known = program.commands.find((command) => command.name() === name)
  return known ?? program.command(name).description(GROUPS[name] ?? '')
}

/** `gw help channel list` is `gw channel list --help`; a wrong word is refused as always. */
function addHelp(program: Commander): void {
  const help = program.command('help').description('show help of a command: help NOUN VERB')
  help.argument('[words...]', 'the command').action(async (words: readonly string[]) => {
    let command: Commander = program
    for (const word of words) {
      const next = command.commands.find((candidate) => candidate.name() === word)
      if (next === undefined && command.commands.length > 0) {
        await program.parseAsync(words, { from: 'user' })
      }
      if (next === undefined)
        throw new UsageError(`"gw help" knows no command "${words.join(' ')}"`)
      command = next
    }
    command.help()
  })
}

function buildProgram(json: boolean): Commander {
  const program = new Commander('gw')
    .description('AI API gateway: many upstream channels behind one API, with exact billing')
    .version(process.env.GW_BUILD ?? version)
    .option('--data <DIR>', 'folder of the database (default $GW_DATA or ./data)')
    .addOption(new Option('--output <FORMAT>', 'form of the result').choices(OUTPUT_FORMATS))
    .option('--json', 'the same as --output json')
    .option('--fields <A,B>', 'only these of the fields that the help of a command names')
    .option('--quiet', 'print ids or keys only')
    .addOption(new Option('--lang <LANGUAGE>', 'language of messages').choices(['zh', 'en']))
    .option('--no-color', 'print without bold and colours')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: streams.out,
      writeErr: (text) => (json ? undefined : streams.err(text)),
      outputError: () => {},
    })
    .addHelpText('after', GETTING_STARTED)
    .helpCommand(false)
    .exitOverride()
  for (const row of COMMANDS) {
    const parent = row.path.slice(0, -1).reduce(groupFor, program)
    addCommand(program, parent, row)
  }
  addHelp(program)
  return program
}

/** What commander refuses is wrong usage; help that was asked for is not. */
function usageFailure(error: CommanderError): Failure | undefined {
  if (error.exitCode === 0) {
    return undefined
  }
  const wantsCommand = error.code === 'commander.help'
  const message = wantsCommand ? 'a command is missing' : error.message.replace(/^error: /, '')
  return { exitCode: EXIT.usage, code: 'usage', message }
}

function reasonOf(error: unknown, language: Language): Failure | undefined {
  const cutShort = interruption.exitCode()
  if (cutShort !== undefined) {
    return { exitCode: cutShort, code: 'interrupted', message: 'interrupted' }
  }
  return error instanceof CommanderError ? usageFailure(error) : failureOf(error, language)
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
  const program = buildProgram(json)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    const failure = reasonOf(error, languageOf(program.opts().lang))
    if (failure === undefined) {
      return EXIT.ok
    }
    const format = json ? 'json' : 'table'
    const mode = { format, quiet: false, color: false, fields: undefined } as const
    const output = createOutput(streams, mode)
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
