/** The table of the log in ClickHouse: one wide row per call, written once. */
import type { LogRow } from '../tables/logs'

export const TABLE = 'gw_logs'

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

const NAMES = Object.keys(COLUMNS) as readonly (keyof LogRow)[]

/** A row that was sent twice is one row for whoever reads with `final`. */
export function createTable(): string {
  const columns = NAMES.map((name) => `\`${name}\` ${COLUMNS[name]}`)
  return [
    `CREATE TABLE IF NOT EXISTS ${TABLE} (${columns.join(', ')},`,
    'INDEX request_id request_id TYPE bloom_filter GRANULARITY 1)',
    'ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(created_at)',
    'ORDER BY (user_id, created_at, id)',
    'SETTINGS non_replicated_deduplication_window = 1000',
  ].join(' ')
}

/** Columns whose values are not what this database has, and how they become so. */
const READ: Partial<Record<keyof LogRow, string>> = {
  created_at: 'toUnixTimestamp(`created_at`)',
  is_stream: 'toUInt8(`is_stream`)',
}

const valueIn = (name: keyof LogRow) => READ[name] ?? `\`${name}\``

/** Stands for the table `logs` in every query: its rows as this database has them, each once. */
export const ROWS = rowsOf(NAMES.map((name) => `${valueIn(name)} as \`${name}\``))

function rowsOf(columns: readonly string[]): string {
  return `(select ${columns.join(', ')} from ${TABLE} final)`
}

/** Between values, none of which has it. */
const SEPARATOR = '\x1f'

/** Of a row as `ROWS` has it; their sums distinguish two sets of rows. */
export const ROW_HASH = hashOf(NAMES.map((name) => `toString(\`${name}\`)`))

function hashOf(texts: readonly string[]): string {
  return `xxHash64(concat(${texts.join(", '\\x1f', ")}))`
}

const HASH_BITS = 64

/** The same of one row more, as it is read here. */
export function addedHash(sum: bigint, row: LogRow): bigint {
  const hash = Bun.hash.xxHash64(NAMES.map((name) => row[name]).join(SEPARATOR))
  return BigInt.asUintN(HASH_BITS, sum + hash)
}
