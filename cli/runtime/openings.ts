/** Database and services of one command, each opened on first use. */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Db } from '../../db/db'
import { systemClock } from '../../server/clock'
import {
  clickhouseAddress,
  databaseFile,
  readConfiguration,
  readStorage,
  readSweepSettings,
  serveLockPath,
} from '../../server/configuration'
import { fallbackKeys, sealingKey } from '../../server/configuration-key'
import type { Environment } from '../../server/configuration-values'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { Language } from '../../server/domain/i18n/translate'
import { secureRandom } from '../../server/random'
import type { Services } from '../../server/services/create-services'
import type { Actor } from '../../server/services/service-deps'
import { CommandFailure } from '../exit'
import { type Words, words } from '../words'
import { once } from './once'

/** Applied where nothing was before. */
const FIRST_MIGRATION = '0001-baseline'

interface OpeningRequest {
  readonly env: Environment
  /** Of `--data`. */
  readonly data: string | undefined
  readonly language: Language
  /** The database is there already, and stays as it is. */
  readonly reads: boolean
  /** Everything will be undone, so it has to be there already. */
  readonly tries: boolean
  /** Users come from elsewhere, root among them. */
  readonly bringsUsers: boolean
  readonly actor: Actor
  /** Told when a database was made. */
  readonly note: (text: Words) => void
}

function isEmptyFile(file: string): boolean {
  return file === '' ? false : (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

export function createOpenings(request: OpeningRequest) {
  const { env, data, language, reads } = request
  const storage = readStorage(env, { data })
  const file = databaseFile(storage.databaseUrl)

  const { dataDir } = storage
  const servicesOn = (db: Db) => makeServices({ db, dataDir, env, language, reads })

  const peeking = once(async () => {
    if (isEmptyFile(file)) return undefined
    const { openDatabase } = await import('../../db/open')
    const logStore = await logStoreOf(env)
    return await openDatabase(storage.databaseUrl, { readonly: true, logStore })
  })

  const opening = once(async (): Promise<Opened> => {
    if (reads) return { db: await readable(await peeking.value(), file), applied: [] }
    return await openWritable({ ...request, file, url: storage.databaseUrl, servicesOn })
  })

  const services = once(async () => await servicesOn((await opening.value()).db))
  const peek = async () => {
    const db = await peeking.value()
    return db && (await makeServices({ db, dataDir, env, language, reads: true }))
  }
  const close = async () => {
    const made = await opening.made()?.catch(() => undefined)
    const peeked = await peeking.made()?.catch(() => undefined)
    for (const db of new Set([made?.db, peeked])) await db?.close()
  }

  /** What `run` does is committed as one, or rolled back as one. */
  async function enclosed<T>(
    end: 'keep' | 'undo',
    run: (services: Services) => Promise<T>,
  ): Promise<T> {
    const [{ db }, { enclose }] = [await opening.value(), await import('../../db/enclose')]
    return await enclose(db, end, async (inner) => await run(await servicesOn(inner)))
  }

  const isServing = async () => {
    if (file === '') return false
    const lock = await import('../../db/sqlite/serve-lock')
    return lock.isServing(serveLockPath(file))
  }

  return {
    dataDir,
    db: async () => (await opening.value()).db,
    migrate: async () => (await opening.value()).applied,
    services: services.value,
    peek,
    enclosed,
    isServing,
    close,
  }
}

async function logStoreOf(env: Environment) {
  const address = clickhouseAddress(env)
  if (address === undefined) return undefined
  const { clickhouse } = await import('../../db/clickhouse/log-store')
  return clickhouse(address.reveal())
}

interface WritableRequest extends OpeningRequest {
  readonly url: string
  /** "" for PostgreSQL. */
  readonly file: string
  readonly servicesOn: (db: Db) => Promise<Services>
}

interface Opened {
  readonly db: Db
  /** Names of the migrations that this has brought. */
  readonly applied: readonly string[]
}

/** With the schema of this program, and with root where nothing was before. */
async function openWritable(request: WritableRequest): Promise<Opened> {
  const { env, url, file, tries, servicesOn, bringsUsers, actor, note } = request
  const { openDatabase } = await import('../../db/open')
  const { requireUntruncated } = await import('../../server/services/database/keyed')
  if (file !== '') requireUntruncated(file)
  const isNew = isEmptyFile(file)
  if (isNew && tries) throw new GatewayError('db.missing', { path: file })
  const db = await openDatabase(url, { logStore: await logStoreOf(env) })
  try {
    if (tries) await requireUpToDate(db)
    const applied = await bringUpToDate(db, file, isNew)
    if (applied.includes(FIRST_MIGRATION)) {
      // At once: else another user could take root's name, and what is made now has no owner.
      const { users } = await servicesOn(db)
      if (!bringsUsers) await users.ensureRoot(actor, { isWaiting: true })
      const next = words`"gw serve" gives its user root a password, and prints it`
      note(words`created a new database in ${file === '' ? 'PostgreSQL' : dirname(file)}; ${next}`)
    }
    return { db, applied }
  } catch (error) {
    await db.close()
    throw error
  }
}

interface ServicesRequest {
  readonly db: Db
  readonly dataDir: string
  readonly env: Environment
  readonly language: Language
  /** Then no key is made either. */
  readonly reads: boolean
}

async function makeServices(request: ServicesRequest): Promise<Services> {
  const { db, dataDir, env, language, reads } = request
  const [{ compose }, seal, { sealerFor }] = await Promise.all([
    import('../../server/compose'),
    import('../../server/services/seal'),
    import('../../server/services/database/keyed'),
  ])
  const place = { dataDir, envKey: sealingKey(env), fallbackKeys: fallbackKeys(env) }
  const sealer = reads
    ? (seal.openExistingSealer(place) ?? seal.KEYLESS_SEALER)
    : await sealerFor(db, place)
  const parts = { db, sealer, clock: systemClock, random: secureRandom }
  const timeouts = () => readConfiguration(env)
  return compose(parts, { language, timeouts, pauseMs: readSweepSettings(env).pauseMs }).services
}

/** Throws `db.missing`, or `db.needs_migration` where only a command that writes would help. */
async function readable(db: Db | undefined, file: string): Promise<Db> {
  if (db === undefined) throw new GatewayError('db.missing', { path: file })
  await requireUpToDate(db)
  return db
}

async function requireUpToDate(db: Db): Promise<void> {
  const { pendingMigrations } = await import('../../db/migrate')
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return
  throw new CommandFailure(
    'db.needs_migration',
    words`this database lacks ${pending.join(', ')}; "gw db migrate" adds what is missing`,
  )
}

/**
 * Applies what is missing. A running server of another version must not find its tables
 * changed under it, so then it is refused.
 */
async function bringUpToDate(db: Db, file: string, isNew: boolean): Promise<readonly string[]> {
  const { migrate, pendingMigrations } = await import('../../db/migrate')
  const pending = await pendingMigrations(db)
  if (pending.length === 0) {
    return []
  }
  if (file !== '' && !isNew) {
    const { isServing } = await import('../../db/sqlite/serve-lock')
    if (isServing(serveLockPath(file))) {
      const names = pending.join(', ')
      throw new CommandFailure(
        'db.needs_migration',
        words`this database lacks ${names}; restart its running server with this version`,
      )
    }
  }
  return await migrate(db, { nowMs: systemClock.nowMs() })
}
