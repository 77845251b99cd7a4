import { mayGrant, mayManage, ROLE } from '../../../server/domain/accounts/roles'
import type { UserJson } from '../../../server/domain/endpoints/user'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { userResource } from '../../../server/domain/resources/users'
import { USER_STATUS } from '../../../server/domain/status'
import type { RowAction, RowTools } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { groupField } from './form-values'
import { sortQuery } from './sort-query'
import { addQuotaForm, editUserForm, newUserForm } from './user-form'

function isManageable({ DeletedAt, role }: UserJson, { api }: Tools): boolean {
  return DeletedAt === null && mayManage(api.viewer.role, role)
}

function mayChangeRole(user: UserJson, tools: Tools): boolean {
  return isManageable(user, tools) && mayGrant(tools.api.viewer.role, ROLE.admin)
}

function manage(action: string): RowAction<UserJson>['run'] {
  return async ({ id }, { api, text }) => {
    await api.call('user.manage', { body: { id, action } })
    return text('ui.done')
  }
}

const enabled: NonNullable<RowAction<UserJson>['undo']> =
  ({ id }, { api }) =>
  () =>
    api.call('user.manage', { body: { id, action: 'enable' } })

function question(key: TextKey): NonNullable<RowAction<UserJson>['question']> {
  return ({ username }, { text }) => ({ title: text(key, { name: username }) })
}

const ROW_ACTIONS: readonly RowAction<UserJson>[] = [
  {
    key: 'd',
    title: 'user.freeze',
    isFor: (user, tools) => isManageable(user, tools) && user.status === USER_STATUS.enabled,
    question: question('user.freeze_title'),
    run: manage('disable'),
    undo: enabled,
  },
  {
    key: 'd',
    title: 'user.unfreeze',
    isFor: (user, tools) => isManageable(user, tools) && user.status !== USER_STATUS.enabled,
    run: manage('enable'),
  },
  {
    key: ';',
    title: 'roles.assign',
    isSingle: true,
    isFor: mayChangeRole,
    run: async (user, tools) => {
      await chooseRole(user, tools)
      return undefined
    },
  },
  {
    key: 'P',
    title: 'user.promote',
    isFor: (user, tools) => mayChangeRole(user, tools) && user.role === ROLE.user,
    question: question('user.promote_title'),
    run: manage('promote'),
  },
  {
    key: 'P',
    title: 'user.demote',
    isFor: (user, tools) => mayChangeRole(user, tools) && user.role === ROLE.admin,
    question: question('user.demote_title'),
    run: manage('demote'),
  },
  {
    key: '+',
    title: 'user.add_quota',
    isSingle: true,
    isFor: isManageable,
    run: async (user, tools) => {
      tools.open({ kind: 'form', form: addQuotaForm(user, tools) })
      return undefined
    },
  },
  {
    key: 'x',
    title: 'user.remove',
    isFor: isManageable,
    question: (user, { text }) => ({
      title: text('user.remove_title', { name: user.username }),
      message: text('user.remove_text'),
    }),
    run: manage('delete'),
  },
  {
    key: '2',
    title: 'user.reset_factor',
    isSingle: true,
    isFor: isManageable,
    question: (user, { text }) => ({
      title: text('user.reset_factor_title', { name: user.username }),
      message: text('user.reset_factor_text'),
    }),
    run: async ({ id }, { api, text }) => {
      await api.call('second_factor.reset', { params: { id } })
      return text('ui.done')
    },
  },
  {
    key: 'T',
    title: 'tui.its_tokens',
    isSingle: true,
    run: async ({ username }, { goTo }) => {
      goTo('token', { filters: { username } })
      return undefined
    },
  },
  {
    key: 'L',
    title: 'tui.its_logs',
    isSingle: true,
    run: async ({ username }, { goTo }) => {
      goTo('log', { filters: { username } })
      return undefined
    },
  },
]

/** Custom roles, and none. */
async function chooseRole(user: UserJson, tools: RowTools): Promise<void> {
  const { api, text, open, say, fail, reload } = tools
  const { data: roles } = await api.call('role.list')
  const give = (role_id: number) => (): void => {
    const body = { role_id }
    void api
      .call('role.assign', { params: { id: user.id }, body })
      .then(() => say(text('roles.assigned')), fail)
      .finally(reload)
  }
  const items = [
    { key: '', title: text('roles.no_role'), run: give(0) },
    ...roles.map(({ id, name }) => ({ key: '', title: name, run: give(id) })),
  ]
  open({ kind: 'menu', title: `${text('roles.assign')}: ${user.username}`, items })
}

/** Accounts elsewhere; only their owner can bind them. */
const BINDINGS = [
  ['GitHub', 'github_id'],
  ['LinuxDO', 'linux_do_id'],
  ['OIDC', 'oidc_id'],
  ['WeChat', 'wechat_id'],
  ['Telegram', 'telegram_id'],
] as const

const SORTS = [
  { column: 'id', isDown: true },
  { column: 'spent_day', isDown: true },
  { column: 'quota', isDown: true },
  { column: 'used_quota', isDown: true },
  { column: 'request_count', isDown: true },
  { column: 'username', isDown: false },
] as const

const { id, username, role, status, ...others } = userResource.columns
/** Who is banned must not look like others where only some columns fit. */
const COLUMNS = { id, username, role, status, ...others }

export const userScreen = resourceScreen<UserJson>({
  id: 'user',
  hotkey: 'u',
  title: 'nav.user',
  columns: COLUMNS,
  titleOf: (column) => `field.user.${column as keyof typeof userResource.columns}`,
  nameOf: ({ username }) => username,
  searchTitle: 'user.search',
  sorts: SORTS,
  filters: async (tools) => {
    const { text } = tools
    const blank = text('tui.any')
    return [await groupField(tools, { name: 'group', label: text('field.user.group'), blank })]
  },
  list: async ({ api }, { page, size, keyword, filters, sort }) => {
    const { data } = await api.call('user.search', {
      query: { p: page, page_size: size, keyword, ...filters, ...sortQuery(SORTS, sort) },
    })
    return { rows: data.items, total: data.total }
  },
  cell: (column, { DeletedAt }, { text }) =>
    column === 'status' && DeletedAt !== null
      ? { text: `x ${text('user.deregistered')}`, tone: 'bad' }
      : undefined,
  isResting: ({ status, DeletedAt }) => status !== USER_STATUS.enabled || DeletedAt !== null,
  rowActions: ROW_ACTIONS,
  create: async (tools) => newUserForm(tools),
  edit: editUserForm,
  canEdit: isManageable,
  facts: (user, { text }) => [
    ...(user.role_id === 0 ? [] : [`${text('roles.custom')}: #${user.role_id}`]),
    `${text('user.bindings')}:`,
    ...BINDINGS.map(([title, field]) => `  ${title}  ${user[field] || text('user.not_bound')}`),
  ],
})
