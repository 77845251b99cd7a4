/** Prices of a source: what passes the guards is set, the rest waits for a person. */
import {
  type PriceReviewRow,
  priceReviews,
  replacePriceReviews,
  updatePriceSource,
} from '../../../../db/tables/price-sources'
import type { LeftOut } from '../../../domain/prices/sources/fetched-price'
import type { Proposal } from '../../../domain/prices/sources/proposal-schema'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact, type Work } from '../../work'
import { type AppliedPrices, applyIn } from '../apply'
import { keepModelLengths } from './model-lengths'
import { type PreviewInput, type PricePreview, readPrices } from './preview'

export interface TakeInput extends PreviewInput {
  /** Whether prices that would wait for a person are set, too. */
  readonly accepts_review?: boolean | undefined
  /** Epoch seconds when they begin; what is past is now. */
  readonly at?: number | undefined
}

export interface TakenPrices {
  readonly source: string
  /** Of those that were set; null when there are none. */
  readonly change: AppliedPrices | null
  readonly applied: readonly Proposal[]
  readonly waiting: readonly Proposal[]
  /** Models that wait since this fetch, or wait with another price. */
  readonly news: readonly string[]
  readonly unchanged: number
  readonly left_out: readonly LeftOut[]
}

/** All of it is one transaction. Throws `price_source.*`, and as `applyPrices`. */
export async function takePrices(
  deps: ServiceDeps,
  actor: Actor,
  { accepts_review: acceptsAll = false, at, ...input }: TakeInput,
): Promise<TakenPrices> {
  const { preview, lengths } = await readPrices(deps, actor, input)
  const { source, proposals, unchanged, left_out } = preview
  const passes = ({ reasons }: Proposal) => acceptsAll || reasons.length === 0
  const applied = proposals.filter(passes)
  const waiting = proposals.filter((proposal) => !passes(proposal))
  return await transact(deps, actor, async (work) => {
    const prices = applied.map(({ model, price, was }) => ({ model, price, was }))
    const change = prices.length === 0 ? null : await applyIn(work, { prices, source, at })
    const { shown, news } = await keepWaiting(work, source, waiting)
    await keepModelLengths(work, source, lengths)
    await noteFetch(work, preview)
    return { source, change, applied, waiting: shown, news, unchanged, left_out }
  })
}

/** What somebody dismissed is not shown again while the source says the same. */
async function keepWaiting(work: Work, source: string, waiting: readonly Proposal[]) {
  const known = await priceReviews(work.trx, { source })
  const rows = waiting.map((proposal) => ({ proposal, row: rowOf(work, source, proposal) }))
  const keyOf = ({ model, price }: Pick<PriceReviewRow, 'model' | 'price'>) => `${model}\n${price}`
  const states = new Map(known.map((old) => [keyOf(old), old.state]))
  const stateOf = (row: Pick<PriceReviewRow, 'model' | 'price'>) => states.get(keyOf(row))
  await replacePriceReviews(
    work.trx,
    source,
    rows.map(({ row }) => ({ ...row, state: stateOf(row) ?? 'waiting' })),
  )
  return {
    shown: rows.filter(({ row }) => stateOf(row) !== 'dismissed').map(({ proposal }) => proposal),
    news: rows.filter(({ row }) => stateOf(row) === undefined).map(({ row }) => row.model),
  }
}

function rowOf({ clock }: Work, source: string, { model, price, was, moves, reasons }: Proposal) {
  return {
    ...{ source, model, created_at: clock.nowMs() },
    price: JSON.stringify(price),
    was: JSON.stringify(was),
    moves: JSON.stringify(moves),
    reasons: reasons.join(' '),
  }
}

async function noteFetch({ trx, clock }: Work, { source_id }: PricePreview): Promise<void> {
  if (source_id === 0) return
  await updatePriceSource(trx, source_id, { fetched_at: clock.nowMs(), failure: '' })
}
