/** Commands about tokens, in the order of help. */
import type { Command } from '../../command/command'
import { tokenCreate } from './create'
import { tokenDisable } from './disable'
import { tokenEnable } from './enable'
import { tokenFreeze } from './freeze'
import { tokenList } from './list'
import { tokenMove } from './move'
import { tokenRevoke } from './revoke'
import { tokenRotate } from './rotate'
import { tokenSet } from './set'
import { tokenShow } from './show'
import { tokenUnfreeze } from './unfreeze'

export const tokenCommands: readonly Command[] = [
  tokenCreate,
  tokenList,
  tokenShow,
  tokenSet,
  tokenEnable,
  tokenDisable,
  tokenFreeze,
  tokenUnfreeze,
  tokenRotate,
  tokenMove,
  tokenRevoke,
]
