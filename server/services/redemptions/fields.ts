import { isCredits, MAX_CREDITS } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Checks } from '../../domain/nouns/noun-stored'
import {
  MOST_REDEMPTIONS,
  REDEMPTION_NAME_LENGTH,
  type redemptionFields,
} from '../../domain/nouns/redemption'
import { visibleLine } from '../../domain/text/visible-text'

/** Characters, not bytes: a name of twenty hanzi is fine. */
function redemptionName(given: string): string {
  const name = given.trim()
  const { length } = [...name]
  if (length < 1 || length > REDEMPTION_NAME_LENGTH) {
    throw new GatewayError('redemption.name_invalid', { max: REDEMPTION_NAME_LENGTH })
  }
  return visibleLine('name', name)
}

/** Credits; a code that grants a plan has none. */
export function quotaOfCode(given: number, planId: number): number {
  if (planId === 0 && !isCredits(given, 1)) {
    throw new GatewayError('redemption.quota_invalid', { max: MAX_CREDITS })
  }
  if (planId !== 0 && given !== 0) throw new GatewayError('redemption.grants_plan')
  return given
}

export function redemptionCount(given: number): number {
  if (!Number.isInteger(given) || given < 1 || given > MOST_REDEMPTIONS) {
    throw new GatewayError('redemption.count_invalid', { max: MOST_REDEMPTIONS })
  }
  return given
}

/** Rules that only codes have. */
export const REDEMPTION_CHECKS: Checks<typeof redemptionFields> = {
  name: redemptionName,
}
