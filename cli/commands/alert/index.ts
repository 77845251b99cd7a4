/** Commands about alert rules, in the order of help. */
import type { Command } from '../../command/command'
import { alertAdd } from './add'
import { alertEdit } from './edit'
import { alertHistory } from './history'
import { alertList } from './list'
import { alertPreview } from './preview'
import { alertRemove } from './remove'
import { alertShow } from './show'
import { alertSilence } from './silence'

export const alertCommands: readonly Command[] = [
  alertList,
  alertShow,
  alertAdd,
  alertEdit,
  alertRemove,
  alertPreview,
  alertSilence,
  alertHistory,
]
