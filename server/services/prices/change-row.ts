/** A change of prices as it is stored. */
import type { PriceChangeRow } from '../../../db/tables/price-changes'
import type { PriceRow } from '../../domain/prices/price-row'
import type { Work } from '../work'

/** One that holds at once, of prices that somebody typed. */
export function changeRow(
  { actor, clock }: Pick<Work, 'actor' | 'clock'>,
  models: readonly { readonly model: string }[],
) {
  const now = clock.nowMs()
  const times = { begins_at: now, created_at: now }
  const state: PriceChangeRow['state'] = 'applied'
  const who = actor.kind === 'user' ? actor.name : `${actor.kind}:${actor.name}`
  return { state, source: '', actor: who, models: models.length, ...times }
}

export function changedRows(before: readonly PriceRow[], after: readonly PriceRow[]) {
  return { before: JSON.stringify(before), after: JSON.stringify(after) }
}
