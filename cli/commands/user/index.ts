/** Commands about users, in the order of help. */
import type { Command } from '../../command/command'
import { userCreate } from './create'
import { userDelete } from './delete'
import { userDemote } from './demote'
import { userDisable } from './disable'
import { userEnable } from './enable'
import { userErase } from './erase'
import { userExport } from './export'
import { userInvite } from './invite'
import { userList } from './list'
import { userNotify } from './notify'
import { userPassword } from './password'
import { userPromote } from './promote'
import { userSet } from './set'
import { userShow } from './show'
import { userStatement } from './statement'
import { userTransfer } from './transfer'
import { userUnbind } from './unbind'

export const userCommands: readonly Command[] = [
  userCreate,
  userList,
  userShow,
  userSet,
  userDisable,
  userEnable,
  userPassword,
  userPromote,
  userDemote,
  userDelete,
  userErase,
  userExport,
  userInvite,
  userStatement,
  userTransfer,
  userNotify,
  userUnbind,
]
