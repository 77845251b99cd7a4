/** Who holds which plan, with what is left of it. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { isPaymentServiceId } from '../../../server/domain/payments/services'
import {
  SUBSCRIPTION_STATES,
  type SubscriptionState,
} from '../../../server/domain/plans/subscription-account'
import { column } from '../../../server/domain/resources/resource'
import type { Tone } from '../../tones'
import type { CellText } from '../cells'
import type { FormDraft } from '../form-draft'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { whole, wholeFilter } from './form-values'
import { ownerAction } from './owner-action'

type Subscription = DataOf<'subscription.list'>['items'][number]

const SIGNS = {
  active: ['+', 'good'],
  paused: ['~', 'warning'],
  ended: ['-', 'quiet'],
} as const satisfies Record<SubscriptionState, readonly [string, Tone]>

type Change = 'subscription.pause' | 'subscription.continue' | 'subscription.reset'

const send =
  (id: Change): RowAction<Subscription>['run'] =>
  async (row, { api, text }) => {
    await api.call(id, { params: { id: row.id } })
    return text('ui.done')
  }

const ROW_ACTIONS: readonly RowAction<Subscription>[] = [
  {
    key: 'd',
    title: 'plans.pause',
    // A payment service goes on charging.
    isFor: (row) => row.state === 'active' && (!row.renews || row.renewed_by === 'balance'),
    isHarmless: true,
    run: send('subscription.pause'),
  },
  {
    key: 'd',
    title: 'plans.continue',
    isFor: ({ state }) => state === 'paused',
    isHarmless: true,
    run: send('subscription.continue'),
  },
  {
    key: '0',
    title: 'plans.reset',
    isFor: ({ state }) => state !== 'ended',
    question: ({ name, username }, { text }) => ({
      title: `${text('plans.reset')}: ${name} · ${username}`,
    }),
    run: send('subscription.reset'),
  },
  {
    key: 'x',
    title: 'plans.end_refund',
    isFor: ({ state }) => state !== 'ended',
    question: ({ name, username, refund }, { text, format }) => ({
      title: text('plans.end_title', { name, username }),
      message: text('plans.end_refund_text', { amount: format.cost(refund) }),
    }),
    run: async ({ id }, { api, text }) => {
      await api.call('subscription.end', { params: { id }, body: { refund: true } })
      return text('ui.done')
    },
  },
  ownerAction(({ user_id }) => String(user_id)),
]

async function grantForm({ api, text }: Tools): Promise<FormDraft> {
  const { data: plans } = await api.call('plan.list')
  const choices = plans.map(({ id, name }) => ({ value: String(id), title: name }))
  return {
    title: text('plans.grant'),
    fields: [
      { name: 'user_id', label: text('field.order.user_id'), kind: 'text' },
      { name: 'plan_id', label: text('plans.plan'), kind: 'choice', choices },
    ],
    initial: { user_id: '', plan_id: choices[0]?.value ?? '' },
    save: async ({ user_id, plan_id }) => {
      const wrong = text('plans.whole_number')
      const body = { user_id: whole(user_id, wrong), plan_id: whole(plan_id, text('plans.choose')) }
      await api.call('subscription.grant', { body })
      return text('plans.granted')
    },
  }
}

/** Who pays for the next period. */
function renewerOf({ renews, renewed_by: by }: Subscription, text: Tools['text']): string {
  if (!renews) return '-'
  return text(isPaymentServiceId(by) ? `order.service_${by}` : 'wallet.balance')
}

const TITLES = {
  username: 'roles.user',
  name: 'plans.plan',
  state: 'plans.state',
  remain: 'plans.budget_left',
  used: 'plans.paid_in_all',
  period_end: 'plans.period_end',
  renews: 'plans.renews_field',
  price: 'plans.price',
} as const

export const subscriptionScreen = resourceScreen<Subscription>({
  id: 'subscription',
  hotkey: '(',
  title: 'plans.tab_subscriptions',
  columns: {
    username: column('text'),
    name: column('text'),
    state: column('text'),
    remain: column('quota'),
    used: column('quota'),
    period_end: column('text'),
    renews: column('text'),
    price: column('quota'),
  },
  titleOf: (name) => TITLES[name as keyof typeof TITLES],
  nameOf: ({ name, username }) => `${name} · ${username}`,
  filters: async ({ text }) => [
    {
      name: 'state',
      label: text('plans.state'),
      kind: 'choice',
      choices: [
        { value: '', title: text('plans.any_state') },
        ...SUBSCRIPTION_STATES.map((value) => ({ value, title: text(`plans.state_${value}`) })),
      ],
    },
    { name: 'user_id', label: text('field.order.user_id'), kind: 'text' },
  ],
  list: async ({ api, text }, { page, size, filters }) => {
    const { data } = await api.call('subscription.list', {
      query: {
        p: page,
        page_size: size,
        state: SUBSCRIPTION_STATES.find((state) => state === filters.state),
        user_id: wholeFilter(filters.user_id, text('field.order.user_id'), text),
      },
    })
    return { rows: data.items, total: data.total }
  },
  cell: (name, row, { text, format }): CellText | undefined => {
    if (name === 'state') {
      const [sign, tone] = SIGNS[row.state]
      return { text: `${sign} ${text(`plans.state_${row.state}`)}`, tone }
    }
    if (name === 'period_end') return { text: format.time(row.period_end / 1000), tone: 'none' }
    if (name === 'renews') return { text: renewerOf(row, text), tone: 'none' }
    return name === 'remain' && row.remain === null ? { text: '-', tone: 'quiet' } : undefined
  },
  isResting: ({ state }) => state === 'ended',
  rowActions: ROW_ACTIONS,
  create: grantForm,
})
