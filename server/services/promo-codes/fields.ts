import { findPlan } from '../../../db/tables/plans'
import { findPromoCode } from '../../../db/tables/promo-codes'
import { isCredits, LAST_SECOND, MAX_CREDITS } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  CODE_LETTERS,
  DRAWN_LENGTH,
  promoCodeIn,
  WHOLE_PRICE,
} from '../../domain/payments/promo-code'
import { visibleLine } from '../../domain/text/visible-text'
import type { Queries } from '../service-deps'
import type { Work } from '../work'
import type { PromoCodeFields } from './view'

const MAX_NOTE = 200
const MAX_PLANS = 100
const MAX_USES = 1_000_000_000

/** What a code is stored as. Throws `promo_code.*`, `plan.not_found` and what is wrong. */
export async function promoColumns(work: Work, fields: PromoCodeFields, ownId?: number) {
  const { applies_to, first_order, enabled, starts_at, ends_at } = fields
  const numbers = checkedNumbers(fields)
  requireMoment('starts_at', starts_at)
  requireMoment('ends_at', ends_at)
  if (ends_at > 0 && ends_at <= starts_at) throw new GatewayError('promo_code.times_wrong')
  return {
    ...{ applies_to, starts_at, ends_at },
    ...numbers,
    code: await freeCode(work, fields.code, ownId),
    note: checkedNote(fields.note),
    plans: JSON.stringify(applies_to === 'plans' ? await knownPlans(work.trx, fields.plans) : []),
    first_order: flag(first_order),
    enabled: flag(enabled),
  }
}

function checkedNumbers(fields: PromoCodeFields) {
  const { percent_off, amount_off, most_off, least_order, most_uses, most_per_user } = fields
  requireWithin('percent_off', percent_off, WHOLE_PRICE)
  requireCredits('amount_off', amount_off)
  requireCredits('most_off', most_off)
  requireCredits('least_order', least_order)
  requireWithin('most_uses', most_uses, MAX_USES)
  requireWithin('most_per_user', most_per_user, MAX_USES)
  if (percent_off > 0 === amount_off > 0) throw new GatewayError('promo_code.one_discount')
  if (amount_off > 0 && most_off > 0) throw new GatewayError('promo_code.bound_of_amount')
  // What costs nothing is ordered again and again, and credits in any amount.
  const isWhole = percent_off === WHOLE_PRICE
  const isFree = isWhole || (amount_off > 0 && least_order <= amount_off)
  const isEndless = isWhole && most_off === 0 && fields.applies_to !== 'plans'
  if ((isFree && most_per_user === 0) || isEndless) throw new GatewayError('promo_code.needs_bound')
  return { percent_off, amount_off, most_off, least_order, most_uses, most_per_user }
}

/** As it was typed, or drawn. Throws `promo_code.code_invalid` and `promo_code.code_taken`. */
async function freeCode({ trx, random }: Work, typed: string, ownId?: number): Promise<string> {
  if (typed.trim() === '') return random.text(DRAWN_LENGTH, CODE_LETTERS)
  const code = promoCodeIn(typed)
  if (code === undefined) throw new GatewayError('promo_code.code_invalid')
  const holder = await findPromoCode(trx, { code })
  if (holder !== undefined && holder.id !== ownId) {
    throw new GatewayError('promo_code.code_taken', { code })
  }
  return code
}

function checkedNote(given: string): string {
  const note = visibleLine('note', given.trim())
  if ([...note].length > MAX_NOTE) {
    throw new GatewayError('value.too_long', { field: 'note', max: MAX_NOTE })
  }
  return note
}

async function knownPlans(trx: Queries, given: readonly number[]): Promise<readonly number[]> {
  const ids = [...new Set(given)]
  if (ids.length > MAX_PLANS) {
    throw new GatewayError('value.too_long', { field: 'plans', max: MAX_PLANS })
  }
  for (const id of ids) {
    if ((await findPlan(trx, id)) === undefined) throw new GatewayError('plan.not_found')
  }
  return ids
}

function requireWithin(field: string, value: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= 0 && value <= max) return
  throw new GatewayError('value.out_of_range', { field, min: 0, max })
}

function requireCredits(field: string, value: number): void {
  if (!isCredits(value)) {
    throw new GatewayError('value.out_of_range', { field, min: 0, max: MAX_CREDITS })
  }
}

function requireMoment(field: string, ms: number): void {
  requireWithin(field, ms, LAST_SECOND * 1000)
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
