import { insertToken, updateToken } from '../../../db/tables/tokens'
import { nowSeconds } from '../../clock'
import { TOKEN_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { keyColumns, keyOf } from './create'
import { ownToken } from './guards'
import { settledStatus } from './status'
import { type TokenWithKey, toTokenView } from './view'

/**
 * Another key for the same token, with its quota, limits and log. The old one is refused from
 * the next call on and stays taken for ever, as the key of a revoked token does.
 */
export async function rotateToken(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<TokenWithKey> {
  return await transact(deps, actor, async (work) => {
    const { trx, clock, sealer } = work
    const before = await ownToken(trx, actor, id)
    const key = keyOf(work, undefined)
    const changed = await updateToken(trx, id, keyColumns(sealer, key))
    const after = changed ?? before
    const { id: _id, remain_quota: _left, used_quota: _used, ...retired } = before
    await insertToken(trx, {
      ...retired,
      status: TOKEN_STATUS.disabled,
      deleted_at: clock.nowMs(),
    })
    await recordAudit(work, {
      action: 'token.rotate',
      target: `token:${id}`,
      before: { key_hint: before.key_hint },
      after: { key_hint: after.key_hint },
    })
    const status = settledStatus(after, nowSeconds(clock))
    return { ...toTokenView(after), status, key }
  })
}
