/** Every noun that is shown in lists. */
import { channelResource } from './channels'
import { logResource } from './logs'
import { optionResource } from './options'
import { redemptionResource } from './redemptions'
import type { TitleKey } from './resource'
import { tokenResource } from './tokens'
import { userResource } from './users'

export const RESOURCES = {
  channel: channelResource,
  token: tokenResource,
  user: userResource,
  log: logResource,
  redemption: redemptionResource,
  option: optionResource,
}

export type ResourceName = keyof typeof RESOURCES

/** Dictionary key of any column title. */
export type FieldKey = TitleKey<(typeof RESOURCES)[ResourceName]>
