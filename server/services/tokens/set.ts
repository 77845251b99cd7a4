import { post } from '../../../db/tables/ledger'
import { type TokenRow, updateToken } from '../../../db/tables/tokens'
import { findUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { changedColumns, type Edit } from '../../domain/nouns/noun-stored'
import { tokenFields } from '../../domain/nouns/token'
import { TOKEN_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { TOKEN_CHECKS, tokenGroupOf } from './fields'
import { manageableToken, ownToken } from './guards'
import { requestedStatus, settledStatus } from './status'
import { type TokenView, toTokenView } from './view'

/** What is absent stays as it is; `remain_quota` is a new balance. */
export interface SetTokenInput extends Edit<typeof tokenFields> {
  readonly id: number
  /** Refuses the change when calls have moved the balance since it was read. */
  readonly expected_quota?: number | undefined
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
    checkExpected(before, input)
    const { remain_quota: quota = before.remain_quota, ...change } = await changeOf(
      work,
      before,
      input,
    )
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

function checkExpected(before: TokenRow, { remain_quota, expected_quota }: SetTokenInput): void {
  if (remain_quota === undefined || expected_quota === undefined) return
  if (expected_quota === before.remain_quota) return
  throw new GatewayError('value.invalid', {
    field: 'remain_quota',
    reason: 'reason.balance_moved',
    balance: before.remain_quota,
  })
}

async function changeOf({ trx, clock }: MoneyWork, before: TokenRow, input: SetTokenInput) {
  const rules = { checks: TOKEN_CHECKS, nowSeconds: nowSeconds(clock) }
  const change = changedColumns(tokenFields, { before, input }, rules)
  if (change.group === undefined) return change
  const owner = await findUser(trx, before.user_id)
  return { ...change, group: await tokenGroupOf(trx, change.group, owner?.group ?? '') }
}
