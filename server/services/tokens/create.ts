import { post } from '../../../db/tables/ledger'
import { insertToken, tokenHashExists } from '../../../db/tables/tokens'
import { findUser, type UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type Input, newColumns } from '../../domain/nouns/noun-stored'
import { MOST_TOKENS, tokenFields } from '../../domain/nouns/token'
import { TOKEN_STATUS } from '../../domain/status'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { openProjectOf } from '../memberships/open-project'
import { hashKey, type Sealer } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { TOKEN_CHECKS, tokenGroupOf } from './fields'
import { TOKEN_KEY_PURPOSE, type TokenWithKey, toTokenView } from './view'

/**
 * What is absent is as tokens start. `expired_time`: 0 is never, too. A list of models switches
 * its limit on unless `model_limits_enabled` says no.
 */
export interface CreateTokenInput extends Input<typeof tokenFields> {
  readonly user_id: number
  /** 1 to 100. All but the first get `-xxxxxx` after the name. */
  readonly count?: number | undefined
  /** Of the organisation that it is for. */
  readonly project_id?: number | undefined
  /** Who holds it there, when nobody acts for it: of the command line. */
  readonly member_id?: number | undefined
  /** An existing key to take over, with or without `sk-`; only one token then. */
  readonly key?: string | undefined
}

const KEY_LENGTH = 48
const SUFFIX_LENGTH = 6

/** The one time that keys are answered without being requested. */
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

async function fieldsOf({ trx, clock, actor }: MoneyWork, owner: UserRow, input: CreateTokenInput) {
  const nowMs = clock.nowMs()
  const nowSeconds = Math.floor(nowMs / 1000)
  const expired_time = input.expired_time || undefined
  const given = { ...input, expired_time }
  const rules = { checks: TOKEN_CHECKS, nowSeconds }
  const { remain_quota: quota, ...columns } = newColumns(tokenFields, given, rules)
  const hasModels = input.model_limits_enabled ?? columns.model_limits !== ''
  return {
    ...columns,
    nowMs,
    quota,
    user_id: owner.id,
    member_id: actor.member?.id ?? (actor.kind === 'cli' ? (input.member_id ?? 0) : 0),
    project_id: await openProjectOf(trx, owner, input.project_id ?? 0),
    model_limits_enabled: hasModels ? (1 as const) : (0 as const),
    group: await tokenGroupOf(trx, columns.group, owner.group),
    created_time: nowSeconds,
    accessed_time: nowSeconds,
  }
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
    frozen_until: 0,
    frozen_reason: '',
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
