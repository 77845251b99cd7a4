/** Everybody's online top-ups, for those who answer for the money. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { orderResource } from '../../../server/domain/resources/orders'
import { canMove, statusName, TOP_UP_STATUS, topUpStatus } from '../../../server/domain/status'
import type { Tone } from '../../tones'
import type { CellText } from '../cells'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text, Tools } from '../tools'
import { wholeFilter } from './form-values'
import { ownerAction } from './owner-action'

type Order = DataOf<'payment.list'>['items'][number]

/** Orders whose money went into a plan. */
const PLAN_PAID: ReadonlySet<string> = new Set(['begun', 'renewed'])

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

/** What the columns leave out. */
function orderFacts(order: Order, { text, format }: Tools): readonly string[] {
  const { service, plan_name, refunded_cents, currency, ask_problem } = order
  const { promo_code: code, cents_off } = order
  const off = { code, money: format.money(cents_off, currency) }
  const refunded = { money: format.money(refunded_cents, currency) }
  return [
    `${text('field.order.service')}: ${service || '-'}`,
    ...(plan_name === '' ? [] : [`${text('order.plan')}: ${plan_name}`]),
    ...(code === '' ? [] : [text('promo.taken_off', off)]),
    ...(refunded_cents > 0 ? [text('order.refunded_of', refunded)] : []),
    ...(ask_problem === '' ? [] : [`${text('order.ask_problem')}: ${ask_problem}`]),
  ]
}

const ROW_ACTIONS: readonly RowAction<Order>[] = [
  {
    key: '+',
    title: 'order.complete',
    isFor: ({ status }) => canMove(topUpStatus, status, TOP_UP_STATUS.success),
    question: ({ money_cents, currency, credits }, { text, format }) => ({
      title: text('order.complete_title', { count: 1 }),
      message: text('order.complete_text', {
        money: format.money(money_cents, currency),
        credits: format.quota(credits),
      }),
    }),
    run: async ({ trade_no }, { api, text }) => {
      await api.call('payment.complete', { params: { trade_no } })
      return text('order.completed')
    },
  },
  {
    key: 'i',
    title: 'order.ask',
    isFor: ({ status }) => status !== TOP_UP_STATUS.success,
    isHarmless: true,
    run: async ({ trade_no }, { api, text }) => {
      const { data } = await api.call('payment.ask', { params: { trade_no } })
      return text('order.asked', { state: statusCell(data.status, text).text })
    },
  },
  {
    key: '=',
    title: 'order.refund',
    isFor: ({ status, money_cents, refunded_cents }) =>
      status === TOP_UP_STATUS.success && refunded_cents < money_cents,
    question: ({ money_cents, refunded_cents, currency, plan_outcome }, { text, format }) => ({
      title: text('order.refund_title'),
      message: text(PLAN_PAID.has(plan_outcome) ? 'order.refund_plan_hint' : 'order.refund_hint', {
        money: format.money(money_cents - refunded_cents, currency),
      }),
    }),
    run: async ({ trade_no }, { api, text }) => {
      await api.call('payment.refund', { params: { trade_no }, body: {} })
      return text('order.refund_done')
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
  cell: (column, { status, money_cents, currency }, { text, format }) => {
    if (column === 'status') return statusCell(status, text)
    if (column !== 'money_cents') return undefined
    return { text: format.money(money_cents, currency), tone: 'none' }
  },
  facts: orderFacts,
  rowActions: ROW_ACTIONS,
})
