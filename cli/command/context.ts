import type { Db } from '../../db/db'
import { type Clock, systemClock } from '../../server/clock'
import { namesStorage } from '../../server/configuration'
import type { Environment } from '../../server/configuration-values'
import type { Language } from '../../server/domain/i18n/translate'
import { ALPHANUMERIC, type Random, secureRandom } from '../../server/random'
import type { Services } from '../../server/services/create-services'
import { type Actor, OPERATOR_ROLE } from '../../server/services/service-deps'
import { CommandFailure, UsageError } from '../exit'
import { createOutput, type Output, type OutputMode, type Streams } from '../output/printer'
import { type ReportProgress, underProgress } from '../output/progress'
import { type ChosenGateway, chosenGateway } from '../runtime/chosen-gateway'
import type { Machine } from '../runtime/machine'
import { once } from '../runtime/once'
import { createOpenings } from '../runtime/openings'
import { type Translate, type Words, words } from '../words'
import type { CommandRow } from './command-row'

export interface GlobalFlags extends OutputMode {
  readonly data: string | undefined
  readonly context: string | undefined
  readonly language: Language
}

/** Who calls, and what a command reaches of their side. */
export interface Surroundings {
  readonly env: Environment
  readonly streams: Streams
  /** Whoever uses this machine, unless a server runs the command for somebody. */
  readonly actor?: Actor
  /** Everything that stands on stdin. */
  readonly readInput: () => Promise<string>
  /** Where the caller's files and variables are. */
  readonly machine: Machine
  /** Resolves when stdin ends. */
  readonly stdinEnd: () => Promise<void>
  /** Puts a question to the person at the terminal; absent when there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** From the first call on, Ctrl-C aborts the signal instead of ending the process. */
  readonly interruption: () => AbortSignal
}

export interface Shell extends Surroundings {
  readonly commands: readonly CommandRow[]
  readonly translate: Translate
}

interface Attempt {
  readonly 'dry-run': boolean | undefined
  /** One transaction for all of it, so that nothing stays half done. */
  readonly isAtomic?: boolean
}

/** What a command works with. Nothing is opened before it is needed. */
export interface CommandContext {
  readonly output: Output
  /** Every subcommand there is. */
  readonly commands: readonly CommandRow[]
  readonly env: Environment
  readonly language: Language
  /** In that language, for what is put together of several texts. */
  readonly translate: Translate
  readonly dataFlag: string | undefined
  /**
   * The gateway elsewhere that is meant, if one is. Throws `UsageError` for a context that is not
   * there.
   */
  readonly gateway: () => ChosenGateway | undefined
  /** By `--data` or in the environment; otherwise it is the default folder. */
  readonly namesDatabase: boolean
  readonly clock: Clock
  readonly random: Random
  readonly actor: Actor
  /** For commands that loop: Ctrl-C then ends the loop, not the process. */
  readonly interruption: () => AbortSignal
  /** Absolute folder of database and key file. */
  readonly dataDir: string
  /** Opened, and with the schema of this program; of commands that read, for reading only. */
  readonly db: () => Promise<Db>
  /** Opens the database, which applies what is missing; returns the names applied. */
  readonly migrate: () => Promise<readonly string[]>
  readonly services: () => Promise<Services>
  /** Services that can only read, of a database that is there already; nothing is made or moved. */
  readonly peek: () => Promise<Services | undefined>
  /** Whether a server of this machine has the database open; its calls wait for long writes. */
  readonly isServing: () => Promise<boolean>
  /** Resolves when stdin ends; what stands there is not read. */
  readonly stdinEnd: () => Promise<void>
  /** Everything that stands on stdin; nothing at all is wrong usage. */
  readonly input: () => Promise<string>
  /** Text of a file that the caller names; "-" is stdin. Throws `file.unreadable`. */
  readonly file: (path: string) => Promise<string>
  /** Makes a file where the caller is; returns its full path. Throws `file.exists`. */
  readonly save: Machine['save']
  /** Puts a text into a file that is there already; returns its full path. */
  readonly replace: Machine['replace']
  /** A secret of the caller's keyring. */
  readonly keyring: Machine['keyring']
  /** Of the caller's environment, which is not that of the gateway. */
  readonly variable: Machine['variable']
  /**
   * Before what cannot be taken back: passes with `--yes`, or with a yes at the terminal; a
   * usage error when there is nobody to ask.
   */
  readonly confirm: (yes: boolean | undefined, question: Words) => Promise<void>
  /** Does it, or with `--dry-run` only tries it: everything is undone in the end. */
  readonly attempt: <T>(how: Attempt, run: (services: Services) => Promise<T>) => Promise<T>
  /** Shows on a terminal how far `run` has come. */
  readonly progress: <T>(label: Words, run: (report: ReportProgress) => Promise<T>) => Promise<T>
  /** A secret given as flag (`-` reads stdin) or in the environment variable. */
  readonly secret: (given: string | undefined, variable: string) => Promise<string | undefined>
  readonly close: () => Promise<void>
}

function operator(env: Environment, random: Random): Actor {
  return {
    kind: 'cli',
    id: 0,
    name: env.SUDO_USER ?? env.USER ?? 'operator',
    ip: '',
    requestId: `cli-${random.text(12, ALPHANUMERIC)}`,
    role: OPERATOR_ROLE,
  }
}

interface ContextFlags extends GlobalFlags {
  /** Of a command that must not make, migrate or write a database. */
  readonly reads: boolean
  /** Of a dry run, which makes and migrates nothing either. */
  readonly tries: boolean
  /** Of one that makes users as they were elsewhere. */
  readonly bringsUsers: boolean
}

export function createContext(shell: Shell, flags: ContextFlags): CommandContext {
  const { env, translate } = shell
  const output = createOutput(shell.streams, flags, translate)
  const { data, language, reads, tries, bringsUsers } = flags
  const { actor = operator(env, secureRandom) } = shell
  const about = { env, data, language, reads, tries, bringsUsers, actor }
  const opened = createOpenings({ ...about, note: output.note })
  const namesDatabase = data !== undefined || namesStorage(env)
  const gateway = () => chosenGateway({ env, context: flags.context, data, namesDatabase })
  const noteElsewhere = once(() => {
    const elsewhere = gateway()
    if (elsewhere === undefined) return
    output.note(words`on this machine, ${opened.dataDir}, not on ${elsewhere.name}`)
  })
  return {
    ...opened,
    services: async () => {
      const services = await opened.services()
      noteElsewhere.value()
      return services
    },
    gateway,
    output,
    commands: shell.commands,
    env,
    language,
    translate,
    dataFlag: data,
    namesDatabase,
    clock: systemClock,
    random: secureRandom,
    actor,
    interruption: shell.interruption,
    stdinEnd: shell.stdinEnd,
    input: () => readInput(shell),
    file: async (path) => (path === '-' ? await readInput(shell) : await shell.machine.file(path)),
    save: shell.machine.save,
    replace: shell.machine.replace,
    keyring: shell.machine.keyring,
    variable: shell.machine.variable,
    confirm: (yes, question) => confirm(shell, yes, question),
    progress: (label, run) => {
      const place = { streams: shell.streams, clock: systemClock, isWanted: !flags.quiet }
      return underProgress(place, { label, translate }, run)
    },
    secret: (given, variable) => readSecret(shell, given, variable),
    attempt: async ({ 'dry-run': isTrial, isAtomic }, run) => {
      if (isTrial !== true && isAtomic !== true) return await run(await opened.services())
      const result = await opened.enclosed(isTrial === true ? 'undo' : 'keep', run)
      if (isTrial !== true) return result
      output.note('dry run: nothing was changed')
      return result
    },
  }
}

async function readSecret(
  shell: Shell,
  given: string | undefined,
  variable: string,
): Promise<string | undefined> {
  if (given !== '-') {
    return given ?? (variable === '' ? undefined : await shell.machine.variable(variable))
  }
  return await readInput(shell)
}

async function readInput(shell: Shell): Promise<string> {
  const input = (await shell.readInput()).replace(/\r?\n$/, '')
  if (input === '') {
    throw new UsageError('nothing came on stdin')
  }
  return input
}

async function confirm(shell: Shell, yes: boolean | undefined, question: Words): Promise<void> {
  if (yes === true) return
  const phrase = typeof question === 'string' ? { pattern: question, values: [] } : question
  if (shell.ask === undefined) throw new UsageError(words`${phrase} Say --yes if so`)
  const answer = await shell.ask(`${shell.translate(phrase)} [y/N] `)
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandFailure('declined', 'nothing was done')
}
