/** Everything that a finished call must have written down, read back from the database. */
import { openDatabase } from '../../db/open'
import type { LogRow } from '../../db/tables/logs'
import type { Gateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

export interface Books {
  readonly userQuota: number
  readonly userUsed: number
  readonly requestCount: number
  readonly tokenRemain: number
  readonly tokenUsed: number
  /** Used quota by channel, in the order of the seed. */
  readonly channelsUsed: readonly number[]
  /** Sums over the hourly counters. */
  readonly hourly: { readonly count: number; readonly quota: number; readonly tokens: number }
  /** Newest first. */
  readonly logs: readonly LogEntry[]
}

export interface LogEntry extends LogRow {
  /** The parsed `other`. */
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Waits until the gateway is idle and reads the first user and token. Fails when the ledger
 * disagrees with a balance: no test may leave such books behind.
 */
export async function readBooks(gateway: Gateway): Promise<Books> {
  await gateway.idle()
  const { services, userIds, tokenIds, channelIds } = gateway
  const differences = await services.ledger.verify()
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}`)
  const user = await services.users.show(userIds[0] ?? 0)
  const token = await services.tokens.show(TEST_ACTOR, tokenIds[0] ?? 0)
  const channels = await Promise.all(channelIds.map((id) => services.channels.show(id)))
  const { items } = await services.logs.list({ page_size: 100 })
  return {
    userQuota: user.quota,
    userUsed: user.used_quota,
    requestCount: user.request_count,
    tokenRemain: token.remain_quota,
    tokenUsed: token.used_quota,
    channelsUsed: channels.map(({ used_quota }) => used_quota),
    hourly: await hourlySums(gateway),
    logs: items.map((row) => ({ ...row, details: JSON.parse(row.other || '{}') })),
  }
}

/** How many entries there are since: only the newest hundred are read. */
export function newLogs(before: Books, after: Books): number {
  const [last] = before.logs
  return last === undefined ? after.logs.length : after.logs.findIndex(({ id }) => id === last.id)
}

/** The entry of the newest call. */
export function newestLog(books: Books): LogEntry {
  const [newest] = books.logs
  if (newest === undefined) throw new Error('nothing was logged')
  return newest
}

async function hourlySums({ dataDir }: Gateway): Promise<Books['hourly']> {
  const db = await openDatabase(`${dataDir}/gw.db`, { readonly: true })
  try {
    const rows = await db.reader.selectFrom('quota_data').selectAll().execute()
    return {
      count: rows.reduce((sum, row) => sum + row.count, 0),
      quota: rows.reduce((sum, row) => sum + row.quota, 0),
      tokens: rows.reduce((sum, row) => sum + row.token_used, 0),
    }
  } finally {
    await db.close()
  }
}
