/** What the one further fact of a channel may say. */

import type { ChannelTypeRow } from '../channel-types/channel-type'
import { readRegions } from './place'
import { readRoutes } from './routes'

export type OtherProblem =
  | { readonly reason: 'reason.account_id' | 'reason.region' | 'reason.routes' }
  | { readonly reason: 'reason.not_a_choice'; readonly choices: string }

/** `undefined` for a text that the type can use; "" stands for the type's default. */
export function otherProblem(
  { place, defaultOther, otherField, otherRule }: ChannelTypeRow,
  given: string,
): OtherProblem | undefined {
  const text = given.trim() || defaultOther
  if (otherField === 'routes') {
    return readRoutes(text) === undefined ? { reason: 'reason.routes' } : undefined
  }
  const { choices = [text], isRequired = false } = otherRule
  if (isRequired && !/^[\w-]+$/.test(text)) return { reason: 'reason.account_id' }
  if (!choices.includes(text)) {
    return { reason: 'reason.not_a_choice', choices: choices.join(', ') }
  }
  const isPlace = place.configuredBy !== 'other' || readRegions(text) !== undefined
  return isPlace ? undefined : { reason: 'reason.region' }
}
