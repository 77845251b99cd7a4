/** Orders and books that the tests of ledger batches share. */

import { decideBatch } from '../../server/domain/ledger/batch'
import type { TokenBalance, UserBalance } from '../../server/domain/ledger/book'
import { termsOf } from '../../server/domain/ledger/hold-terms'
import type {
  ExtendOrder,
  HotOrder,
  LogFacts,
  Reservation,
  ReserveOrder,
  SettleOrder,
} from '../../server/domain/ledger/orders'

export const NOW_MS = 1_700_000_000_000

export function reserve(part: Partial<ReserveOrder>): HotOrder {
  const order = {
    callId: 'call',
    userId: 1,
    tokenId: 1,
    amount: 100,
    atLeast: part.amount ?? 100,
    model: 'm',
    terms: termsOf('call', NOW_MS),
    nowMs: NOW_MS,
    ...part,
  }
  return { kind: 'reserve', order }
}

export function settle(part: Partial<SettleOrder> & { callId?: string }): HotOrder {
  const { callId = 'call', ...rest } = part
  const reservation = { callId, userId: 1, tokenId: 1, amount: 100 }
  const order = {
    reservation,
    charge: 0,
    withinBalance: false,
    channelId: undefined,
    log: undefined,
    counted: true,
    hourly: false,
    nowMs: NOW_MS,
    ...rest,
  }
  return { kind: 'settle', order }
}

export function extend(part: Partial<ExtendOrder>): HotOrder {
  const order = { callId: 'call', userId: 1, tokenId: 1, amount: 50, nowMs: NOW_MS, ...part }
  return { kind: 'extend', order }
}

export function logRow(part: Partial<LogFacts>): LogFacts {
  return {
    created_at: NOW_MS / 1000,
    type: 2,
    content: '',
    username: 'u',
    token_name: 't',
    model_name: 'm',
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: true,
    group: 'default',
    ip: '',
    request_id: 'call',
    other: '',
    ...part,
  }
}

export interface Accounts {
  quota?: number
  remain?: number
  unlimited?: boolean
  status?: number
  held?: readonly Reservation[]
  open?: readonly Reservation[]
  released?: readonly Reservation[]
  user?: Partial<UserBalance>
  token?: Partial<TokenBalance>
}

export const USER: UserBalance = { id: 1, quota: 0, used_quota: 0, status: 1, isDeleted: false }
export const TOKEN: TokenBalance = {
  id: 1,
  remain_quota: 0,
  used_quota: 0,
  status: 1,
  unlimited: false,
  expired_time: -1,
  frozen_until: 0,
  isDeleted: false,
}

export function bookOf(accounts: Accounts) {
  const { quota = 1000, remain = 1000, unlimited = false, status = 1 } = accounts
  const { held = [], open = [], released = [], user, token } = accounts
  return {
    users: new Map([[1, { ...USER, quota, ...user }]]),
    tokens: new Map([[1, { ...TOKEN, remain_quota: remain, status, unlimited, ...token }]]),
    held: new Map(held.map((each) => [each.callId, each])),
    open: new Map(open.map((each) => [each.callId, each])),
    released: new Map(released.map((each) => [each.callId, each])),
  }
}

export function firstOutcome(accounts: Accounts, order: HotOrder) {
  return decideBatch([order], bookOf(accounts)).outcomes[0]
}
