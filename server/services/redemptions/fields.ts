import { isCredits, MAX_CREDITS } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/visible-text'

const MAX_NAME = 20
/** Per batch. */
const MAX_COUNT = 100

/** Characters, not bytes: a name of twenty hanzi is fine. */
export function redemptionName(given: string): string {
  const name = given.trim()
  const { length } = [...name]
  if (length < 1 || length > MAX_NAME) {
    throw new GatewayError('redemption.name_invalid', { max: MAX_NAME })
  }
  return visibleLine('name', name)
}

/** Credits. */
export function redemptionQuota(given: number): number {
  if (!isCredits(given, 1)) {
    throw new GatewayError('redemption.quota_invalid', { max: MAX_CREDITS })
  }
  return given
}

export function redemptionCount(given: number): number {
  if (!Number.isInteger(given) || given < 1 || given > MAX_COUNT) {
    throw new GatewayError('redemption.count_invalid', { max: MAX_COUNT })
  }
  return given
}
