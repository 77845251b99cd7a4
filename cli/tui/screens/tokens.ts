/** Everybody's tokens; what spends most comes first, because it is what one looks for. */
import type { AnyTokenJson } from '../../../server/domain/endpoints/token'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { column } from '../../../server/domain/resources/resource'
import { tokenResource } from '../../../server/domain/resources/tokens'
import { TOKEN_STATUS } from '../../../server/domain/status'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { groupField, numberOrNothing, stateFilter } from './form-values'
import { freezeActions } from './freeze-actions'
import { ownerAction } from './owner-action'
import { sortQuery } from './sort-query'
import { tokenForm } from './token-form'

const { name, status, used_quota, remain_quota, ...others } = tokenResource.columns

const COLUMNS = {
  name,
  username: column('text'),
  status,
  used_quota,
  remain_quota,
  ...others,
  key_hint: { ...column('text'), shown: false },
}

const TITLES: Readonly<Record<string, TextKey>> = {
  username: 'field.log.username',
  key_hint: 'token.key',
}

const SORTS = [
  { column: 'used_quota', isDown: true },
  { column: 'remain_quota', isDown: false },
  { column: 'accessed_time', isDown: true },
  { column: 'name', isDown: false },
  { column: 'id', isDown: true },
] as const

function setStatus(to: number): Pick<RowAction<AnyTokenJson>, 'run' | 'undo'> {
  const set = (id: number, status: number, { api }: Tools) =>
    api.call('token.update_any', { query: { status_only: 'true' }, body: { id, status } })
  return {
    run: async ({ id }, tools) => {
      await set(id, to, tools)
      return tools.text('ui.done')
    },
    undo: ({ id, status }, tools) =>
      SETTABLE.includes(status) ? () => set(id, status, tools) : undefined,
  }
}

/** The others follow from the token's time and quota. */
const SETTABLE: readonly number[] = [TOKEN_STATUS.enabled, TOKEN_STATUS.disabled]

const ROW_ACTIONS: readonly RowAction<AnyTokenJson>[] = [
  {
    key: 'd',
    title: 'ui.disable',
    isFor: (token) => token.status === TOKEN_STATUS.enabled,
    question: (token, { text }) => ({ title: text('tui.token_disable', { name: token.name }) }),
    ...setStatus(TOKEN_STATUS.disabled),
  },
  {
    key: 'd',
    title: 'ui.enable',
    isFor: (token) => token.status !== TOKEN_STATUS.enabled,
    ...setStatus(TOKEN_STATUS.enabled),
  },
  {
    key: 'x',
    title: 'ui.remove',
    question: (token, { text }) => ({
      title: text('token.remove_title', { name: token.name }),
      message: text('token.remove_text'),
    }),
    run: async ({ id }, { api, text }) => {
      await api.call('token.remove_any', { params: { id } })
      return text('ui.done')
    },
  },
  {
    key: 'y',
    title: 'token.show_key',
    isSingle: true,
    isFor: ({ user_id }, { api }) => user_id === api.viewer.id,
    run: async (token, { api, open }) => {
      const { data } = await api.call('token.show', { params: { id: token.id } })
      open({ kind: 'text', title: token.name, lines: [`sk-${data.key}`] })
      return undefined
    },
  },
  {
    key: 'z',
    title: 'token.rotate',
    isSingle: true,
    isFor: ({ user_id }, { api }) => user_id === api.viewer.id,
    question: (token, { text }) => ({
      title: text('token.rotate_title', { name: token.name }),
      message: text('token.rotate_text'),
    }),
    run: async (token, { api, open, text }) => {
      const { data } = await api.call('token.rotate', { params: { id: token.id } })
      const title = text('token.rotated', { name: token.name })
      open({ kind: 'text', title, lines: [`sk-${data.key}`] })
      return undefined
    },
  },
  {
    key: 'L',
    title: 'tui.its_logs',
    isSingle: true,
    run: async (token, { goTo }) => {
      goTo('log', { filters: { token_name: token.name, username: token.username } })
      return undefined
    },
  },
  ...freezeActions<AnyTokenJson>({
    title: 'token.freeze_title',
    nameOf: ({ name }) => name,
    isFrozen: ({ frozen_until }) => frozen_until !== 0,
    freeze: ({ id }, body, { api }) => api.call('token.freeze', { params: { id }, body }),
    unfreeze: ({ id }, { api }) => api.call('token.unfreeze', { params: { id } }),
  }),
  ownerAction(({ username }) => username),
]

export const tokenScreen = resourceScreen<AnyTokenJson>({
  id: 'token',
  hotkey: 't',
  title: 'nav.token',
  columns: COLUMNS,
  titleOf: (column) =>
    TITLES[column] ?? `field.token.${column as keyof typeof tokenResource.columns}`,
  nameOf: (token) => token.name,
  searchTitle: 'token.search_name',
  sorts: SORTS,
  filters: async (tools) => {
    const { text } = tools
    return [
      stateFilter('token_status', text('field.token.status'), text),
      { name: 'username', label: text('field.log.username'), kind: 'text' },
      await groupField(tools, {
        name: 'group',
        label: text('field.token.group'),
        blank: text('tui.any'),
      }),
      { name: 'token', label: text('token.key'), kind: 'text' },
    ]
  },
  list: async ({ api }, { page, size, keyword, filters, sort }) => {
    const { data } = await api.call('token.list_any', {
      query: {
        p: page,
        page_size: size,
        keyword,
        ...filters,
        status: numberOrNothing(filters.status),
        ...sortQuery(SORTS, sort),
      },
    })
    return { rows: data.items, total: data.total }
  },
  cell: (column, { unlimited_quota, frozen_until }, { text }) =>
    column === 'status' && frozen_until !== 0
      ? { text: `! ${text('token.frozen')}`, tone: 'bad' }
      : column === 'remain_quota' && unlimited_quota
        ? { text: text('ui.unlimited'), tone: 'quiet' }
        : undefined,
  isResting: (token) => token.status !== TOKEN_STATUS.enabled,
  rowActions: ROW_ACTIONS,
  create: (tools) => tokenForm(undefined, tools),
  edit: (token, tools) => tokenForm(token, tools),
})
