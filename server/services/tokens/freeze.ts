/** Keeping a token from being used, whatever its owner does with it. */
import { updateToken } from '../../../db/tables/tokens'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { manageableToken } from './guards'

const MAX_REASON = 200

export interface FreezeInput {
  readonly id: number
  /** Epoch seconds; -1 until further notice. */
  readonly until: number
  /** Shown to whoever calls with it; may be blank. */
  readonly reason: string
}

/** Also running calls end. Throws `user.outranked` and `token.expiry_invalid`. */
export async function freezeToken(
  deps: ServiceDeps,
  actor: Actor,
  { id, until, reason: given }: FreezeInput,
): Promise<void> {
  if (until !== -1 && until <= nowSeconds(deps.clock)) {
    throw new GatewayError('token.expiry_invalid')
  }
  const reason = visibleLine('frozen_reason', given.trim())
  if ([...reason].length > MAX_REASON) {
    throw new GatewayError('value.too_long', { field: 'frozen_reason', max: MAX_REASON })
  }
  await transact(deps, actor, async (work) => {
    const before = await manageableToken(work.trx, actor, id)
    const change = { frozen_until: until, frozen_reason: reason }
    await updateToken(work.trx, id, change)
    await recordAudit(work, {
      action: 'token.freeze',
      target: `token:${id}`,
      before: { frozen_until: before.frozen_until, frozen_reason: before.frozen_reason },
      after: change,
    })
  })
}

/** One that is not frozen stays as it is. */
export async function unfreezeToken(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  await transact(deps, actor, async (work) => {
    const before = await manageableToken(work.trx, actor, id)
    const change = { frozen_until: 0, frozen_reason: '' }
    await updateToken(work.trx, id, change)
    await recordAudit(work, {
      action: 'token.unfreeze',
      target: `token:${id}`,
      before: { frozen_until: before.frozen_until, frozen_reason: before.frozen_reason },
      after: change,
    })
  })
}
