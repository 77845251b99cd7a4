import { post } from '../../../db/tables/ledger'
import { type TokenChange, type TokenRow, updateToken } from '../../../db/tables/tokens'
import { findUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { TOKEN_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { expiryOf, modelLimitsOf, tokenGroupOf, tokenNameOf, tokenQuotaOf } from './fields'
import { manageableToken, ownToken } from './guards'
import { ipEntriesOf } from './ip-entries'
import { requestedStatus, settledStatus } from './status'
import { type TokenView, toTokenView } from './view'

/** What is absent stays as it is. */
export interface SetTokenInput {
  readonly id: number
  readonly name?: string | undefined
  /** New balance in credits. */
  readonly remain_quota?: number | undefined
  /** Refuses the change when calls have moved the balance since it was read. */
  readonly expected_quota?: number | undefined
  readonly unlimited_quota?: boolean | undefined
  readonly expired_time?: number | undefined
  readonly model_limits?: string | undefined
  readonly model_limits_enabled?: boolean | undefined
  readonly allow_ips?: string | undefined
  readonly group?: string | undefined
  /** 1 or 2. */
  readonly status?: number | undefined
  /**
   * Status that a form sends back among the rest. It changes nothing, but 1 is refused for a
   * token that stays expired or exhausted.
   */
  readonly claimed_status?: number | undefined
  /** By an admin: the token may be that of a user of a lower level. */
  readonly of_anybody?: boolean | undefined
}

export async function setToken(
  deps: ServiceDeps,
  actor: Actor,
  input: SetTokenInput,
): Promise<TokenView> {
  const token = await transactDurably(deps, actor, async (work) => {
    const { trx } = work
    const find = input.of_anybody === true ? manageableToken : ownToken
    const before = await find(trx, actor, input.id)
    const nowMs = deps.clock.nowMs()
    const seconds = Math.floor(nowMs / 1000)
    const change = await fieldChange(work, before, input)
    const quota = quotaAfter(before, input)
    const wished = { ...before, ...change, remain_quota: quota }
    const status =
      input.status === undefined
        ? settledStatus(wished, seconds)
        : requestedStatus(input.status, wished, seconds)
    if (input.claimed_status === TOKEN_STATUS.enabled && status !== TOKEN_STATUS.disabled) {
      requestedStatus(input.claimed_status, wished, seconds)
    }
    const saved = (await updateToken(trx, before.id, { ...change, status })) ?? before
    const after = { ...saved, remain_quota: quota }
    const reference = await recordAudit(work, {
      action: 'token.set',
      target: `token:${before.id}`,
      before: { ...toTokenView(before) },
      after: { ...toTokenView(after) },
    })
    if (quota !== before.remain_quota) {
      await post(trx, {
        kind: 'adjust',
        userId: before.user_id,
        tokenId: before.id,
        userDelta: 0,
        tokenDelta: quota - before.remain_quota,
        reference,
        nowMs,
      })
    }
    return after
  })
  return toTokenView(token)
}

function quotaAfter(before: TokenRow, input: SetTokenInput): number {
  if (input.remain_quota === undefined) {
    return before.remain_quota
  }
  const { expected_quota } = input
  if (expected_quota !== undefined && expected_quota !== before.remain_quota) {
    throw new GatewayError('value.invalid', {
      field: 'remain_quota',
      reason: 'reason.balance_moved',
      balance: before.remain_quota,
    })
  }
  // A form sends back a balance that use has taken below zero; that is no new wish.
  return input.remain_quota === before.remain_quota
    ? before.remain_quota
    : tokenQuotaOf(input.remain_quota)
}

async function fieldChange(
  { trx, clock }: MoneyWork,
  before: TokenRow,
  input: SetTokenInput,
): Promise<TokenChange> {
  const change: TokenChange = {}
  // Forms send back what they were given, which may be older than today's rules.
  if (input.name !== undefined && input.name !== before.name) {
    change.name = tokenNameOf(input.name)
  }
  if (input.unlimited_quota !== undefined) {
    change.unlimited_quota = input.unlimited_quota ? 1 : 0
  }
  // The unchanged expiry of an expired token may be sent along with other changes.
  if (input.expired_time !== undefined && input.expired_time !== before.expired_time) {
    change.expired_time = expiryOf(input.expired_time, nowSeconds(clock))
  }
  if (input.model_limits !== undefined && input.model_limits !== before.model_limits) {
    change.model_limits = modelLimitsOf(input.model_limits)
  }
  if (input.model_limits_enabled !== undefined) {
    change.model_limits_enabled = input.model_limits_enabled ? 1 : 0
  }
  if (input.allow_ips !== undefined) {
    change.allow_ips = ipEntriesOf(input.allow_ips)
  }
  if (input.group !== undefined && input.group !== before.group) {
    const owner = await findUser(trx, before.user_id)
    change.group = await tokenGroupOf(trx, input.group, owner?.group ?? '')
  }
  return change
}
