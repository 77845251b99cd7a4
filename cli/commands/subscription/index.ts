/** Commands about subscriptions, in the order of help. */
import type { Command } from '../../command/command'
import { subscriptionBuy } from './buy'
import { subscriptionChanges } from './change'
import { subscriptionEnd } from './end'
import { subscriptionGrant } from './grant'
import { subscriptionList } from './list'
import { subscriptionShow } from './show'
import { subscriptionSwitch } from './switch'

export const subscriptionCommands: readonly Command[] = [
  subscriptionList,
  subscriptionShow,
  subscriptionGrant,
  subscriptionBuy,
  ...subscriptionChanges,
  subscriptionSwitch,
  subscriptionEnd,
]
