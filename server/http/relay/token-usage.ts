/** What a key may still spend, for status lines: takes the key alone and costs nothing. */
import { isMoney, LIMIT_KIND_ROWS, type LimitKind } from '../../domain/limits/kinds'
import type { Caller } from '../../relay/ports/ports'
import type { RelayEdge } from './edge'

/** Money in dollars; `remaining` of a token without a limit is null. */
export async function tokenUsage(edge: RelayEdge, { token, user }: Caller): Promise<object> {
  const { quotaPerUnit } = edge.relay.directory.settings()
  const usd = (credits: number) => credits / quotaPerUnit
  const group = token.group || user.group
  const usages = await edge.limitsOf({ userId: user.id, tokenId: token.id, group })
  const plans = await edge.plansOf(user.id)
  return {
    object: 'token_usage',
    currency: 'USD',
    token: {
      name: token.name,
      used: usd(token.usedQuota()),
      remaining: token.unlimited_quota ? null : usd(token.remainQuota()),
    },
    user: { used: usd(user.usedQuota()), remaining: usd(user.quota()) },
    plans: plans.map((plan) => ({
      name: plan.name,
      ends_at: Math.ceil(plan.period_end / 1000),
      renews: plan.renews,
      remaining: plan.remain === null ? null : usd(plan.remain),
      models: plan.terms.models,
      when_empty: plan.terms.overflow,
      ...(plan.terms.cheaper && { cheaper: plan.terms.cheaper }),
      windows: plan.windows.map(({ kind, window, amount, used, resets_at }) => ({
        ...countsOf(kind, { limit: amount, used }, usd),
        window,
        resets_at: resets_at === null ? null : Math.ceil(resets_at / 1000),
      })),
    })),
    limits: usages.map(({ limit, used, resetMs, name }) => {
      return {
        subject: limit.subject,
        name,
        window: limit.window,
        ...countsOf(limit.kind, { limit: limit.amount, used }, usd),
        resets_at: resetMs === undefined ? null : Math.ceil(resetMs / 1000),
      }
    }),
  }
}

interface Counted {
  readonly limit: number
  readonly used: number
}

/** Money in dollars, all else as it is counted. */
function countsOf(kind: LimitKind, { limit, used }: Counted, usd: (credits: number) => number) {
  const shown = isMoney(kind) ? usd : (amount: number) => amount
  return {
    kind,
    unit: LIMIT_KIND_ROWS[kind].unit,
    limit: shown(limit),
    used: shown(used),
    remaining: shown(Math.max(0, limit - used)),
  }
}
