import { type Command as Commander, CommanderError } from 'commander'
import type { Language } from '../server/domain/i18n/translate'
import { withBody } from './command/body'
import { type Command, type CommandInput, isElsewhere, translateCommand } from './command/command'
import { createContext, type GlobalFlags, type Surroundings } from './command/context'
import { knownField } from './command/row-filter'
import { commanderWords } from './commander-words'
import { COMMANDS } from './commands'
import { EXIT, type Failure, failureOf, UsageError } from './exit'
import { OUTPUT_FORMATS, type OutputFormat } from './output/output-format'
import { createOutput } from './output/printer'
import { ask, createInterruption, stdinEnd, streams } from './output/terminal'
import { type Built, buildProgram, type Call, type Voice } from './program'
import { type Guest, NeededFromCaller, openGuest } from './remote/guest'
import { requireAllowed } from './remote/scope'
import type { ChosenGateway } from './runtime/chosen-gateway'
import { LOCAL } from './runtime/contexts'
import { thisMachine } from './runtime/machine'
import { type Translate, translatorIn, words } from './words'

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
  const { data, context, json, output, fields, quiet, color } = program.opts()
  return {
    data: typeof data === 'string' ? data : undefined,
    context: typeof context === 'string' ? context : undefined,
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

/** A command that ran elsewhere has said itself why it failed. */
class EndedThere extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`exit ${exitCode}`)
    this.exitCode = exitCode
  }
}

type Place = Pick<Guest, 'surroundings' | 'scopes' | 'request'>

/** What this process is, whoever has called. */
interface Running {
  readonly argv: readonly string[]
  readonly surroundings: Surroundings
  /** Of somebody elsewhere, for whom a server has started this process. */
  readonly guest: Place | undefined
}

async function run(running: Running, { program, language, tell, commands }: Built, call: Call) {
  const { row, input } = call
  const { surroundings, guest } = running
  const flags = globalFlags(program, language)
  for (const field of flags.fields ?? []) {
    if (row.json.length === 0) throw new UsageError('--fields: this command prints no fields')
    knownField('fields', field, row.json)
  }
  const reads = onlyReads(row, input)
  if (guest !== undefined) requireAllowed(row, input, { reads, scopes: guest.scopes })
  const context = createContext(
    { ...surroundings, commands, tell },
    {
      ...flags,
      ...(guest && { data: undefined, context: LOCAL, color: guest.request.terminal.color }),
      reads,
      tries: input.flags['dry-run'] === true,
      bringsUsers: row.bringsUsers === true,
    },
  )
  const gateway = isElsewhere(row, input) ? undefined : context.gateway()
  if (gateway !== undefined && row.here !== true) {
    return await runOn(gateway, { language, color: flags.color, ...running })
  }
  if (gateway?.isNamed === true) {
    throw new UsageError(
      words`this command works on the machine of ${gateway.name} only: add --context local`,
    )
  }
  try {
    await row.run(context, await withBody(row, input, context.input))
  } finally {
    await context.close()
  }
}

interface Wanted extends Running {
  readonly language: Language
  readonly color: boolean
}

async function runOn(gateway: ChosenGateway, { argv, surroundings, language, color }: Wanted) {
  const { runThere } = await import('./remote/run-there')
  const { streams: own, ask: asks } = surroundings
  const exitCode = await runThere({
    gateway,
    caller: surroundings,
    argv: [...argv],
    language,
    terminal: {
      out: own.outIsTerminal,
      err: own.errIsTerminal,
      color,
      columns: process.stdout.columns ?? 0,
      asks: asks !== undefined,
    },
  })
  if (exitCode !== EXIT.ok) throw new EndedThere(exitCode)
}

/** What commander refuses is wrong usage; help that was asked for is not. */
function usageFailure(error: CommanderError, tell: Translate): Failure | undefined {
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

function ownSurroundings(): Surroundings {
  return {
    env: process.env,
    streams,
    readInput: () => Bun.stdin.text(),
    machine: thisMachine,
    stdinEnd,
    ask,
    interruption: interruption.signal,
  }
}

function runningFor(guest: Guest | undefined): Running {
  const own = ownSurroundings()
  if (guest === undefined) return { argv: process.argv.slice(2), surroundings: own, guest }
  return { argv: guest.request.argv, surroundings: { ...own, ...guest.surroundings }, guest }
}

async function main(guest: Guest | undefined): Promise<number> {
  const running = runningFor(guest)
  const { argv } = running
  const json = wantsJson(argv)
  const language = guest?.request.language ?? wantedLanguage(argv)
  const tell = await translatorIn(language)
  const voice = { language, tell, commands: COMMANDS.map((row) => translateCommand(row, tell)) }
  const program = buildProgram(voice, { json, run: (built, call) => run(running, built, call) })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof EndedThere) return error.exitCode
    if (guest && error instanceof NeededFromCaller) {
      guest.say({ need: error.need })
      return EXIT.ok
    }
    const failure = reasonOf(error, voice)
    if (failure === undefined) {
      return EXIT.ok
    }
    const format = json ? 'json' : 'table'
    const mode = { format, quiet: false, color: false, fields: undefined } as const
    createOutput(running.surroundings.streams, mode, tell).failure(failure)
    return failure.exitCode
  }
}

stopWhenNobodyReads(process.stdout)
stopWhenNobodyReads(process.stderr)
const guest = await openGuest(process.env)
const exitCode = await main(guest)
guest?.say({ exit: exitCode })
// What was written may still be on its way into a pipe; an exit before that would cut it off,
// and the callback of an empty write does not wait for what was written before.
process.stdout.end(() => process.exit(exitCode))
