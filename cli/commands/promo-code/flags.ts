import { PROMO_SCOPES } from '../../../server/domain/payments/promo-code'
import type { Services } from '../../../server/services/create-services'
import type { PromoCodeFields } from '../../../server/services/promo-codes/view'
import type { FlagValues } from '../../command/command'
import type { FlagRows } from '../../command/command-row'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import { momentOf } from '../incident/fields'
import { creditsOf } from '../limit/view'
import { planNamed } from '../plan/named'
import { amountOf } from '../price/requested-price'

/** Takes away what a flag had set. */
const NONE = 'none'

export const PROMO_CODE_FLAGS = {
  percent: { kind: 'text', value: 'PERCENT', summary: 'percent off the price, such as 20 or 12.5' },
  off: { kind: 'text', value: 'USD', summary: 'dollars off the price, instead of --percent' },
  'most-off': { kind: 'text', value: 'USD', summary: 'most that --percent takes off; 0 for any' },
  'applies-to': { kind: 'text', choices: PROMO_SCOPES, summary: 'what it is for (default all)' },
  plans: { kind: 'text', summary: 'plans it is for, such as Pro,Max; "none" for every plan' },
  'least-order': { kind: 'text', value: 'USD', summary: 'least worth of an order, in dollars' },
  'first-order': { kind: 'boolean', summary: 'whether it is for first orders only' },
  'most-uses': { kind: 'integer', summary: 'how often it counts in all; 0 for no limit' },
  'most-per-user': {
    kind: 'integer',
    summary: 'how often it counts for a user (default 1); 0 for no limit',
  },
  starts: { kind: 'text', value: 'TIME', summary: 'from when; "none" for at once' },
  ends: { kind: 'text', value: 'TIME', summary: 'until when, such as 30d; "none" for no end' },
  enabled: { kind: 'boolean', summary: 'whether it counts at all (default true)' },
  note: { kind: 'text', summary: 'what it is for' },
} as const satisfies FlagRows

type Given = Partial<FlagValues<typeof PROMO_CODE_FLAGS>>

/** What of a code the flags say anew. */
export async function withFlags(
  context: CommandContext,
  before: PromoCodeFields,
  given: Given,
): Promise<PromoCodeFields> {
  const plans = await plansOf(await context.services(), given.plans)
  return {
    ...before,
    ...discountWith(before, given),
    applies_to:
      PROMO_SCOPES.find((scope) => scope === given['applies-to']) ??
      (plans === undefined || plans.length === 0 ? before.applies_to : 'plans'),
    plans: plans ?? before.plans,
    least_order: credits('least-order', given['least-order']) ?? before.least_order,
    first_order: given['first-order'] ?? before.first_order,
    most_uses: given['most-uses'] ?? before.most_uses,
    most_per_user: given['most-per-user'] ?? before.most_per_user,
    starts_at: momentMs(context, 'starts', given.starts) ?? before.starts_at,
    ends_at: momentMs(context, 'ends', given.ends) ?? before.ends_at,
    enabled: given.enabled ?? before.enabled,
    note: given.note ?? before.note,
  }
}

/** One kind of discount takes the place of the other. */
function discountWith(before: PromoCodeFields, given: Given) {
  const percent_off = basisPoints(given.percent)
  const amount_off = credits('off', given.off)
  const most_off = credits('most-off', given['most-off']) ?? before.most_off
  if (percent_off !== undefined && amount_off !== undefined) {
    throw new UsageError('give either --percent or --off')
  }
  if (percent_off !== undefined) return { percent_off, amount_off: 0, most_off }
  if (amount_off !== undefined) return { percent_off: 0, amount_off, most_off: 0 }
  return { most_off }
}

function basisPoints(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?%?$/.exec(given.trim()) ?? []
  if (whole === undefined) {
    throw new UsageError('--percent must be a percentage, such as 20 or 12.5')
  }
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

function credits(flag: string, given: string | undefined): number | undefined {
  const usd = amountOf(flag, given)
  return usd === undefined ? undefined : creditsOf(usd)
}

function momentMs(
  context: CommandContext,
  flag: 'starts' | 'ends',
  given: string | undefined,
): number | undefined {
  if (given === NONE) return 0
  const seconds = momentOf(context, flag, given)
  return seconds === undefined ? undefined : seconds * 1000
}

async function plansOf(services: Services, given: string | undefined) {
  if (given === undefined) return undefined
  if (given === NONE) return []
  const ids: number[] = []
  for (const name of given.split(',')) {
    ids.push((await planNamed(services, name.trim())).id)
  }
  return ids
}

/** Of commands that order something. */
export const PROMO_CODE_FLAG = {
  'promo-code': { kind: 'text', summary: 'promo code that makes it cheaper' },
} as const satisfies FlagRows
