/** The log rows of a batch, and the hourly usage that they add up to. */
import { withCovered, withUncollected } from '../logs/details'
import type { HourlyUsage, LogRow } from './book'
import type { LogFacts, Reservation, SettleOrder } from './orders'

/** Credits of a settled call, and those of them that a subscription has paid. */
export interface Paid {
  readonly charge: number
  readonly covered: number
}

const HOUR_SECONDS = 3600

export class CallLog {
  readonly rows: LogRow[] = []
  readonly #hours = new Map<string, HourlyUsage>()

  write(order: SettleOrder, held: Reservation, paid: Paid): void {
    if (order.log === undefined) return
    const { charge } = paid
    const facts = paidFacts(order.log, held, paid)
    const { userId } = held
    const channelId = order.channelId ?? 0
    this.rows.push({ facts, userId, tokenId: held.tokenId ?? 0, channelId })
    if (!order.hourly) return
    const hourSeconds = facts.created_at - (facts.created_at % HOUR_SECONDS)
    const key = `${hourSeconds}:${userId}:${facts.model_name}`
    const model = facts.model_name
    let hour = this.#hours.get(key)
    if (hour === undefined) {
      hour = { userId, username: '', model, hourSeconds, tokens: 0, count: 0, quota: 0 }
      this.#hours.set(key, hour)
    }
    hour.username = facts.username
    hour.tokens += facts.prompt_tokens + facts.completion_tokens
    hour.count += 1
    hour.quota += charge
  }

  hours(): readonly HourlyUsage[] {
    return [...this.#hours.values()]
  }
}

function paidFacts(facts: LogFacts, { cover }: Reservation, { charge, covered }: Paid): LogFacts {
  const other =
    cover === undefined || covered === 0
      ? facts.other
      : withCovered(facts.other, { ...cover, amount: covered })
  if (charge !== facts.quota) {
    return { ...facts, quota: charge, other: withUncollected(other, facts.quota - charge) }
  }
  return other === facts.other ? facts : { ...facts, other }
}
