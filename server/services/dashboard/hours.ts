import { hoursOfModels, hoursOfUser, type UsageHourRow } from '../../../db/tables/usage-hours'
import { findUserByName } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'

export type UsageHour = UsageHourRow

export interface HoursInput {
  /** Epoch seconds; a day before `to` when absent. */
  readonly from?: number | undefined
  /** Now when absent. */
  readonly to?: number | undefined
}

/** A month and the hour that front ends add at its end. */
const LONGEST_DAYS = 31
const DAY = 24 * 3600

/** Throws `log.range_too_long` for more than 31 days. */
export function rangeOf({ clock }: ServiceDeps, input: HoursInput) {
  const to = input.to ?? nowSeconds(clock)
  const from = input.from ?? to - DAY
  if (to - from > LONGEST_DAYS * DAY) {
    throw new GatewayError('log.range_too_long', { days: LONGEST_DAYS })
  }
  return { from, to }
}

/** Everybody's usage by hour and model, or that of whoever has the name. */
export async function usageHours(
  deps: ServiceDeps,
  { username = '', ...input }: HoursInput & { readonly username?: string | undefined } = {},
): Promise<UsageHour[]> {
  const range = rangeOf(deps, input)
  const { lists } = deps.db
  if (username === '') return await hoursOfModels(lists, range)
  const user = await findUserByName(lists, username)
  return user === undefined ? [] : await hoursOfUser(lists, user.id, range)
}

export async function ownUsageHours(
  deps: ServiceDeps,
  { userId, ...input }: HoursInput & { readonly userId: number },
): Promise<UsageHour[]> {
  return await hoursOfUser(deps.db.lists, userId, rangeOf(deps, input))
}
