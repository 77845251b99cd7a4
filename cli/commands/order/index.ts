/** Commands about orders, in the order of help. */
import type { Command } from '../../command/command'
import { orderAsk } from './ask'
import { orderCaseClose } from './case/close'
import { orderCaseList } from './case/list'
import { orderComplete } from './complete'
import { orderList } from './list'
import { orderPortal } from './portal'
import { orderQuote } from './quote'
import { orderReconcile } from './reconcile'
import { orderRefund } from './refund'
import { orderShow } from './show'

export const orderCommands: readonly Command[] = [
  orderList,
  orderShow,
  orderQuote,
  orderAsk,
  orderComplete,
  orderRefund,
  orderReconcile,
  orderPortal,
  orderCaseList,
  orderCaseClose,
]
