import { deleteLimitsOf } from '../../../db/tables/limits'
import { updateToken } from '../../../db/tables/tokens'
import { TOKEN_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { manageableToken, ownToken } from './guards'
import { type TokenView, toTokenView } from './view'

/** Final: the key never works again and can never be given again. */
export async function revokeToken(deps: ServiceDeps, actor: Actor, id: number): Promise<TokenView> {
  return await revoke(deps, actor, { id, find: ownToken })
}

/** The same by an admin, for an own token or one of a user of a lower level. */
export async function revokeAnyToken(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<TokenView> {
  return await revoke(deps, actor, { id, find: manageableToken })
}

async function revoke(
  deps: ServiceDeps,
  actor: Actor,
  { id, find }: { readonly id: number; readonly find: typeof ownToken },
): Promise<TokenView> {
  const token = await transact(deps, actor, async (work) => {
    const { trx } = work
    const before = await find(trx, actor, id)
    const deleted_at = deps.clock.nowMs()
    await updateToken(trx, id, { deleted_at, status: TOKEN_STATUS.disabled })
    await deleteLimitsOf(trx, 'token', [id])
    await recordAudit(work, {
      action: 'token.revoke',
      target: `token:${id}`,
      before: { ...toTokenView(before) },
    })
    return { ...before, deleted_at, status: TOKEN_STATUS.disabled }
  })
  return toTokenView(token)
}
