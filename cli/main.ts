import { Command as Commander, CommanderError, Option } from 'commander'
import { version } from '../package.json'
import type { Language } from '../server/domain/i18n/translate'
import type { Command, CommandInput, FlagRow } from './command'
import { COMMANDS } from './commands'
import { createContext, type GlobalFlags, type Shell } from './context'
import { EXIT, type ExitCode, type Failure, failureOf, UsageError } from './exit'
import { createOutput, type Streams } from './output'

const GROUPS: Readonly<Record<string, string>> = {
  user: 'people who own balances and tokens',
  session: 'who is signed in on the console',
  'access-token': 'keys to the management API, one per user',
  token: 'keys that clients call with',
  channel: 'upstream accounts that calls are sent to',
  tag: 'labels for handling several channels together',
  group: 'groups of users and channels, with their prices',
  pricing: 'what models cost',
  redemption: 'codes that users redeem for quota',
  order: 'quota that users bought',
  model: 'what can be called',
  option: 'settings kept in the database',
  log: 'what was called and what it cost',
  stats: 'how much was used when',
  audit: 'who changed what',
  ledger: 'the append-only account of every credit',
  job: 'work that the server does by itself',
  db: 'the database itself',
}

/** Whoever reads our output may stop at any time (`gw log list | head`): that is no error. */
function stopWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure)
  })
}

const streams: Streams = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  outIsTerminal: process.stdout.isTTY === true,
}

function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort())
  }
  return controller.signal
}

/** On stderr: stdout belongs to results. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

function flagSyntax(name: string, row: FlagRow): string {
  if (row.kind === 'switch') return `--${name}`
  const value =
    row.value ?? { text: 'TEXT', texts: 'TEXT', integer: 'N', boolean: 'true|false' }[row.kind]
  return `--${name} <${value}>`
}

function parsed(flag: string, row: FlagRow, [text, earlier]: readonly [string, unknown]): unknown {
  if (row.kind === 'integer') {
    const value = /^[+-]?\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(value)) throw new UsageError(`--${flag} must be a whole number`)
    return value
  }
  if (row.kind === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new UsageError(`--${flag} must be true or false`)
    return text === 'true'
  }
  return row.kind === 'texts' ? [...(Array.isArray(earlier) ? earlier : []), text] : text
}

/** commander keeps `--base-url` as `baseUrl`; commands know flags by their written name. */
function writtenFlags(row: Command, values: Readonly<Record<string, unknown>>) {
  const camelCase = (name: string) =>
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.keys(row.flags).map((name) => [name, values[camelCase(name)]]))
}

function languageOf(given: unknown): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const wanted = typeof given === 'string' ? given : (LC_ALL ?? LC_MESSAGES ?? LANG ?? '')
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

function globalFlags(program: Commander): GlobalFlags {
  const { data, json, quiet, lang, color } = program.opts()
  return {
    data: typeof data === 'string' ? data : undefined,
    json: json === true,
    quiet: quiet === true,
    color: color !== false && process.env.NO_COLOR === undefined,
    language: languageOf(lang),
  }
}

async function run(program: Commander, row: Command, input: CommandInput): Promise<void> {
  const shell: Shell = {
    env: process.env,
    streams,
    readInput: () => Bun.stdin.text(),
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
    interruption,
  }
  const context = createContext(shell, globalFlags(program))
  try {
    await row.run(context, input)
  } finally {
    await context.close()
  }
}

function addCommand(program: Commander, parent: Commander, row: Command): void {
  const leaf = parent.command(row.path.at(-1) ?? '').description(row.summary)
  for (const { name, summary, optional } of row.args) {
    leaf.argument(optional === true ? `[${name}]` : `<${name}>`, summary)
  }
  for (const [name, flag] of Object.entries(row.flags)) {
    const option = new Option(flagSyntax(name, flag), flag.summary)
    if (flag.kind !== 'switch') {
      option.argParser((text: string, earlier: unknown) => parsed(name, flag, [text, earlier]))
    }
    leaf.addOption(flag.required === true ? option.makeOptionMandatory() : option)
  }
  const examples = row.examples.map((example) => `  $ ${example}`)
  const fields = row.json.length === 0 ? [] : ['', `JSON fields: ${row.json.join(', ')}`]
  if (examples.length + fields.length > 0) {
    leaf.addHelpText('after', ['', 'Examples:', ...examples, ...fields].join('\n'))
  }
  leaf.action(async () => {
    const args = Object.fromEntries(row.args.map(({ name }, at) => [name, leaf.args[at]]))
    await run(program, row, { args, flags: writtenFlags(row, leaf.opts()) })
  })
}

function groupFor(program: Commander, name: string): Commander {
  const known = program.commands.find((command) => command.name() === name)
  return known ?? program.command(name).description(GROUPS[name] ?? '')
}

function buildProgram(json: boolean): Commander {
  const program = new Commander('gw')
    .description('AI API gateway: many upstream channels behind one API, with exact billing')
    .version(process.env.GW_BUILD ?? version)
    .option('--data <DIR>', 'folder of the database (default $GW_DATA or ./data)')
    .option('--json', 'print JSON')
    .option('--quiet', 'print ids or keys only')
    .addOption(new Option('--lang <LANGUAGE>', 'language of messages').choices(['zh', 'en']))
    .option('--no-color', 'print without bold and colours')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: streams.out,
      writeErr: (text) => (json ? undefined : streams.err(text)),
      outputError: () => {},
    })
    .exitOverride()
  for (const row of COMMANDS) {
    const parent = row.path.slice(0, -1).reduce(groupFor, program)
    addCommand(program, parent, row)
  }
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

async function main(argv: readonly string[]): Promise<ExitCode> {
  const json = argv.includes('--json')
  const program = buildProgram(json)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    const { language } = globalFlags(program)
    const failure =
      error instanceof CommanderError ? usageFailure(error) : failureOf(error, language)
    if (failure === undefined) {
      return EXIT.ok
    }
    createOutput(streams, { json, quiet: false, color: false }).failure(failure)
    return failure.exitCode
  }
}

stopWhenNobodyReads(process.stdout)
stopWhenNobodyReads(process.stderr)
const exitCode = await main(process.argv.slice(2))
// What was written may still be on its way into a pipe; an exit before that would cut it off,
// and the callback of an empty write does not wait for what was written before.
process.stdout.end(() => process.exit(exitCode))
