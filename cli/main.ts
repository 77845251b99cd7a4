import { CommanderError } from 'commander'
import { systemClock } from '../server/clock'
import type { Language } from '../server/domain/i18n/translate'
import { withBody } from './command/body'
import { type Command, type CommandInput, isClientSide, translateCommand } from './command/command'
import {
  type CommandContext,
  createContext,
  type GlobalFlags,
  type Surroundings,
} from './command/context'
import { commanderWords } from './commander-words'
import { COMMANDS } from './commands'
import { EXIT, type Failure, failureOf, ProgramEnd, UsageError } from './exit'
import { readGlobalFlags, watchSeconds } from './global-flags'
import { createOutput } from './output/printer'
import { ask, createInterruption, stdinEnd, streams } from './output/terminal'
import { leaveScreen, watch } from './output/watch'
import { runPlugin } from './plugin'
import { type Built, buildProgram, type Call, type Voice } from './program'
import { NeededFromCaller, openRemoteCommand, type RemoteCommand } from './remote/remote-command'
import { requireAllowed } from './remote/scope'
import type { ChosenGateway } from './runtime/chosen-gateway'
import { LOCAL } from './runtime/contexts'
import { thisMachine } from './runtime/machine'
import { spelledOut } from './spelled-out'
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

function onlyReads({ reads }: Command, { flags }: CommandInput): boolean {
  return typeof reads === 'object' ? flags[reads.unless] !== true : reads === true
}

type Place = Pick<RemoteCommand, 'surroundings' | 'scopes' | 'request'>

/** What this process is, whoever has called. */
interface Running {
  readonly argv: readonly string[]
  readonly surroundings: Surroundings
  /** Of somebody elsewhere, for whom a server has started this process. */
  readonly remote: Place | undefined
}

async function run(running: Running, built: Built, call: Call) {
  const { row, input } = call
  const { surroundings, remote } = running
  const options = built.program.opts()
  const flags = { ...(await readGlobalFlags(options, row)), language: built.language }
  const reads = onlyReads(row, input)
  if (remote !== undefined) requireAllowed(row, input, { reads, scopes: remote.scopes })
  const seconds = watchSeconds(options)
  if (seconds !== undefined && (!reads || row.follows === true)) {
    throw new UsageError('--watch is for commands that only read, and read once')
  }
  const { streams } = surroundings
  const open = (shown: Partial<Shown> = {}) =>
    openContext({ ...running, ...built, ...call }, { ...flags, streams, ...shown })
  const context = open()
  const gateway = isClientSide(row, input) ? undefined : context.gateway()
  if (gateway !== undefined && row.localOnly !== true) {
    const { language, color } = flags
    const draws = seconds !== undefined
    const there = runOn(gateway, { language, color, draws, ...running })
    return await (draws ? watchThere(there, running, flags) : there)
  }
  if (gateway?.isNamed === true) {
    throw new UsageError(
      words`this command works on the machine of ${gateway.name} only: add --context local`,
    )
  }
  if (seconds === undefined) return await runHere(context, call)
  const signal = interruption.signal()
  const place = {
    streams,
    mode: flags,
    seconds,
    clock: systemClock,
    translate: built.translate,
    signal,
  }
  await watch(place, (into, markOf) =>
    runHere(open({ streams: into, ...(markOf && { markOf }) }), call),
  )
}

type Shown = GlobalFlags & Pick<Surroundings, 'streams'>

function openContext(
  { surroundings, remote, commands, translate, row, input }: Running & Built & Call,
  { streams: shown, ...flags }: Shown,
): CommandContext {
  return createContext(
    { ...surroundings, streams: shown, commands, translate },
    {
      ...flags,
      ...(remote && { data: undefined, context: LOCAL, color: remote.request.terminal.color }),
      reads: onlyReads(row, input),
      tries: input.flags['dry-run'] === true,
      bringsUsers: row.bringsUsers === true,
    },
  )
}

async function runHere(context: CommandContext, { row, input }: Call) {
  try {
    await row.run(context, await withBody(row, input, context.input))
  } finally {
    await context.close()
  }
}

/** The gateway looks again and again, until Ctrl-C here. */
async function watchThere(there: Promise<void>, { surroundings }: Running, flags: GlobalFlags) {
  const signal = interruption.signal()
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  try {
    await Promise.race([there, ended])
  } finally {
    leaveScreen(surroundings.streams, flags)
  }
}

interface Wanted extends Running {
  readonly language: Language
  readonly color: boolean
  readonly draws: boolean
}

async function runOn(gateway: ChosenGateway, wanted: Wanted) {
  const { argv, surroundings, language, color, draws } = wanted
  const { runRemotely } = await import('./remote/run-remotely')
  const { streams: own, ask: asks } = surroundings
  const exitCode = await runRemotely({
    gateway,
    caller: surroundings,
    argv: [...argv],
    draws,
    language,
    terminal: {
      out: own.outIsTerminal,
      err: own.errIsTerminal,
      color,
      columns: own.size()?.columns ?? 0,
      rows: own.size()?.rows ?? 0,
      asks: asks !== undefined,
    },
  })
  if (exitCode !== EXIT.ok) throw new ProgramEnd(exitCode)
}

/** What commander rejects is a usage error; requested help is not. */
function usageFailure(error: CommanderError, translate: Translate): Failure | undefined {
  if (error.exitCode === 0) {
    return undefined
  }
  const wantsCommand = error.code === 'commander.help'
  const said = wantsCommand ? words`a command is missing` : commanderWords(error.message)
  return { exitCode: EXIT.usage, code: 'usage', message: translate(said) }
}

function reasonOf(error: unknown, { language, translate }: Voice): Failure | undefined {
  const cutShort = interruption.exitCode()
  if (cutShort !== undefined) {
    return { exitCode: cutShort, code: 'interrupted', message: translate('interrupted') }
  }
  return error instanceof CommanderError
    ? usageFailure(error, translate)
    : failureOf(error, language, translate)
}

/** Before the flags are parsed, because that may be what fails. */
function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, at) =>
      /^--(?:json=.*|output=(?:nd)?json|typed|(?:jq|template)(?:=.*)?)$/.test(word) ||
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

function runningFor(remote: RemoteCommand | undefined): Running {
  const own = ownSurroundings()
  if (remote === undefined) return { argv: process.argv.slice(2), surroundings: own, remote }
  return { argv: remote.request.argv, surroundings: { ...own, ...remote.surroundings }, remote }
}

async function main(remote: RemoteCommand | undefined): Promise<number> {
  const running = runningFor(remote)
  const ofPlugin = remote === undefined ? await runPlugin(running.argv, COMMANDS) : undefined
  if (ofPlugin !== undefined) return ofPlugin
  const argv = spelledOut(running.argv, COMMANDS)
  const json = wantsJson(argv)
  const language = remote?.request.language ?? wantedLanguage(argv)
  const translate = await translatorIn(language)
  const voice = {
    language,
    translate,
    commands: COMMANDS.map((row) => translateCommand(row, translate)),
  }
  const program = buildProgram(voice, { json, run: (built, call) => run(running, built, call) })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof ProgramEnd) return error.exitCode
    if (remote && error instanceof NeededFromCaller) {
      remote.say({ need: error.need })
      return EXIT.ok
    }
    const failure = reasonOf(error, voice)
    if (failure === undefined) {
      return EXIT.ok
    }
    const format = json ? 'json' : 'table'
    const mode = { format, quiet: false, color: false, fields: undefined } as const
    createOutput(running.surroundings.streams, mode, translate).failure(failure)
    return failure.exitCode
  }
}

stopWhenNobodyReads(process.stdout)
stopWhenNobodyReads(process.stderr)
const remote = await openRemoteCommand(process.env)
const exitCode = await main(remote)
remote?.say({ exit: exitCode })
// What was written may still be on its way into a pipe; an exit before that would cut it off,
// and the callback of an empty write does not wait for what was written before.
process.stdout.end(() => process.exit(exitCode))
