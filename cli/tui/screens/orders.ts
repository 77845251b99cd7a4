/** Everybody's online top-ups, for those who answer for the money. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { orderResource } from '../../../server/domain/resources/orders'
import { canMove, statusName, TOP_UP_STATUS, topUpStatus } from '../../../server/domain/status'
import type { Tone } from '../../tones'
import type { CellText } from '../cells'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text } from '../tools'
import { wholeFilter } from './form-values'
import { ownerAction } from './owner-action'

type Order = DataOf<'payment.list'>['items'][number]

const STATUSES = Object.keys(TOP_UP_STATUS) as readonly (keyof typeof TOP_UP_STATUS)[]

const SIGNS = {
  success: ['+', 'good'],
  pending: ['~', 'warning'],
  expired: ['-', 'quiet'],
} as const satisfies Record<(typeof STATUSES)[number], readonly [string, Tone]>

/** A status that is none of ours is shown as stored. */
function statusCell(status: string, text: Text): CellText {
  const name = statusName(topUpStatus, status)
  if (name === undefined) return { text: status, tone: 'none' }
  const [sign, tone] = SIGNS[name]
  return { text: `${sign} ${text(`wallet.order_${name}`)}`, tone }
}

const ROW_ACTIONS: readonly RowAction<Order>[] = [
  {
    key: '+',
    title: 'order.complete',
    isFor: ({ status }) => canMove(topUpStatus, status, TOP_UP_STATUS.success),
    question: ({ money_cents, credits }, { text, format }) => ({
      title: text('order.complete_title', { count: 1 }),
      message: text('order.complete_text', {
        money: format.money(money_cents),
        credits: format.quota(credits),
      }),
    }),
    run: async ({ trade_no }, { api, text }) => {
      await api.call('payment.complete', { params: { trade_no } })
      return text('order.completed')
    },
  },
  ownerAction(({ user_id }) => String(user_id)),
]

export const orderScreen = resourceScreen<Order>({
  id: 'order',
  hotkey: 'O',
  title: 'nav.order',
  columns: orderResource.columns,
  titleOf: (column) => `field.order.${column as keyof typeof orderResource.columns}`,
  nameOf: ({ trade_no }) => trade_no,
  filters: async ({ text }) => [
    {
      name: 'status',
      label: text('field.order.status'),
      kind: 'choice',
      choices: [
        { value: '', title: text('task.all_statuses') },
        ...STATUSES.map((name) => ({
          value: TOP_UP_STATUS[name],
          title: text(`wallet.order_${name}`),
        })),
      ],
    },
    { name: 'user_id', label: text('field.order.user_id'), kind: 'text' },
  ],
  list: async ({ api, text }, { page, size, filters }) => {
    const { data } = await api.call('payment.list', {
      query: {
        p: page,
        page_size: size,
        status: filters.status,
        user_id: wholeFilter(filters.user_id, text('field.order.user_id'), text),
      },
    })
    return { rows: data.items, total: data.total }
  },
  cell: (column, { status, money_cents }, { text, format }) => {
    if (column === 'status') return statusCell(status, text)
    return column === 'money_cents' ? { text: format.money(money_cents), tone: 'none' } : undefined
  },
  rowActions: ROW_ACTIONS,
})
