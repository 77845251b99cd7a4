/**
 * Fills an empty data folder with as many rows as a large site has, to measure lists on:
 *
 *   bun cli/dev/seed.ts --data /tmp/large [--users 10000] [--tokens 100000] [--logs 1000000]
 *   bun cli/dev/lists.ts --data /tmp/large
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Db } from '../../db/db'
import { insertRows, type NewRow } from '../../db/insert-rows'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import type { Schema } from '../../db/schema'
import { readStorage } from '../../server/configuration'
import { messageJson } from '../../server/domain/logs/kinds'
import { startsOf } from '../../server/domain/nouns/noun-starts'
import { tokenFields } from '../../server/domain/nouns/token'
import { userFields } from '../../server/domain/nouns/user'
import { openSealer } from '../../server/services/seal'
import { TOKEN_KEY_PURPOSE } from '../../server/services/tokens/view'

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    users: { type: 'string', default: '10000' },
    tokens: { type: 'string', default: '100000' },
    logs: { type: 'string', default: '1000000' },
  },
})
const counts = {
  users: Number(flags.users),
  tokens: Number(flags.tokens),
  logs: Number(flags.logs),
}
const NOW = Math.floor(Date.now() / 1000)
/** What the logs are spread over. */
const SPAN = 30 * 24 * 3600
const MODELS = Array.from({ length: 60 }, (_, index) => `model-${index}`)
const GROUPS = ['default', 'default', 'default', 'vip']
const ROWS_PER_COMMIT = 5000

const draw = (below: number): number => Math.floor(Math.random() * below)
/** Few users call often, most hardly ever. */
const busyUser = (): number => 1 + Math.floor(Math.random() ** 3 * counts.users)

async function fill<Table extends keyof Schema>(
  db: Db,
  table: Table,
  { count, row }: { count: number; row: (index: number) => NewRow<Table> },
): Promise<void> {
  const started = performance.now()
  for (let start = 0; start < count; start += ROWS_PER_COMMIT) {
    const length = Math.min(ROWS_PER_COMMIT, count - start)
    const rows = Array.from({ length }, (_, index) => row(start + index))
    await db.transaction((trx) => insertRows(trx, table, rows))
  }
  console.log(`${count} ${table} in ${Math.round(performance.now() - started)} ms`)
}

function userRow(index: number): NewRow<'users'> {
  return {
    ...startsOf(userFields),
    username: `user${index + 1}`,
    password_hash: '',
    display_name: `User ${index + 1}`,
    email: `user${index + 1}@example.com`,
    group: GROUPS[index % GROUPS.length] ?? 'default',
    created_at: NOW * 1000,
    updated_at: NOW * 1000,
    deleted_at: null,
  }
}

function tokenRow(seal: (text: string) => string) {
  return (index: number): NewRow<'tokens'> => ({
    ...startsOf(tokenFields),
    user_id: 1 + (index % counts.users),
    key_hash: `hash-${index}`,
    key_sealed: seal(`seeded${String(index).padStart(42, '0')}`),
    key_hint: 'see…ded',
    name: `app ${index % 3000}`,
    created_time: NOW,
    accessed_time: NOW,
    unlimited_quota: 1,
    deleted_at: null,
  })
}

function logRow(index: number): NewRow<'logs'> {
  const user = busyUser()
  const isCall = Math.random() < 0.99
  return {
    user_id: user,
    created_at: NOW - SPAN + Math.floor((index / counts.logs) * SPAN),
    type: isCall ? 2 : 1,
    content: '',
    username: `user${user}`,
    token_name: `app ${user % 3000}`,
    model_name: MODELS[Math.floor(Math.random() ** 2 * MODELS.length)] ?? '',
    quota: draw(5000),
    prompt_tokens: draw(4000),
    completion_tokens: draw(2000),
    use_time: draw(30),
    is_stream: 1,
    channel_id: draw(40),
    token_id: user,
    group: GROUPS[user % GROUPS.length] ?? 'default',
    ip: '192.0.2.1',
    request_id: `20260101${String(index).padStart(12, '0')}aB3dE5gH`,
    other: isCall
      ? '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"model_price":-1,' +
        '"cache_tokens":0,"cache_ratio":0.5,"frt":410,"admin_info":{"use_channel":["12"]}}'
      : messageJson({ kind: 'redeemed', params: { quota: 500_000, id: index } }),
  }
}

if (flags.data === undefined) throw new Error('say where: --data FOLDER')
const { databaseUrl } = readStorage({}, { data: flags.data })
mkdirSync(flags.data, { recursive: true, mode: 0o700 })
const sealer = openSealer({ dataDir: flags.data, envKey: undefined })
const db = await openDatabase(databaseUrl)
await migrate(db, { nowMs: NOW * 1000 })
await fill(db, 'users', { count: counts.users, row: userRow })
const seal = (text: string): string => sealer.seal(text, TOKEN_KEY_PURPOSE)
await fill(db, 'tokens', { count: counts.tokens, row: tokenRow(seal) })
await fill(db, 'logs', { count: counts.logs, row: logRow })
await db.close()
