/** What a key has left, for status lines: it asks with the key alone and costs nothing. */
import type { LimitKind } from '../../domain/limits/limit'
import type { Caller } from '../../relay/ports'
import type { RelayEdge } from './edge'

const UNITS: Readonly<Record<LimitKind, string>> = {
  requests: 'requests',
  tokens: 'tokens',
  concurrency: 'calls',
  budget: 'usd',
}

/** Money in dollars; `remaining` of a token without a limit is null. */
export async function tokenUsage(edge: RelayEdge, { token, user }: Caller): Promise<object> {
  const { quotaPerUnit } = edge.relay.directory.settings()
  const usd = (credits: number) => credits / quotaPerUnit
  const group = token.group || user.group
  const standings = await edge.limitsOf({ userId: user.id, tokenId: token.id, group })
  return {
    object: 'token_usage',
    currency: 'USD',
    token: {
      name: token.name,
      used: usd(token.usedQuota()),
      remaining: token.unlimited_quota ? null : usd(token.remainQuota()),
    },
    user: { used: usd(user.usedQuota()), remaining: usd(user.quota()) },
    limits: standings.map(({ limit, used, resetMs, name }) => {
      const shown = limit.kind === 'budget' ? usd : (amount: number) => amount
      return {
        subject: limit.subject,
        name,
        kind: limit.kind,
        window: limit.window,
        unit: UNITS[limit.kind],
        limit: shown(limit.amount),
        used: shown(used),
        remaining: shown(Math.max(0, limit.amount - used)),
        resets_at: resetMs === undefined ? null : Math.ceil(resetMs / 1000),
      }
    }),
  }
}
