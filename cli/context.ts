import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Db } from '../db/open'
import { type Clock, systemClock } from '../server/clock'
import {
  databaseFile,
  type Environment,
  readConfiguration,
  readStorage,
  readSweepSettings,
  serveLockPath,
} from '../server/configuration'
import type { Language } from '../server/domain/i18n/translate'
import { ALPHANUMERIC, type Random, secureRandom } from '../server/random'
import type { ChannelPorts } from '../server/services/channels/ports'
import type { Services } from '../server/services/create-services'
import type { Sealer } from '../server/services/seal'
import { type Actor, OPERATOR_ROLE, type ProbeChannel } from '../server/services/service-deps'
import type { Command } from './command'
import { CommandFailure, UsageError } from './exit'
import { createOutput, type Output, type OutputMode, type Streams } from './printer'

export interface GlobalFlags extends OutputMode {
  readonly data: string | undefined
  readonly language: Language
}

export interface Shell {
  readonly env: Environment
  readonly streams: Streams
  readonly commands: readonly Command[]
  /** Everything that stands on stdin. */
  readonly readInput: () => Promise<string>
  /** Puts a question to the person at the terminal; absent when there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  /** From the first call on, Ctrl-C aborts the signal instead of ending the process. */
  readonly interruption: () => AbortSignal
}

/** What a command works with. Nothing is opened before it is asked for. */
export interface CommandContext {
  readonly output: Output
  /** Every subcommand there is. */
  readonly commands: readonly Command[]
  readonly env: Environment
  readonly language: Language
  readonly dataFlag: string | undefined
  readonly clock: Clock
  readonly random: Random
  readonly actor: Actor
  /** For commands that loop: Ctrl-C then ends the loop, not the process. */
  readonly interruption: () => AbortSignal
  /** Absolute folder of database and key file. */
  readonly dataDir: string
  /** Opened, and with the schema of this program. */
  readonly db: () => Promise<Db>
  /** Opens the database, which applies what is missing; returns the names applied. */
  readonly migrate: () => Promise<readonly string[]>
  readonly services: () => Promise<Services>
  /** Services that can only read, of a database that is there already; nothing is made or moved. */
  readonly peek: () => Promise<Services | undefined>
  /** Whether a server of this machine has the database open; its calls wait for long writes. */
  readonly isServing: () => Promise<boolean>
  /** Everything that stands on stdin; nothing at all is wrong usage. */
  readonly input: () => Promise<string>
  /**
   * Before what cannot be taken back: passes with `--yes`, or with a yes at the terminal; is
   * wrong usage when nobody can be asked.
   */
  readonly confirm: (yes: boolean | undefined, question: string) => Promise<void>
  /** A secret given as flag (`-` reads stdin) or in the environment variable. */
  readonly secret: (given: string | undefined, variable: string) => Promise<string | undefined>
  readonly close: () => Promise<void>
}

interface Once<T> {
  readonly value: () => Promise<T>
  /** What `value` has begun to make, if it has been called. */
  readonly made: () => Promise<T> | undefined
}

/** Runs `make` at most once. */
function once<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined
  return {
    value: () => {
      made ??= make()
      return made
    },
    made: () => made,
  }
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

function isEmptyFile(file: string): boolean {
  return file === '' ? false : (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Database and services of one command, each opened on first use. */
function openings(env: Environment, flags: GlobalFlags, output: Output) {
  const storage = readStorage(env, { data: flags.data })
  const file = databaseFile(storage.databaseUrl)

  const opening = once(async () => {
    const { openDatabase } = await import('../db/open')
    const isNew = isEmptyFile(file)
    const db = await openDatabase(storage.databaseUrl)
    try {
      const applied = await bringUpToDate(db, file, isNew)
      if (isNew) {
        output.note(`created a new database in ${dirname(file)}; "gw serve" makes the root user`)
      }
      return { db, applied }
    } catch (error) {
      await db.close()
      throw error
    }
  })

  async function servicesOn(db: Db): Promise<Services> {
    const [{ createServices }, { openSealer }] = await Promise.all([
      import('../server/services/create-services'),
      import('../server/services/seal'),
    ])
    const sealer = openSealer({ dataDir: storage.dataDir, envKey: env.GW_SECRET_KEY })
    return createServices({
      db,
      sealer,
      clock: systemClock,
      random: secureRandom,
      // A running server notices the commit by itself; there is nobody else to tell.
      changed: () => {},
      probe: lazyProbe({ db, sealer, env, language: flags.language }),
      channelPorts: lazyChannelPorts({ db, sealer, env }),
    })
  }

  const services = once(async () => await servicesOn((await opening.value()).db))
  const peeking = once(async () => {
    if (isEmptyFile(file)) return undefined
    const { openDatabase } = await import('../db/open')
    return await openDatabase(storage.databaseUrl, { readonly: true })
  })
  const peek = async () => {
    const db = await peeking.value()
    return db === undefined ? undefined : await servicesOn(db)
  }
  const close = async () => {
    const made = await opening.made()?.catch(() => undefined)
    await made?.db.close()
    const peeked = await peeking.made()?.catch(() => undefined)
    await peeked?.close()
  }

  const isServing = async () => {
    if (file === '') return false
    const lock = await import('../db/serve-lock')
    return lock.isServing(serveLockPath(file))
  }

  return { dataDir: storage.dataDir, opening, services: services.value, peek, isServing, close }
}

export function createContext(shell: Shell, flags: GlobalFlags): CommandContext {
  const { env } = shell
  const output = createOutput(shell.streams, flags)
  const { dataDir, opening, services, peek, isServing, close } = openings(env, flags, output)
  return {
    output,
    commands: shell.commands,
    env,
    language: flags.language,
    dataFlag: flags.data,
    clock: systemClock,
    random: secureRandom,
    actor: operator(env, secureRandom),
    interruption: shell.interruption,
    dataDir,
    db: async () => (await opening.value()).db,
    migrate: async () => (await opening.value()).applied,
    services,
    peek,
    isServing,
    input: () => readInput(shell),
    confirm: (yes, question) => confirm(shell, yes, question),
    secret: (given, variable) => readSecret(shell, given, variable),
    close,
  }
}

async function readSecret(
  shell: Shell,
  given: string | undefined,
  variable: string,
): Promise<string | undefined> {
  if (given !== '-') {
    return given ?? shell.env[variable]
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

async function confirm(shell: Shell, yes: boolean | undefined, question: string): Promise<void> {
  if (yes === true) return
  if (shell.ask === undefined) throw new UsageError(`${question} Say --yes if so`)
  const answer = await shell.ask(`${question} [y/N] `)
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandFailure('declined', 'nothing was done')
}

interface UpstreamParts {
  readonly db: Db
  readonly sealer: Sealer
  readonly env: Environment
}

/** The relay's machinery is loaded only when a channel is really tested. */
function lazyProbe(parts: UpstreamParts & { readonly language: Language }): ProbeChannel {
  return async (channelId, model) => {
    const { createProbe } = await import('../server/probe')
    const { db, sealer, env, language } = parts
    const timeouts = readConfiguration(env)
    const probe = createProbe({ db, sealer, clock: systemClock, timeouts, language })
    return await probe(channelId, model)
  }
}

/** Likewise when an upstream is really asked. */
function lazyChannelPorts({ db, sealer, env }: UpstreamParts): ChannelPorts {
  const { pauseMs } = readSweepSettings(env)
  const ports = async () => {
    const { createChannelPorts } = await import('../server/channel-clients')
    const { connectTimeoutMs } = readConfiguration(env)
    return createChannelPorts({ db, sealer, clock: systemClock, connectTimeoutMs, pauseMs })
  }
  return {
    pauseMs,
    readBalance: async (channelId) => await (await ports()).readBalance(channelId),
    tellsBalance: async (type) => await (await ports()).tellsBalance(type),
    listModels: async (source) => await (await ports()).listModels(source),
    judgeHost: async (hostname) => await (await ports()).judgeHost(hostname),
  }
}

/**
 * Applies what is missing. A running server of another version must not find its tables
 * changed under it, so then it is refused.
 */
async function bringUpToDate(db: Db, file: string, isNew: boolean): Promise<readonly string[]> {
  const { migrate, pendingMigrations } = await import('../db/migrate')
  const pending = await pendingMigrations(db)
  if (pending.length === 0) {
    return []
  }
  if (file !== '' && !isNew) {
    const { isServing } = await import('../db/serve-lock')
    if (isServing(serveLockPath(file))) {
      const names = pending.join(', ')
      throw new CommandFailure(
        'db.needs_migration',
        `a running server holds this database, which lacks ${names}; restart it with this version`,
      )
    }
  }
  return await migrate(db, { nowMs: systemClock.nowMs() })
}
