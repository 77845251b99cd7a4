/** Codes that make orders cheaper. */
import type { PromoCodeJson } from '../../../server/domain/endpoints/promo-code'
import { PROMO_SCOPES, WHOLE_PRICE } from '../../../server/domain/payments/promo-code'
import { column } from '../../../server/domain/resources/resource'
import type { CellText, Reader } from '../cells'
import type { FieldRow, FormDraft, FormValues } from '../form-draft'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text, Tools } from '../tools'
import { refuse, secondsOf, timeValue, whole } from './form-values'

function switchTo(enabled: boolean): RowAction<PromoCodeJson>['run'] {
  return async ({ id }, { api, text }) => {
    await api.call('promo_code.update', { params: { id }, body: { enabled } })
    return text('ui.done')
  }
}

const ROW_ACTIONS: readonly RowAction<PromoCodeJson>[] = [
  { key: 'd', title: 'ui.disable', isFor: ({ enabled }) => enabled, run: switchTo(false) },
  {
    key: 'd',
    title: 'ui.enable',
    isFor: ({ enabled }) => !enabled,
    isHarmless: true,
    run: switchTo(true),
  },
  {
    key: 'x',
    title: 'ui.remove',
    question: ({ code }, { text }) => ({ title: text('promo.remove_title', { code }) }),
    run: async ({ id }, { api, text }) => {
      await api.call('promo_code.remove', { params: { id } })
      return text('ui.done')
    },
  },
]

const isPercent = ({ kind }: FormValues) => kind === 'percent'

/** Which plans it is for is set by the command and in the console. */
function fieldsOf(text: Text): readonly FieldRow[] {
  const kinds = ['percent', 'amount'] as const
  return [
    { name: 'code', label: text('promo.code'), kind: 'text', hint: text('promo.code_hint') },
    {
      name: 'kind',
      label: text('promo.kind'),
      kind: 'choice',
      choices: kinds.map((value) => ({ value, title: text(`promo.kind_${value}`) })),
    },
    { name: 'percent', label: text('promo.percent'), kind: 'text', isFor: isPercent },
    {
      name: 'amount_off',
      label: text('promo.amount'),
      kind: 'text',
      isFor: (values) => !isPercent(values),
      hint: text('promo.amount_hint'),
    },
    {
      name: 'applies_to',
      label: text('promo.applies_to'),
      kind: 'choice',
      choices: PROMO_SCOPES.map((value) => ({ value, title: text(`promo.scope_${value}`) })),
    },
    { name: 'first_order', label: text('promo.first_order'), kind: 'flag' },
    {
      name: 'most_uses',
      label: text('promo.most_uses'),
      kind: 'text',
      hint: text('promo.no_limit_hint'),
    },
    {
      name: 'most_per_user',
      label: text('promo.most_per_user'),
      kind: 'text',
      hint: text('promo.no_limit_hint'),
    },
    {
      name: 'ends_at',
      label: text('promo.ends_at'),
      kind: 'text',
      hint: text('promo.ends_at_hint'),
    },
    { name: 'note', label: text('promo.note'), kind: 'text' },
  ]
}

function initialOf(promoCode: PromoCodeJson | undefined, text: Text): FormValues {
  if (promoCode === undefined) {
    return {
      ...{ code: '', kind: 'percent', percent: '', amount_off: '', applies_to: 'all' },
      ...{ first_order: '', most_uses: '0', most_per_user: '1', ends_at: '', note: '' },
    }
  }
  const { code, percent_off, amount_off, applies_to, first_order, ends_at, note } = promoCode
  return {
    ...{ code, applies_to, note },
    kind: amount_off > 0 ? 'amount' : 'percent',
    percent: percent_off > 0 ? String(percent_off / 100) : '',
    amount_off: amount_off > 0 ? String(amount_off) : '',
    first_order: first_order ? 'true' : '',
    most_uses: String(promoCode.most_uses),
    most_per_user: String(promoCode.most_per_user),
    ends_at: timeValue(ends_at / 1000, text),
  }
}

function basisPoints(percent: string | undefined, text: Text): number {
  const typed = (percent ?? '').trim()
  const points = /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : 0
  return points >= 1 && points <= WHOLE_PRICE ? points : refuse(text('promo.percent_invalid'))
}

function bodyOf(values: FormValues, text: Text) {
  const wrong = text('plans.whole_number')
  const ends = secondsOf(values.ends_at, text('tui.time_invalid'))
  const discount = isPercent(values)
    ? { percent_off: basisPoints(values.percent, text), amount_off: 0 }
    : { percent_off: 0, amount_off: whole(values.amount_off, wrong), most_off: 0 }
  return {
    ...discount,
    code: values.code ?? '',
    note: values.note ?? '',
    applies_to: PROMO_SCOPES.find((scope) => scope === values.applies_to) ?? 'all',
    first_order: values.first_order === 'true',
    most_uses: whole(values.most_uses, wrong),
    most_per_user: whole(values.most_per_user, wrong),
    ends_at: ends < 0 ? 0 : ends * 1000,
  }
}

function promoCodeForm(promoCode: PromoCodeJson | undefined, { api, text }: Tools): FormDraft {
  return {
    title: text(promoCode === undefined ? 'promo.new' : 'promo.edit'),
    fields: fieldsOf(text),
    initial: initialOf(promoCode, text),
    save: async (values) => {
      const body = bodyOf(values, text)
      if (promoCode === undefined) await api.call('promo_code.create', { body })
      else await api.call('promo_code.update', { params: { id: promoCode.id }, body })
      return text('ui.saved')
    },
  }
}

function cellOf(name: string, row: PromoCodeJson, { text, format }: Reader): CellText | undefined {
  const plain = (value: string): CellText => ({ text: value, tone: 'none' })
  const { percent_off, amount_off, used, most_uses: most, applies_to, ends_at, enabled } = row
  if (name === 'off')
    return plain(percent_off > 0 ? `${percent_off / 100}%` : format.cost(amount_off))
  if (name === 'uses') {
    return plain(most === 0 ? String(used) : text('promo.uses_of', { used, most }))
  }
  if (name === 'applies_to') return plain(text(`promo.scope_${applies_to}`))
  if (name === 'ends_at') return plain(ends_at === 0 ? '-' : format.time(ends_at / 1000))
  if (name !== 'state') return undefined
  return enabled
    ? { text: `+ ${text('promo.state_on')}`, tone: 'good' }
    : { text: `- ${text('promo.state_off')}`, tone: 'quiet' }
}

const TITLES = {
  code: 'promo.code',
  off: 'promo.off',
  applies_to: 'promo.applies_to',
  uses: 'promo.uses',
  ends_at: 'promo.ends_at',
  state: 'promo.state',
  note: 'promo.note',
} as const

export const promoCodeScreen = resourceScreen<PromoCodeJson>({
  id: 'promo-code',
  hotkey: 'ctrl+p',
  title: 'nav.promo_code',
  columns: {
    code: column('text'),
    off: column('text'),
    applies_to: column('text'),
    uses: column('text'),
    ends_at: column('text'),
    state: column('text'),
    note: column('text'),
  },
  titleOf: (name) => TITLES[name as keyof typeof TITLES],
  nameOf: ({ code }) => code,
  searchTitle: 'promo.search',
  list: async ({ api }, { page, size, keyword }) => {
    const query = { p: page, page_size: size, keyword }
    const { data } = await api.call('promo_code.list', { query })
    return { rows: data.items, total: data.total }
  },
  cell: cellOf,
  isResting: ({ enabled }) => !enabled,
  rowActions: ROW_ACTIONS,
  create: async (tools) => promoCodeForm(undefined, tools),
  edit: async (row, tools) => promoCodeForm(row, tools),
})
