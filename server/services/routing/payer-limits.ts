/** What would refuse a call whatever channel it went to: limits of whoever pays for it. */
import { findToken } from '../../../db/tables/tokens'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { LimitSubject } from '../../domain/limits/limit'
import { type LimitView, listLimits } from '../limits/list'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'

/** Who would call; the user of a token is its owner. */
export interface PayerOf {
  readonly tokenId?: number | undefined
  readonly userId?: number | undefined
}

export interface Payer {
  readonly tokenId: number | undefined
  readonly userId: number | undefined
  /** Of a token of an organisation; 0 for none. */
  readonly memberId?: number
  readonly projectId?: number
  /** That the calls are routed and billed by, as far as the caller says; "" for unknown. */
  readonly group: string
}

/** Throws `token.not_found` and `user.not_found`. */
export async function payerOf({ db }: ServiceDeps, { tokenId, userId }: PayerOf): Promise<Payer> {
  const token = tokenId === undefined ? undefined : await findToken(db.reader, tokenId)
  if (tokenId !== undefined && token === undefined) {
    throw new GatewayError('token.not_found', { token: tokenId })
  }
  const id = token?.user_id ?? userId
  if (id === undefined) return { tokenId, userId, group: '' }
  const user = await findUser(db.reader, id)
  if (user === undefined || user.deleted_at !== null) {
    throw new GatewayError('user.not_found', { user: id })
  }
  const { member_id: memberId = 0, project_id: projectId = 0 } = token ?? {}
  return { tokenId, userId: id, memberId, projectId, group: token?.group || user.group }
}

/** Those that would not let the next call pass. */
export async function stoppingLimits(
  deps: ServiceDeps,
  { tokenId, userId, memberId, projectId, group }: Payer,
): Promise<readonly LimitView[]> {
  const subjects: readonly [LimitSubject, string | number | undefined][] = [
    ['token', tokenId],
    ['user', userId],
    ['group', group],
    ['member', memberId || undefined],
    ['project', projectId || undefined],
  ]
  const found: LimitView[] = []
  for (const [subject, key] of subjects) {
    if (key === undefined) continue
    const views = await listLimits(deps, SYSTEM_ACTOR, { subject, key: String(key) })
    found.push(...views.filter(({ used, limit }) => used >= limit.amount))
  }
  return found
}
