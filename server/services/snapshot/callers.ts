/**
 * Callers by key, read on first use and cached while they are used. Balances in here follow the
 * ledger's commits; they only serve to fail early, the ledger itself decides.
 */

import type { Db } from '../../../db/db'
import type { BalanceListener } from '../../../db/ledger-orders'
import {
  type CallerRow,
  findCaller,
  findCallingUser,
  findTokenHolders,
  readCallerStates,
} from '../../../db/tables/callers'
import type { Clock } from '../../clock'
import type { ChangedIds } from '../../domain/changes'
import { endOfAccounts } from '../../domain/ledger/account-end'
import type { AccountEnd } from '../../domain/ledger/orders'
import { parseIpList } from '../../domain/network/ip-list'
import type { Caller, CallerIds, Directory, UserRecord } from '../../relay/ports/ports'
import type { TokenRecord } from '../../relay/ports/token-record'
import { hashKey } from '../seal'

/** Callers cached; beyond this the least recently used one is forgotten. */
const MAX_CALLERS = 20_000

interface Balance {
  remaining: number
  used: number
}

export interface CallerCache {
  readonly find: (
    key: string,
    options?: { readonly fresh: boolean },
  ) => Caller | undefined | Promise<Caller | undefined>
  readonly findUser: (userId: number) => Promise<UserRecord | undefined>
  readonly holdersOf: Directory['holdersOf']
  readonly endsOf: Directory['endsOf']
  readonly onChanged: Directory['onCallersChanged']
  /** Of these users and tokens, which are read again when they are needed. */
  readonly forget: (users: ChangedIds | undefined, tokens: ChangedIds | undefined) => void
}

interface TokenState {
  readonly balance: Balance
  readonly status: { value: number }
}

/** One balance object per account in this process; each follows the ledger's commits. */
interface Balances {
  readonly users: Map<number, Balance>
  readonly tokens: Map<number, TokenState>
}

function followLedger(db: Db): Balances {
  const users = new Map<number, Balance>()
  const tokens = new Map<number, TokenState>()
  const follow: BalanceListener = (changedUsers, changedTokens) => {
    for (const { id, quota, used_quota } of changedUsers) {
      const balance = users.get(id)
      if (balance !== undefined) Object.assign(balance, { remaining: quota, used: used_quota })
    }
    for (const { id, remain_quota, used_quota, status } of changedTokens) {
      const known = tokens.get(id)
      if (known === undefined) continue
      Object.assign(known.balance, { remaining: remain_quota, used: used_quota })
      known.status.value = status
    }
  }
  db.ledger.onBalance(follow)
  return { users, tokens }
}

export function createCallerCache(db: Db, clock: Clock): CallerCache {
  const listeners: (() => void)[] = []
  const callers = new Map<string, Caller>()
  const { users, tokens } = followLedger(db)
  // A read that began before a change must not be kept after it.
  let generation = 0

  function balanceOf({ user }: Pick<CallerRow, 'user'>): Balance {
    const balance = users.get(user.id) ?? { remaining: 0, used: 0 }
    return Object.assign(balance, { remaining: user.quota, used: user.used_quota })
  }

  async function load(key: string): Promise<Caller | undefined> {
    const asOf = generation
    const row = await findCaller(db.reader, hashKey(key))
    if (row === undefined) {
      callers.delete(key)
      return undefined
    }
    const userBalance = balanceOf(row)
    const tokenBalance = { remaining: row.token.remain_quota, used: row.token.used_quota }
    const status = { value: row.token.status }
    const caller = {
      token: tokenRecord(row, tokenBalance, status),
      user: userRecord(row, userBalance),
    }
    if (asOf !== generation) return caller
    users.set(row.user.id, userBalance)
    tokens.set(row.token.id, { balance: tokenBalance, status })
    remember({ callers, tokens }, key, caller)
    return caller
  }

  async function findUser(userId: number): Promise<UserRecord | undefined> {
    const asOf = generation
    const user = await findCallingUser(db.reader, userId)
    if (user === undefined) return undefined
    const balance = balanceOf({ user })
    if (asOf === generation) users.set(userId, balance)
    return userRecord({ user }, balance)
  }

  return {
    find(key, options) {
      const known = options?.fresh === true ? undefined : callers.get(key)
      return known ?? load(key)
    },
    findUser,
    holdersOf: (tokenId) => findTokenHolders(db.reader, tokenId),
    endsOf: (ids) => endsOf({ db, clock }, ids),
    onChanged: (listener) => listeners.push(listener),
    forget(userIds, tokenIds) {
      if (userIds === undefined && tokenIds === undefined) return
      generation += 1
      forgetIn(users, userIds)
      forgetIn(tokens, tokenIds)
      for (const [key, { user, token }] of callers) {
        if (names(userIds, user.id) || names(tokenIds, token.id)) {
          callers.delete(key)
          tokens.delete(token.id)
        }
      }
      for (const listener of listeners) listener()
    },
  }
}

function names(ids: ChangedIds | undefined, id: number): boolean {
  return ids === 'all' || ids?.has(id) === true
}

function forgetIn(accounts: Map<number, unknown>, ids: ChangedIds | undefined): void {
  if (ids === 'all') accounts.clear()
  else for (const id of ids ?? []) accounts.delete(id)
}

type CachedCallers = Pick<Balances, 'tokens'> & { readonly callers: Map<string, Caller> }

function remember({ callers, tokens }: CachedCallers, key: string, caller: Caller): void {
  callers.delete(key)
  callers.set(key, caller)
  if (callers.size <= MAX_CALLERS) return
  const oldest = callers.entries().next().value
  if (oldest === undefined) return
  callers.delete(oldest[0])
  tokens.delete(oldest[1].token.id)
}

async function endsOf(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  ids: readonly CallerIds[],
): Promise<readonly (AccountEnd | undefined)[]> {
  const { users, tokens } = await readCallerStates(db.reader, ids)
  const nowMs = clock.nowMs()
  return ids.map(({ userId, tokenId }) => {
    const token = tokenId === undefined ? undefined : tokens.get(tokenId)
    return endOfAccounts({ user: users.get(userId), token, tokenId, nowMs })
  })
}

function tokenRecord(
  { token, memberName, projectName }: CallerRow,
  balance: Balance,
  status: { readonly value: number },
): TokenRecord {
  const limits = token.model_limits.split(',').filter((name) => name !== '')
  return {
    id: token.id,
    user_id: token.user_id,
    memberId: token.member_id,
    projectId: token.project_id,
    memberName,
    projectName,
    name: token.name,
    keyHint: token.key_hint,
    get status() {
      return status.value
    },
    expired_time: token.expired_time,
    frozenUntil: token.frozen_until,
    frozenReason: token.frozen_reason,
    unlimited_quota: token.unlimited_quota === 1,
    modelLimits: token.model_limits_enabled === 1 ? new Set(limits) : undefined,
    allowsIp: parseIpList(token.allow_ips),
    tags: token.tags,
    group: token.group,
    remainQuota: () => balance.remaining,
    usedQuota: () => balance.used,
  }
}

function userRecord({ user }: Pick<CallerRow, 'user'>, balance: Balance): UserRecord {
  const own = ownSettings(user.setting)
  const threshold = own.quota_warning_threshold
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    status: user.status,
    banned_until: user.banned_until,
    banned_reason: user.banned_reason,
    group: user.group,
    acceptsUnpricedModels: own.accept_unset_model_ratio_model === true,
    quotaWarningThreshold: typeof threshold === 'number' ? threshold : undefined,
    quota: () => balance.remaining,
    usedQuota: () => balance.used,
  }
}

interface OwnSettings {
  readonly accept_unset_model_ratio_model?: unknown
  readonly quota_warning_threshold?: unknown
}

/** What the user set; nothing when the text is no object. */
function ownSettings(text: string): OwnSettings {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
