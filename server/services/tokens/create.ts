import { post } from '../../../db/tables/ledger'
import { insertToken, tokenHashExists } from '../../../db/tables/tokens'
import { findUser, type UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { MOST_TOKENS } from '../../domain/nouns/token'
import { TOKEN_STATUS } from '../../domain/status'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { hashKey, type Sealer } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { expiryOf, modelLimitsOf, tokenGroupOf, tokenNameOf, tokenQuotaOf } from './fields'
import { ipEntriesOf } from './ip-entries'
import { TOKEN_KEY_PURPOSE, type TokenWithKey, toTokenView } from './view'

export interface CreateTokenInput {
  readonly user_id: number
  readonly name?: string | undefined
  /** Credits. */
  readonly remain_quota?: number | undefined
  readonly unlimited_quota?: boolean | undefined
  /** Epoch seconds in the future; -1 (never) when absent or 0. */
  readonly expired_time?: number | undefined
  /** Comma separated; a list switches the limit on unless `model_limits_enabled` says no. */
  readonly model_limits?: string | undefined
  readonly model_limits_enabled?: boolean | undefined
  readonly allow_ips?: string | undefined
  readonly group?: string | undefined
  /** 1 to 100. All but the first get `-xxxxxx` after the name. */
  readonly count?: number | undefined
  /** An existing key to take over, with or without `sk-`; only one token then. */
  readonly key?: string | undefined
}

const KEY_LENGTH = 48
const SUFFIX_LENGTH = 6

/** The one time that keys are answered without being asked for. */
export async function createTokens(
  deps: ServiceDeps,
  actor: Actor,
  input: CreateTokenInput,
): Promise<TokenWithKey[]> {
  const count = countOf(input)
  const created = await transactDurably(deps, actor, async (work) => {
    const owner = await ownerOf(work, input.user_id)
    const fields = await fieldsOf(work, owner, input)
    const tokens: TokenWithKey[] = []
    for (let index = 0; index < count; index += 1) {
      const suffix = index === 0 ? '' : `-${deps.random.text(SUFFIX_LENGTH, ALPHANUMERIC)}`
      const key = keyOf(deps, input.key)
      tokens.push(await insertOne(work, { ...fields, name: fields.name + suffix, key }))
    }
    return tokens
  })
  return created
}

function countOf(input: CreateTokenInput): number {
  const count = input.count ?? 1
  const most = input.key === undefined ? MOST_TOKENS : 1
  if (!Number.isSafeInteger(count) || count < 1 || count > most) {
    throw new GatewayError('token.count_invalid', { max: most })
  }
  return count
}

/** People create tokens for themselves; only the command line does it for others. */
async function ownerOf({ trx, actor }: MoneyWork, userId: number): Promise<UserRow> {
  const owner = await findUser(trx, userId)
  if (owner === undefined || owner.deleted_at !== null) {
    throw new GatewayError('user.not_found', { user: userId })
  }
  if (actor.kind === 'user' && actor.id !== owner.id) {
    throw new GatewayError('permission.denied')
  }
  return owner
}

type TokenFields = Awaited<ReturnType<typeof fieldsOf>>

async function fieldsOf({ trx, clock }: MoneyWork, owner: UserRow, input: CreateTokenInput) {
  const nowMs = clock.nowMs()
  const seconds = Math.floor(nowMs / 1000)
  const model_limits = modelLimitsOf(input.model_limits ?? '')
  return {
    nowMs,
    user_id: owner.id,
    name: tokenNameOf(input.name ?? ''),
    quota: tokenQuotaOf(input.remain_quota ?? 0),
    unlimited_quota: flag(input.unlimited_quota ?? false),
    expired_time: expiryOf(input.expired_time || -1, seconds),
    model_limits,
    model_limits_enabled: flag(input.model_limits_enabled ?? model_limits !== ''),
    allow_ips: ipEntriesOf(input.allow_ips ?? ''),
    group: await tokenGroupOf(trx, input.group ?? '', owner.group),
    created_time: seconds,
    accessed_time: seconds,
  }
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

/** A new key, or an existing one to take over, without `sk-`. */
export function keyOf({ random }: Pick<ServiceDeps, 'random'>, given: string | undefined): string {
  if (given === undefined) {
    return random.text(KEY_LENGTH, ALPHANUMERIC)
  }
  const key = given.trim().replace(/^sk-/, '')
  // A dash would be read as the start of a pinned channel id.
  if (!/^[0-9A-Za-z]{32,128}$/.test(key)) {
    const reason = 'reason.key_format'
    throw new GatewayError('value.invalid', { field: 'key', reason })
  }
  return key
}

/** What is stored of a key: it is found by hash and shown from the sealed copy. */
export function keyColumns(sealer: Sealer, key: string) {
  return {
    key_hash: hashKey(key),
    key_sealed: sealer.seal(key, TOKEN_KEY_PURPOSE),
    key_hint: `${key.slice(0, 3)}***${key.slice(-3)}`,
  }
}

async function insertOne(
  work: MoneyWork,
  fields: TokenFields & { readonly key: string },
): Promise<TokenWithKey> {
  const { trx, sealer } = work
  const { nowMs, quota, key, ...columns } = fields
  const keyed = keyColumns(sealer, key)
  if (await tokenHashExists(trx, keyed.key_hash)) {
    throw new GatewayError('value.invalid', { field: 'key', reason: 'reason.in_use' })
  }
  const row = await insertToken(trx, {
    ...columns,
    ...keyed,
    status: TOKEN_STATUS.enabled,
    deleted_at: null,
  })
  const reference = await recordAudit(work, {
    action: 'token.create',
    target: `token:${row.id}`,
    after: { ...columns, remain_quota: quota, key },
  })
  if (quota > 0) {
    await post(trx, {
      kind: 'grant',
      userId: row.user_id,
      tokenId: row.id,
      userDelta: 0,
      tokenDelta: quota,
      reference,
      nowMs,
    })
  }
  return { ...toTokenView(row), remain_quota: quota, key }
}
