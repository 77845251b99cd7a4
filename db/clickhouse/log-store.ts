/**
 * ClickHouse by its HTTP interface: a copy of the log to be analysed there. A row is written once
 * and never changed; a range that is sent again is recognised by its token, and what the token's
 * memory has lost is merged by the engine of the table.
 */
import type { LogRow } from '../tables/logs'

/** Of one statement; ten thousand rows take a fraction of it. */
const TIMEOUT_MS = 60_000
const SHOWN_CHARACTERS = 300

/** Where rows of the log are copied to. */
export interface LogStore {
  /** Its tables are there afterwards. */
  readonly prepare: () => Promise<void>
  /** The rows are there once, however often they are sent with the same token. */
  readonly insert: (token: string, rows: readonly LogRow[]) => Promise<void>
}

const TABLE = 'gw_logs'

const COLUMNS: Readonly<Record<keyof LogRow, string>> = {
  id: 'UInt64',
  created_at: "DateTime('UTC')",
  type: 'UInt8',
  user_id: 'UInt64',
  username: 'LowCardinality(String)',
  token_id: 'UInt64',
  token_name: 'LowCardinality(String)',
  channel_id: 'UInt64',
  model_name: 'LowCardinality(String)',
  group: 'LowCardinality(String)',
  quota: 'Int64',
  prompt_tokens: 'Int64',
  completion_tokens: 'Int64',
  use_time: 'Int64',
  duration_ms: 'Int64',
  is_stream: 'Bool',
  calls: 'UInt32',
  ip: 'String',
  request_id: 'String',
  client: 'LowCardinality(String)',
  session: 'String',
  tags: 'String',
  content: 'String',
  other: 'String',
}

/** `http(s)://USER:PASSWORD@HOST:8123/DATABASE`. */
export function clickhouse(address: string): LogStore {
  const { url, headers } = placeOf(address)

  async function ask(query: string, body = '', settings: Readonly<Record<string, string>> = {}) {
    const target = new URL(url)
    for (const [name, value] of Object.entries({ query, ...settings })) {
      target.searchParams.set(name, value)
    }
    const answer = await fetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const said = await answer.text()
    if (answer.ok) return
    throw new Error(`ClickHouse ${answer.status}: ${said.slice(0, SHOWN_CHARACTERS)}`)
  }

  return {
    prepare: async () => await ask(createTable()),
    insert: async (token, rows) => {
      const lines = rows.map((row) => JSON.stringify(row)).join('\n')
      await ask(`INSERT INTO ${TABLE} FORMAT JSONEachRow`, lines, {
        insert_deduplication_token: token,
        input_format_skip_unknown_fields: '1',
      })
    },
  }
}

function createTable(): string {
  const columns = Object.entries(COLUMNS).map(([name, type]) => `\`${name}\` ${type}`)
  return [
    `CREATE TABLE IF NOT EXISTS ${TABLE} (${columns.join(', ')})`,
    'ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(created_at)',
    'ORDER BY (user_id, created_at, id)',
    'SETTINGS non_replicated_deduplication_window = 1000',
  ].join(' ')
}

/** Name and password go in headers, which no log of an address shows. */
function placeOf(address: string) {
  const url = new URL(address)
  const { username, password, pathname } = url
  const database = decodeURIComponent(pathname.slice(1))
  url.username = ''
  url.password = ''
  url.pathname = '/'
  if (database !== '') url.searchParams.set('database', database)
  const headers = {
    ...(username !== '' && { 'x-clickhouse-user': decodeURIComponent(username) }),
    ...(password !== '' && { 'x-clickhouse-key': decodeURIComponent(password) }),
  }
  return { url: url.href, headers }
}
