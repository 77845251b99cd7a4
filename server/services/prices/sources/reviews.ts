/** Prices that wait for a person: set or dismissed. */
import { Value } from '@sinclair/typebox/value'
import {
  type PriceReviewRow,
  priceReviews,
  setPriceReviews,
} from '../../../../db/tables/price-sources'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { recordOf } from '../../../domain/json/records'
import type { PriceJson } from '../../../domain/prices/price-row'
import { PriceJson as PriceSchema } from '../../../domain/prices/price-schema'
import {
  CostedMoves,
  type Proposal,
  REVIEW_REASONS,
} from '../../../domain/prices/sources/proposal-schema'
import { recordAudit } from '../../audit/record'
import { requireRoot } from '../../options/guards'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact, type Work } from '../../work'
import { type AppliedPrices, applyIn } from '../apply'

export interface PriceReviewView extends Proposal {
  readonly id: number
  readonly source: string
  /** Epoch seconds. */
  readonly created_at: number
}

/** By source, then by model. */
export async function listPriceReviews({ db }: ServiceDeps): Promise<readonly PriceReviewView[]> {
  return (await priceReviews(db.lists, { state: 'waiting' })).map(viewOf)
}

function viewOf({ id, source, model, created_at, ...row }: PriceReviewRow): PriceReviewView {
  const moves: unknown = JSON.parse(row.moves)
  const reasons = row.reasons.split(' ')
  return {
    ...{ id, source, model, created_at: Math.floor(created_at / 1000) },
    price: priceIn(row.price),
    was: priceIn(row.was),
    moves: Value.Check(CostedMoves, moves) ? moves : [],
    reasons: REVIEW_REASONS.filter((reason) => reasons.includes(reason)),
  }
}

function priceIn(text: string): PriceJson {
  const price = recordOf(text)
  return Value.Check(PriceSchema, price) ? price : {}
}

export interface ReviewInput {
  readonly ids: readonly number[]
  /** Epoch seconds when they begin; what is past is now. */
  readonly at?: number | undefined
}

/** All of them or none. Throws `price_review.not_found`, and as `applyPrices`. */
export async function applyReviews(
  deps: ServiceDeps,
  actor: Actor,
  { ids, at }: ReviewInput,
): Promise<AppliedPrices> {
  requireRoot(actor)
  return await transact(deps, actor, async (work) => {
    const reviews = await waitingOf(work, ids)
    const models = new Set(reviews.map(({ model }) => model))
    if (models.size < reviews.length) {
      // Two sources want two prices: one has to be chosen.
      throw new GatewayError('value.invalid', { field: 'ids', reason: 'reason.in_use' })
    }
    const [first, ...others] = new Set(reviews.map(({ source }) => source))
    const source = others.length === 0 ? first : ''
    const prices = reviews.map(({ model, price, was }) => ({ model, price, was }))
    const change = await applyIn(work, { prices, source, at })
    await setPriceReviews(work.trx, ids, 'delete')
    return change
  })
}

/** Not shown again for as long as the source says the same. Throws `price_review.not_found`. */
export async function dismissReviews(
  deps: ServiceDeps,
  actor: Actor,
  { ids }: Pick<ReviewInput, 'ids'>,
): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const reviews = await waitingOf(work, ids)
    await setPriceReviews(work.trx, ids, { state: 'dismissed' })
    await recordAudit(work, {
      action: 'price.dismiss',
      target: 'prices',
      after: Object.fromEntries(reviews.map(({ model, price }) => [model, JSON.stringify(price)])),
    })
  })
}

async function waitingOf(
  { trx }: Work,
  ids: readonly number[],
): Promise<readonly PriceReviewView[]> {
  const waiting = await priceReviews(trx, { state: 'waiting' })
  const known = new Map(waiting.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = known.get(id)
    if (row === undefined) throw new GatewayError('price_review.not_found', { review: id })
    return viewOf(row)
  })
}
