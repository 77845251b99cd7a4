import type { DataOf } from '../../../server/domain/api-calls/contract'
import { changesOf } from '../../../server/domain/nouns/changes'
import { startsOf } from '../../../server/domain/nouns/noun-starts'
import { redemptionFields } from '../../../server/domain/nouns/redemption'
import { redemptionResource } from '../../../server/domain/resources/redemptions'
import { REDEMPTION_STATUS } from '../../../server/domain/status'
import type { FormDraft } from '../form-draft'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { numberOrNothing, stateFilter, whole } from './form-values'
import { nounFormBody, nounFormFields, nounFormValues } from './noun-form'
import { sortQuery } from './sort-query'

type Redemption = DataOf<'redemption.search'>['items'][number]

const NEW_CODE = { quota: 100_000 }

function setStatus(status: number): RowAction<Redemption>['run'] {
  return async ({ id }, { api, text }) => {
    await api.call('redemption.update', { query: { status_only: 'true' }, body: { id, status } })
    return text('ui.done')
  }
}

const asBefore: NonNullable<RowAction<Redemption>['undo']> =
  ({ id, status }, { api }) =>
  () =>
    api.call('redemption.update', { query: { status_only: 'true' }, body: { id, status } })

/** Codes to hand out, one per line. */
function showCodes(codes: readonly string[], { open, text }: Tools): void {
  open({ kind: 'text', title: text('redemption.codes', { count: codes.length }), lines: codes })
}

const ROW_ACTIONS: readonly RowAction<Redemption>[] = [
  {
    key: 'd',
    title: 'ui.disable',
    isFor: ({ status }) => status === REDEMPTION_STATUS.unused,
    run: setStatus(REDEMPTION_STATUS.disabled),
    undo: asBefore,
  },
  {
    key: 'd',
    title: 'ui.enable',
    isFor: ({ status }) => status === REDEMPTION_STATUS.disabled,
    run: setStatus(REDEMPTION_STATUS.unused),
    undo: asBefore,
  },
  {
    key: 'y',
    title: 'redemption.show',
    isHarmless: true,
    run: async ({ key }, tools) => {
      showCodes([key], tools)
      return undefined
    },
    runMany: async (rows, tools) => {
      showCodes(
        rows.map(({ name, key }) => `${name}    ${key}`),
        tools,
      )
      return undefined
    },
  },
  {
    key: 'x',
    title: 'ui.remove',
    question: ({ name }, { text }) => ({ title: text('redemption.remove_title', { name }) }),
    run: async ({ id }, { api, text }) => {
      await api.call('redemption.remove', { params: { id } })
      return text('ui.done')
    },
  },
]

function redemptionForm(redemption: Redemption | undefined, tools: Tools): FormDraft {
  const { api, text, format } = tools
  const isNew = redemption === undefined
  const own = {
    name: { hint: text('redemption.name_hint') },
    quota: { refusal: 'token.quota_whole' },
  } as const
  const form = { noun: 'redemption', rows: redemptionFields, own }
  const count = {
    name: 'count',
    label: text('token.count'),
    kind: 'text',
    hint: text('redemption.count_hint'),
  } as const
  const initial = {
    ...nounFormValues(form, { ...startsOf(redemptionFields), ...NEW_CODE, ...redemption }, text),
    count: '1',
  }
  return {
    title: text(isNew ? 'redemption.add' : 'redemption.edit'),
    fields: [...nounFormFields(form, text), ...(isNew ? [count] : [])],
    initial,
    save: async (values) => {
      const typed = nounFormBody(form, values, text)
      const body = { ...typed, name: typed.name?.trim() || format.quota(typed.quota ?? 0) }
      if (redemption !== undefined) {
        const opened = nounFormBody(form, initial, text)
        const { changed, expected } = changesOf(opened, body)
        const { id, name } = redemption
        await api.call('redemption.update', { body: { ...changed, expected, id } })
        const before = changesOf(body, opened)
        const back = () =>
          api.call('redemption.update', {
            body: { ...before.changed, expected: before.expected, id },
          })
        const undo = { title: `${text('ui.edit')} ${name}`, run: back }
        return { message: text('ui.saved'), shown: [], undo }
      }
      const wanted = whole(values.count, text('redemption.count_range'))
      const { data } = await api.call('redemption.create', { body: { ...body, count: wanted } })
      return { message: text('redemption.created'), shown: data }
    },
  }
}

const SORTS = [
  { column: 'id', isDown: true },
  { column: 'quota', isDown: true },
  { column: 'redeemed_time', isDown: true },
  { column: 'name', isDown: false },
] as const

export const redemptionScreen = resourceScreen<Redemption>({
  id: 'redemption',
  hotkey: 'r',
  title: 'nav.redemption',
  columns: redemptionResource.columns,
  titleOf: (column) => `field.redemption.${column as keyof typeof redemptionResource.columns}`,
  nameOf: ({ name }) => name,
  searchTitle: 'redemption.search',
  // A plan is granted instead of credits.
  cell: (column, { plan_id, plan_name }) =>
    column === 'quota' && plan_id !== 0
      ? { text: plan_name || `#${plan_id}`, tone: 'none' }
      : undefined,
  sorts: SORTS,
  filters: async ({ text }) => [
    stateFilter('redemption_status', text('field.redemption.status'), text),
  ],
  list: async ({ api }, { page, size, keyword, filters, sort }) => {
    const status = numberOrNothing(filters.status)
    const { data } = await api.call('redemption.search', {
      query: {
        p: page,
        page_size: size,
        keyword,
        ...(status !== undefined && { status }),
        ...sortQuery(SORTS, sort),
      },
    })
    return { rows: data.items, total: data.total }
  },
  isResting: ({ status }) => status !== REDEMPTION_STATUS.unused,
  rowActions: ROW_ACTIONS,
  create: async (tools) => redemptionForm(undefined, tools),
  edit: async (redemption, tools) => redemptionForm(redemption, tools),
  canEdit: ({ status }) => status !== REDEMPTION_STATUS.used,
})
