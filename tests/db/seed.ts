/** Accounts whose balances the ledger knows, and orders against them. */
import type { Db } from '../../db/db'
import { post } from '../../db/tables/ledger'
import { termsOf } from '../../server/domain/ledger/hold-terms'
import type { LogFacts, ReserveOrder, SettleOrder } from '../../server/domain/ledger/orders'

export const NOW_MS = 1_700_000_000_000

let lastNumber = 0

/** Unique in the process and growing with time, as the relay's call ids do. */
export function nextId(prefix: string): string {
  lastNumber += 1
  return `${prefix}-${process.pid}-${String(lastNumber).padStart(6, '0')}`
}

export async function seedUser(db: Db, quota: number): Promise<number> {
  const { id } = await db.kysely
    .insertInto('users')
    .values({
      username: nextId('user'),
      password_hash: '',
      display_name: '',
      role: 1,
      role_id: 0,
      account_type: 'person',
      banned_until: 0,
      banned_reason: '',
      terms_version: '',
      terms_accepted: 0,
      status: 1,
      email: '',
      github_id: '',
      oidc_id: '',
      wechat_id: '',
      telegram_id: '',
      linux_do_id: '',
      quota: 0,
      used_quota: 0,
      request_count: 0,
      group: 'default',
      aff_code: '',
      aff_count: 0,
      aff_quota: 0,
      aff_history_quota: 0,
      inviter_id: 0,
      setting: '',
      created_at: NOW_MS,
      updated_at: NOW_MS,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await grant(db, { userId: id, userDelta: quota, tokenDelta: 0 })
  return id
}

export async function seedToken(
  db: Db,
  token: { userId: number; quota: number; unlimited?: boolean; status?: number },
): Promise<number> {
  const { id } = await db.kysely
    .insertInto('tokens')
    .values({
      user_id: token.userId,
      key_hash: nextId('hash'),
      key_sealed: '',
      key_hint: '',
      status: token.status ?? 1,
      name: 'my token',
      created_time: 0,
      accessed_time: 0,
      expired_time: -1,
      remain_quota: 0,
      unlimited_quota: token.unlimited ? 1 : 0,
      model_limits_enabled: 0,
      model_limits: '',
      tags: '',
      allow_ips: '',
      frozen_until: 0,

      frozen_reason: '',
      member_id: 0,
      project_id: 0,
      used_quota: 0,
      group: 'vip',
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await grant(db, { userId: token.userId, userDelta: 0, tokenId: id, tokenDelta: token.quota })
  return id
}

export async function seedChannel(db: Db): Promise<number> {
  const { id } = await db.kysely
    .insertInto('channels')
    .values({
      type: 1,
      key_sealed: '',
      key_hash: '',
      openai_organization: '',
      frozen_until: 0,
      frozen_from: 0,
      test_model: '',
      status: 1,
      name: nextId('channel'),
      weight: 0,
      created_time: 0,
      test_time: 0,
      response_time: 0,
      base_url: '',
      other: '',
      balance: 1.25,
      balance_updated_time: 0,
      models: '',
      group: 'default',
      used_quota: 0,
      model_mapping: '',
      status_code_mapping: '',
      priority: 0,
      auto_ban: 1,
      other_info: '',
      tag: null,
      setting: '',
      param_override: '',
      allow_private: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function reserveOrder(
  part: Partial<ReserveOrder> & Pick<ReserveOrder, 'userId'>,
): ReserveOrder {
  return {
    callId: nextId('call'),
    tokenId: undefined,
    amount: 100,
    atLeast: part.amount ?? 100,
    model: 'gpt-4o-mini',
    terms: termsOf('call', part.nowMs ?? NOW_MS),
    nowMs: NOW_MS,
    ...part,
  }
}

export function settleOrder(
  part: Partial<SettleOrder> & Pick<SettleOrder, 'reservation'>,
): SettleOrder {
  return {
    charge: 0,
    withinBalance: false,
    channelId: undefined,
    log: undefined,
    counted: true,
    hourly: false,
    nowMs: NOW_MS,
    ...part,
  }
}

export function logFacts(part: Partial<LogFacts> = {}): LogFacts {
  return {
    created_at: NOW_MS / 1000,
    type: 2,
    content: '',
    username: 'alice',
    token_name: 'my token',
    model_name: 'gpt-4o-mini',
    quota: 30,
    prompt_tokens: 10,
    completion_tokens: 20,
    use_time: 1,
    is_stream: true,
    group: 'default',
    ip: '127.0.0.1',
    request_id: 'request',
    other: '{}',
    ...part,
  }
}

/** Balances of a user and a token as the tables have them. */
export async function standing(db: Db, userId: number, tokenId = 0) {
  const user = await db.kysely
    .selectFrom('users')
    .select(['quota', 'used_quota', 'request_count'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const token = await db.kysely
    .selectFrom('tokens')
    .select(['remain_quota', 'used_quota', 'status', 'accessed_time'])
    .where('id', '=', tokenId)
    .executeTakeFirst()
  return { user, token }
}

async function grant(
  db: Db,
  booking: { userId: number; userDelta: number; tokenId?: number; tokenDelta: number },
): Promise<void> {
  await db.durably((trx) =>
    post(trx, { ...booking, kind: 'grant', reference: 'seed', nowMs: NOW_MS }),
  )
}
