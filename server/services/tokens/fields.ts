import { GatewayError } from '../../domain/errors/gateway-error'
import { optionValues, usableGroupsOf } from '../options/current'
import type { Queries } from '../service-deps'

const MAX_NAME = 30
const MAX_MODEL_LIMITS = 10_000

export function tokenNameOf(given: string): string {
  const name = given.trim()
  if ([...name].length > MAX_NAME) {
    throw new GatewayError('token.name_too_long', { max: MAX_NAME })
  }
  return name
}

export function tokenQuotaOf(given: number): number {
  if (!Number.isSafeInteger(given) || given < 0) {
    throw new GatewayError('token.quota_invalid')
  }
  return given
}

/** Epoch seconds in the future, or -1 for never. */
export function expiryOf(given: number, nowSeconds: number): number {
  if (given !== -1 && !(Number.isSafeInteger(given) && given > nowSeconds)) {
    throw new GatewayError('token.expiry_invalid')
  }
  return given
}

/** Comma separated, without blanks or repetitions. */
export function modelLimitsOf(given: string): string {
  const models = given.split(/[\n,]/).map((model) => model.trim())
  const list = [...new Set(models.filter((model) => model !== ''))].join(',')
  if (list.length > MAX_MODEL_LIMITS) {
    throw new GatewayError('value.too_long', { field: 'model_limits', max: MAX_MODEL_LIMITS })
  }
  return list
}

/** "" stands for the user's own group; others must be open to the user. */
export async function tokenGroupOf(
  queries: Queries,
  given: string,
  userGroup: string,
): Promise<string> {
  const group = given.trim()
  if (group === '') {
    return ''
  }
  const options = await optionValues(queries)
  if (!Object.hasOwn(options.GroupRatio, group)) {
    throw new GatewayError('group.not_found', { group })
  }
  if (!usableGroupsOf(options, userGroup).has(group)) {
    throw new GatewayError('group.not_allowed', { group })
  }
  return group
}
