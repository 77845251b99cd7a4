import { isCredits, LAST_SECOND, MAX_CREDITS } from '../../domain/bounds'
import { isTag, MOST_TAG_CHARACTERS, MOST_TAGS, tagsIn } from '../../domain/calls/tags'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Checks } from '../../domain/nouns/noun-stored'
import { TOKEN_NAME_LENGTH, type tokenFields } from '../../domain/nouns/token'
import { visibleLine } from '../../domain/text/visible-text'
import { optionValues, usableGroupsOf } from '../options/current'
import type { Queries } from '../service-deps'
import { ipEntriesOf } from './ip-entries'

const MAX_MODEL_LIMITS = 10_000

export function tokenNameOf(given: string): string {
  const name = given.trim()
  if ([...name].length > TOKEN_NAME_LENGTH) {
    throw new GatewayError('token.name_too_long', { max: TOKEN_NAME_LENGTH })
  }
  return visibleLine('name', name)
}

function tokenQuotaOf(given: number): number {
  if (!isCredits(given)) {
    throw new GatewayError('token.quota_invalid', { max: MAX_CREDITS })
  }
  return given
}

/** Epoch seconds in the future, up to the year 9999, or -1 for never. */
function expiryOf(given: number, nowSeconds: number): number {
  const isMoment = Number.isSafeInteger(given) && given > nowSeconds && given <= LAST_SECOND
  if (given !== -1 && !isMoment) {
    throw new GatewayError('token.expiry_invalid')
  }
  return given
}

/** Comma separated, without blanks or repetitions. */
function modelLimitsOf(given: string): string {
  const models = given.split(/[\n,]/).map((model) => model.trim())
  const list = [...new Set(models.filter((model) => model !== ''))].join(',')
  if (list.length > MAX_MODEL_LIMITS) {
    throw new GatewayError('value.too_long', { field: 'model_limits', max: MAX_MODEL_LIMITS })
  }
  return visibleLine('model_limits', list)
}

/** Comma separated, without blanks or repetitions. */
function tagsOf(given: string): string {
  const tags = tagsIn(given.replaceAll('\n', ','))
  if (tags.length > MOST_TAGS) {
    throw new GatewayError('value.out_of_range', { field: 'tags', min: 0, max: MOST_TAGS })
  }
  if (!tags.every(isTag)) {
    throw new GatewayError('value.invalid', {
      field: 'tags',
      reason: 'reason.not_a_tag',
      max: MOST_TAG_CHARACTERS,
    })
  }
  return tags.join(',')
}

/** Rules that only tokens have. */
export const TOKEN_CHECKS: Checks<typeof tokenFields> = {
  name: tokenNameOf,
  remain_quota: tokenQuotaOf,
  expired_time: expiryOf,
  model_limits: modelLimitsOf,
  allow_ips: ipEntriesOf,
  tags: tagsOf,
  // `tokenGroupOf` decides, which reads what groups there are.
  group: (given) => given,
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
