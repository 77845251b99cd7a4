/** Every screen, in the order of the menu. The first is shown at the start. */
import { channelScreen } from './channels'
import { logScreen } from './logs'
import { optionScreen } from './options'
import { redemptionScreen } from './redemptions'
import type { Screen } from './screen'
import { tokenScreen } from './tokens'
import { userScreen } from './users'

export const SCREENS: readonly Screen[] = [
  tokenScreen,
  userScreen,
  channelScreen,
  redemptionScreen,
  logScreen,
  optionScreen,
]
