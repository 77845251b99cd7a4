/** What the API asks the database for on the loop that relays calls, and what on the threads. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Kysely, type LogEvent } from 'kysely'
import type { Db } from '../../db/db'
import { ListReader } from '../../db/lists'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import type { Schema } from '../../db/schema'
import { BunSqliteDialect } from '../../db/sqlite/dialect'
import { type AdminApp, openAdminApp } from '../../server/admin-app'
import { systemClock } from '../../server/clock'
import { readConfiguration } from '../../server/configuration'
import { ORGANISATION_HEADER } from '../../server/domain/accounts/membership'
import { ENDPOINTS } from '../../server/domain/endpoints'
import type { Endpoint } from '../../server/domain/endpoints/endpoint'
import { createLogger } from '../../server/log'
import { secureRandom } from '../../server/random'
import { TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'

const PASSWORD = 'correct horse battery'

interface Asked {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

const onLoop: Asked[] = []
const onThreads: Asked[] = []
const folder = tempDir('observed').path
const place = `${folder}/gw.db`
let eye: Database
let db: Db
let app: AdminApp
let headers: Record<string, string>
let key: string
let organisationId: number

const note = (list: Asked[]) => (event: LogEvent) => {
  list.push({ sql: event.query.sql, parameters: event.query.parameters })
}

beforeAll(async () => {
  db = await openDatabase(place)
  await migrate(db, { nowMs: systemClock.nowMs() })
  eye = new Database(place)
  const dialect = new BunSqliteDialect({ database: eye, busyAttempts: 1 })
  app = await openAdminApp({
    db: {
      ...db,
      reader: new Kysely<Schema>({ dialect, log: note(onLoop) }),
      lists: new ListReader({ dialect, log: note(onThreads) }),
    },
    configuration: readConfiguration({}, { port: 0, host: '127.0.0.1', data: folder }),
    log: createLogger({ write: () => {}, readable: false, level: 'error', clock: systemClock }),
    clock: systemClock,
    random: secureRandom,
  })
  await app.services.users.ensureRoot(TEST_ACTOR, { password: PASSWORD })
  const { id } = await app.services.users.show('root')
  await app.services.channels.create(TEST_ACTOR, { name: 'one', key: 'k', models: 'gpt-4o' })
  const token = { user_id: id, name: 'own', remain_quota: 10 }
  key = (await app.services.tokens.create(TEST_ACTOR, token))[0]?.key ?? ''
  const organisation = { name: 'acme', ownerId: id }
  organisationId = (await app.services.organisations.create(TEST_ACTOR, organisation)).id
  const login = await app.answer(
    new Request('http://localhost/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: PASSWORD }),
    }),
  )
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  headers = { cookie, 'new-api-user': String(id) }
})

afterAll(async () => {
  await app.close()
  eye.close(true)
  await db.close()
})

/** End the session that asks, wait for others on the network, or want a signature. */
const APART =
  /^(?:session\.logout|oauth|payment\.notify|account|channel\.(?:test|balance)|receipt\.signed)/
const READS = ENDPOINTS.filter(({ id, method }) => method === 'GET' && !APART.test(id))

const QUERIES: Readonly<Record<string, string>> = {
  'audit.list': '?kind=changes',
  'log.of_key': '?key=',
  'invoice.list': '?kind=invoice',
  'invoice.list_own': '?kind=invoice',
  'invoice.export': '?kind=invoice',
  'limit.list': '?subject=token',
  'read.stream': '?calls=/api/status',
  'stats.day': '?ids=1',
  'finance.sums': '?by=model',
  'upstream_model.list': '?kind=new',
  'usage.session': '?user_id=1&session=s',
  'usage.session_own': '?session=s',
}

async function read(row: Endpoint): Promise<void> {
  onLoop.length = 0
  onThreads.length = 0
  const anything = '?keyword=a&username=root&group=default&model=m&noun=channel'
  const query = QUERIES[row.id] ?? `${anything}&kind=channel&subject=1`
  const path = row.path.replace(/:\w+/g, '1') + query + (row.id === 'log.of_key' ? key : '')
  const behalf = row.needsOrganisation && { [ORGANISATION_HEADER]: String(organisationId) }
  await app.answer(new Request(`http://localhost${path}`, { headers: { ...headers, ...behalf } }))
}

describe('a read is told to be heavy exactly when it may take long', () => {
  for (const row of READS) {
    test(row.id, async () => {
      await read(row)
      expect(onThreads.length > 0).toBe(row.heavy === true)
    })
  }
})

/** They stay small: settings, who has which job, and the calls that run. */
const SMALL = ['options', 'prices', 'leases', 'reservations']

/** Steps that read every row of a table, in SQLite's own words. */
function scansOf({ sql, parameters }: Asked): string[] {
  const bound = parameters as (string | number)[]
  const plan = eye.prepare<{ detail: string }, (string | number)[]>(`explain query plan ${sql}`)
  return plan
    .all(...bound)
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN /.test(detail))
    .filter((detail) => !SMALL.includes(/^SCAN (\w+)/.exec(detail)?.[1] ?? ''))
}

describe('on the loop no table is read from end to end', () => {
  for (const row of READS) {
    test(row.id, async () => {
      await read(row)
      expect(onLoop.length).toBeGreaterThan(0)
      expect(onLoop.flatMap(scansOf)).toEqual([])
    })
  }
})
