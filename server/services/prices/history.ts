import { type AuditRow, priceAudit } from '../../../db/tables/audit'
import type { PriceEventJson } from '../../domain/endpoints/price'
import { priceStep } from '../../domain/prices/price-history'
import { MAX_PAGE_SIZE } from '../page'
import type { ServiceDeps } from '../service-deps'

export interface PriceHistoryInput {
  readonly model: string
  readonly limit?: number | undefined
}

const USUAL = 50

/** Entries that are read at once: a mention of the model need not be a change of it. */
const AT_ONCE = 200

/**
 * How the price of a model was changed, newest first, out of the audit entries: prices of single
 * models, of many at once, whole tables, and resets of them.
 */
export async function priceHistory(
  { db }: ServiceDeps,
  { model, limit = USUAL }: PriceHistoryInput,
): Promise<PriceEventJson[]> {
  const most = Math.min(Math.max(1, limit), MAX_PAGE_SIZE)
  const found: PriceEventJson[] = []
  let beforeId: number | undefined
  while (found.length < most) {
    const entries: readonly AuditRow[] = await priceAudit(db.lists, {
      model,
      beforeId,
      limit: AT_ONCE,
    })
    found.push(...entries.flatMap((entry) => eventsOf(entry, model)))
    beforeId = entries.at(-1)?.id
    if (entries.length < AT_ONCE) break
  }
  return found.slice(0, most)
}

function eventsOf(entry: AuditRow, model: string): readonly PriceEventJson[] {
  const step = priceStep(entry, model)
  if (step === undefined) return []
  const { id, actor, actor_id, action } = entry
  return [{ id, created_at: Math.floor(entry.created_at / 1000), actor, actor_id, action, ...step }]
}
