/** What a batch does to accounts, and the ledger's entries of it: a write for each table. */
import { type RawBuilder, sql } from 'kysely'
import type { BatchOutcome, LedgerEntry } from '../../server/domain/ledger/book'
import { rowsAs } from './sets'

type Write = RawBuilder<unknown>

/** The rows of users and tokens are locked already. */
export function accountWrites(outcome: BatchOutcome): readonly Write[] {
  return [
    ...usersWrite(outcome.users),
    ...tokensWrite(outcome.tokens),
    ...subscriptionsWrite(outcome.subscriptions),
    ...channelsWrite(outcome.channels),
    ...entriesWrite(outcome.entries),
  ]
}

function usersWrite(users: BatchOutcome['users']): readonly Write[] {
  const rows = users
    .map(({ id, quotaDelta, usedDelta, requestDelta }) => {
      return { id, quota: quotaDelta, used: usedDelta, requests: requestDelta }
    })
    .filter(({ quota, used, requests }) => quota !== 0 || used !== 0 || requests !== 0)
  if (rows.length === 0) return []
  const d = rowsAs(rows, { id: 'bigint', quota: 'bigint', used: 'bigint', requests: 'bigint' })
  return [
    sql`update users set quota = users.quota + d.quota, used_quota = used_quota + d.used,
      request_count = request_count + d.requests from ${d} where users.id = d.id`,
  ]
}

const TOKEN_COLUMNS = {
  id: 'bigint',
  remain: 'bigint',
  used: 'bigint',
  status: 'bigint',
  accessed: 'bigint',
} as const

function tokensWrite(tokens: BatchOutcome['tokens']): readonly Write[] {
  const rows = tokens
    .map(({ id, remainDelta, usedDelta, status, accessedSeconds }) => {
      return { id, remain: remainDelta, used: usedDelta, status, accessed: accessedSeconds }
    })
    .filter(({ accessed }) => accessed !== 0)
  if (rows.length === 0) return []
  return [
    sql`update tokens set remain_quota = remain_quota + d.remain,
      used_quota = used_quota + d.used, status = d.status,
      accessed_time = greatest(accessed_time, d.accessed)
      from ${rowsAs(rows, TOKEN_COLUMNS)} where tokens.id = d.id`,
  ]
}

function subscriptionsWrite(changes: BatchOutcome['subscriptions']): readonly Write[] {
  if (changes.length === 0) return []
  const rows = changes.map(({ id, remainDelta, usedDelta }) => {
    return { id, remain: remainDelta, used: usedDelta }
  })
  const d = rowsAs(rows, { id: 'bigint', remain: 'bigint', used: 'bigint' })
  return [
    sql`update subscriptions set remain = subscriptions.remain + d.remain,
      used = subscriptions.used + d.used from ${d} where subscriptions.id = d.id`,
  ]
}

/** Noted only: few channels carry all calls, and every batch of every node would wait for them. */
function channelsWrite(channels: BatchOutcome['channels']): readonly Write[] {
  if (channels.size === 0) return []
  const rows = [...channels].map(([channel_id, used]) => ({ channel_id, used }))
  const columns = { channel_id: 'bigint', used: 'bigint' } as const
  return [
    sql`insert into channel_usage (channel_id, used)
      select channel_id, used from ${rowsAs(rows, columns)}`,
  ]
}

const ENTRY_COLUMNS = {
  created_at: 'bigint',
  kind: 'text',
  user_id: 'bigint',
  token_id: 'bigint',
  user_delta: 'bigint',
  token_delta: 'bigint',
  charge: 'bigint',
  reference: 'text',
  subscription_id: 'bigint',
  subscription_delta: 'bigint',
} as const

function entriesWrite(entries: readonly LedgerEntry[]): readonly Write[] {
  if (entries.length === 0) return []
  const rows = entries.map((entry) => ({
    created_at: entry.atMs,
    kind: entry.kind,
    user_id: entry.userId,
    token_id: entry.tokenId,
    user_delta: entry.userDelta,
    token_delta: entry.tokenDelta,
    charge: entry.charge,
    reference: entry.reference,
    subscription_id: entry.subscriptionId ?? 0,
    subscription_delta: entry.subscriptionDelta ?? 0,
  }))
  const names = sql.raw(Object.keys(ENTRY_COLUMNS).join(', '))
  return [sql`insert into ledger (${names}) select ${names} from ${rowsAs(rows, ENTRY_COLUMNS)}`]
}
