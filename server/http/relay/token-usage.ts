/** What a key has left, for status lines: it asks with the key alone and costs nothing. */
import { isMoney, LIMIT_KIND_ROWS } from '../../domain/limits/kinds'
import type { Caller } from '../../relay/ports/ports'
import type { RelayEdge } from './edge'

/** Money in dollars; `remaining` of a token without a limit is null. */
export async function tokenUsage(edge: RelayEdge, { token, user }: Caller): Promise<object> {
  const { quotaPerUnit } = edge.relay.directory.settings()
  const usd = (credits: number) => credits / quotaPerUnit
  const group = token.group || user.group
  const usages = await edge.limitsOf({ userId: user.id, tokenId: token.id, group })
  return {
    object: 'token_usage',
    currency: 'USD',
    token: {
      name: token.name,
      used: usd(token.usedQuota()),
      remaining: token.unlimited_quota ? null : usd(token.remainQuota()),
    },
    user: { used: usd(user.usedQuota()), remaining: usd(user.quota()) },
    limits: usages.map(({ limit, used, resetMs, name }) => {
      const shown = isMoney(limit.kind) ? usd : (amount: number) => amount
      return {
        subject: limit.subject,
        name,
        kind: limit.kind,
        window: limit.window,
        unit: LIMIT_KIND_ROWS[limit.kind].unit,
        limit: shown(limit.amount),
        used: shown(used),
        remaining: shown(Math.max(0, limit.amount - used)),
        resets_at: resetMs === undefined ? null : Math.ceil(resetMs / 1000),
      }
    }),
  }
}
