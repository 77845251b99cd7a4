/** Prices of a source set at once, now or at a time. */
import { insertPriceChange } from '../../../db/tables/price-changes'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { changedRows, changeRow } from './change-row'
import { listPrices } from './list'
import { requireWritable, type WantedPrice, writeWanted } from './write'

export interface ApplyPricesInput {
  readonly prices: readonly WantedPrice[]
  /** Where they come from; "" for what somebody typed. */
  readonly source?: string | undefined
  /** Epoch seconds when they begin; what is past is now. */
  readonly at?: number | undefined
}

export interface AppliedPrices {
  /** Of the change, by which it can be undone. */
  readonly id: number
  readonly state: 'applied' | 'scheduled'
  readonly models: number
}

/**
 * All of them or none. Throws as `setPrices`; what begins later is not made if the price of one
 * of its models has changed by then.
 */
export async function applyPrices(
  deps: ServiceDeps,
  actor: Actor,
  input: ApplyPricesInput,
): Promise<AppliedPrices> {
  requireRoot(actor)
  const prices = await withWas(deps, input)
  return await transact(deps, actor, (work) => applyIn(work, { ...input, prices }))
}

/** Within a transaction of more. */
export async function applyIn(
  work: Work,
  { prices, source = '', at = 0 }: ApplyPricesInput,
): Promise<AppliedPrices> {
  const beginsMs = at * 1000
  const row = { ...changeRow(work, prices), source }
  if (beginsMs > work.clock.nowMs()) {
    await requireWritable(work, prices)
    const state = 'scheduled'
    const texts = { state, prices: JSON.stringify(prices) } as const
    const id = await insertPriceChange(work.trx, { ...row, ...texts, begins_at: beginsMs })
    return { id, state, models: prices.length }
  }
  const { before, after } = await writeWanted(work, prices)
  const id = await insertPriceChange(work.trx, { ...row, ...changedRows(before, after) })
  return { id, state: 'applied', models: prices.length }
}

/** What begins later is compared with what is in force now. */
async function withWas(
  deps: ServiceDeps,
  { prices, at }: ApplyPricesInput,
): Promise<readonly WantedPrice[]> {
  if (at === undefined || prices.every(({ was }) => was !== undefined)) return prices
  const known = new Map((await listPrices(deps)).map(({ model, price }) => [model, price]))
  return prices.map((row) => ({ ...row, was: row.was ?? known.get(row.model) ?? {} }))
}
