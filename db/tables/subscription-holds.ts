/** What calls that run now hold of a subscription, for whoever grants it anew meanwhile. */
import type { Kysely } from 'kysely'
import { readHeld } from '../../server/domain/ledger/held-text'
import type { Mark } from '../../server/domain/limits/limit'
import { windowId } from '../../server/domain/plans/subscription-account'
import { MOST_ALLOWANCES } from '../../server/domain/plans/terms'
import type { Schema } from '../schema'

interface Named {
  readonly id: number
  readonly userId: number
}

export interface HeldOfSubscription {
  /** Credits that it has paid into the balance for them. */
  readonly credits: number
  /** What they have counted of its windows. */
  readonly marks: readonly Mark[]
}

export async function heldOfSubscription(
  trx: Kysely<Schema>,
  { id, userId }: Named,
): Promise<HeldOfSubscription> {
  const rows = await trx
    .selectFrom('reservations')
    .select('counted')
    .where('user_id', '=', userId)
    .where('counted', '<>', '')
    .execute()
  const held = rows
    .map(({ counted }) => readHeld(counted))
    .filter(({ cover }) => cover?.subscriptionId === id)
  return {
    credits: held.reduce((sum, { cover }) => sum + (cover?.amount ?? 0), 0),
    marks: held.flatMap(({ marks = [] }) => marks.filter((mark) => isOf(mark, id))),
  }
}

function isOf({ limitId }: Mark, id: number): boolean {
  return limitId <= windowId(id, 0) && limitId > windowId(id, MOST_ALLOWANCES)
}

/** What is used of its windows is what calls that run hold; the windows stay where they are. */
export async function resetWindows(trx: Kysely<Schema>, named: Named): Promise<void> {
  const { marks } = await heldOfSubscription(trx, named)
  await trx
    .updateTable('limit_counters')
    .set({ used: 0 })
    .where('limit_id', '<=', windowId(named.id, 0))
    .where('limit_id', '>', windowId(named.id, MOST_ALLOWANCES))
    .execute()
  for (const { limitId, startMs, amount } of marks) {
    await trx
      .updateTable('limit_counters')
      .set((e) => ({ used: e('used', '+', amount) }))
      .where('limit_id', '=', limitId)
      .where('start_at', '=', startMs)
      .execute()
  }
}
