/**
 * ClickHouse as a second place for rows of the log. A row is written once and never changed; a
 * range that is sent again is recognised by its token, and what the token's memory has lost is
 * one row for whoever reads it. Days that are no longer here are read there.
 */
import { ListReader } from '../lists'
import type { LogProof, LogStore, ProofSpan } from '../log-store'
import type { LogRow } from '../tables/logs'
import { type AskClickHouse, connection } from './connection'
import { ClickHouseDialect } from './dialect'
import { createTable, ROW_HASH, ROWS, TABLE } from './log-table'

/** As one is sent. */
export function lineOf(row: LogRow): string {
  return JSON.stringify(row)
}

/** Longer than any operator waits for it. */
const ERASURE_TIMEOUT_MS = 600_000

interface StoreSettings {
  /** What a page waits for an answer; 11 s when absent. */
  readonly readTimeoutMs?: number
}

/** `http(s)://USER:PASSWORD@HOST:8123/DATABASE`. */
export function clickhouse(address: string, settings: StoreSettings = {}): LogStore {
  const ask = connection(address)
  const lists = new ListReader({ dialect: new ClickHouseDialect(ask, settings.readTimeoutMs) })
  return {
    prepare: async () => {
      await ask({ query: createTable(), body: '' })
    },
    insert: async (token, lines) => {
      await ask({
        query: `INSERT INTO ${TABLE} FORMAT JSONEachRow`,
        body: lines.join('\n'),
        settings: { insert_deduplication_token: token, input_format_skip_unknown_fields: '1' },
      })
    },
    proof: async (span) => await proofOf(ask, span),
    eraseNames: async ({ userId, pseudonym }) => {
      await ask({
        query: [
          `ALTER TABLE ${TABLE} UPDATE username = {pseudonym:String},`,
          "token_name = '', ip = '', session = '', tags = ''",
          'WHERE user_id = {user:UInt64} AND username <> {pseudonym:String}',
        ].join(' '),
        parameters: { pseudonym, user: userId },
        settings: { mutations_sync: '1' },
        timeoutMs: ERASURE_TIMEOUT_MS,
      })
    },
    lists,
    failure: async () => {
      const read = lists.selectFrom('logs').select('id').limit(1).executeTakeFirst()
      return await read.then(() => undefined, reasonOf)
    },
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause !== undefined ? error.cause : error
  return reason instanceof Error ? reason.message : String(reason)
}

async function proofOf(ask: AskClickHouse, span: ProofSpan): Promise<LogProof> {
  const { from, before, afterId: after, uptoId: upto } = span
  const said = await ask({
    query: [
      `select count() as rows, toString(sum(${ROW_HASH})) as checksum from ${ROWS}`,
      'where created_at >= {from:UInt32} and created_at < {before:UInt32}',
      'and id > {after:UInt64} and id <= {upto:UInt64} format TSV',
    ].join(' '),
    parameters: { from, before, after, upto },
    settings: { do_not_merge_across_partitions_select_final: '1' },
  })
  const [rows = '', checksum = ''] = said.trim().split('\t')
  return { rows: Number(rows), checksum: BigInt(checksum) }
}
