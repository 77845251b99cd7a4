/** Accounts that several users share: made, filled, frozen, and who is in them. */
import { MEMBER_ROLES } from '../../../server/domain/accounts/membership'
import type { OrganisationJson } from '../../../server/domain/endpoints/organisation'
import { column } from '../../../server/domain/resources/resource'
import { USER_STATUS } from '../../../server/domain/status'
import type { FormDraft } from '../form-draft'
import type { RowAction, RowTools } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { addQuotaForm } from './user-form'

const COLUMNS = {
  id: column('id'),
  name: column('text'),
  display_name: column('text'),
  group: column('text'),
  quota: column('quota'),
  used_quota: column('quota'),
  status: column('user_status'),
} as const

function setStatus(action: 'enable' | 'disable'): RowAction<OrganisationJson>['run'] {
  return async ({ id }, { api, text }) => {
    await api.call('user.manage', { body: { id, action } })
    return text('ui.done')
  }
}

function memberForm({ id, name }: OrganisationJson, { api, text }: RowTools): FormDraft {
  const choices = MEMBER_ROLES.map((value) => ({ value, title: text(`org.role_${value}`) }))
  return {
    title: `${text('org.add_member')}  ${name}`,
    fields: [
      { name: 'user', label: text('org.member'), kind: 'text' },
      { name: 'role', label: text('org.role'), kind: 'choice', choices },
    ],
    initial: { role: 'member' },
    save: async ({ user = '', role }) => {
      const chosen = MEMBER_ROLES.find((each) => each === role) ?? 'member'
      const body = { user: user.trim(), role: chosen }
      await api.call('organisation.add_member', { params: { id }, body })
      return text('ui.done')
    },
  }
}

function newForm({ api, text }: Tools): FormDraft {
  return {
    title: text('org.new'),
    fields: [
      { name: 'name', label: text('org.name'), kind: 'text', hint: text('org.name_hint') },
      { name: 'display_name', label: text('org.display_name'), kind: 'text' },
      { name: 'owner', label: text('org.owner'), kind: 'text', hint: text('org.owner_hint') },
    ],
    initial: {},
    save: async ({ name = '', display_name = '', owner = '' }) => {
      const owner_id = owner.trim() === '' ? undefined : await userIdOf(owner.trim())
      await api.call('organisation.create', { body: { name: name.trim(), display_name, owner_id } })
      return text('org.created')
    },
  }

  /** The gateway says that there is no such user. */
  async function userIdOf(keyword: string): Promise<number> {
    const { data } = await api.call('user.search', { query: { keyword, page_size: 100 } })
    const found = data.items.find(({ id, username }) => [String(id), username].includes(keyword))
    return found?.id ?? -1
  }
}

const ROW_ACTIONS: readonly RowAction<OrganisationJson>[] = [
  {
    key: 'd',
    title: 'user.freeze',
    isFor: ({ status }) => status === USER_STATUS.enabled,
    question: ({ name }, { text }) => ({ title: text('user.freeze_title', { name }) }),
    run: setStatus('disable'),
    undo:
      ({ id }, { api }) =>
      () =>
        api.call('user.manage', { body: { id, action: 'enable' } }),
  },
  {
    key: 'd',
    title: 'user.unfreeze',
    isFor: ({ status }) => status !== USER_STATUS.enabled,
    run: setStatus('enable'),
  },
  {
    key: '+',
    title: 'user.add_quota',
    isSingle: true,
    run: async ({ id }, tools) => {
      const { data } = await tools.api.call('user.show', { params: { id } })
      tools.open({ kind: 'form', form: addQuotaForm(data, tools) })
      return undefined
    },
  },
  {
    key: '&',
    title: 'org.add_member',
    isSingle: true,
    run: async (row, tools) => {
      tools.open({ kind: 'form', form: memberForm(row, tools) })
      return undefined
    },
  },
  {
    key: '~',
    title: 'org.members',
    isSingle: true,
    run: async ({ id }, { api, text }) => {
      const { data } = await api.call('organisation.members_of', { params: { id } })
      return data
        .map(({ username, role }) => `${username} (${text(`org.role_${role}`)})`)
        .join(', ')
    },
  },
  {
    key: 'T',
    title: 'tui.its_tokens',
    isSingle: true,
    run: async ({ name: username }, { goTo }) => {
      goTo('token', { filters: { username } })
      return undefined
    },
  },
  {
    key: 'L',
    title: 'tui.its_logs',
    isSingle: true,
    run: async ({ name: username }, { goTo }) => {
      goTo('log', { filters: { username } })
      return undefined
    },
  },
]

export const organisationScreen = resourceScreen<OrganisationJson>({
  id: 'organisation',
  hotkey: '@',
  title: 'nav.organisation',
  columns: COLUMNS,
  titleOf: (name) =>
    name === 'name' ? 'org.name' : `field.user.${name as Exclude<keyof typeof COLUMNS, 'name'>}`,
  nameOf: ({ name }) => name,
  searchTitle: 'org.name',
  list: async ({ api }, { page, size, keyword }) => {
    const query = { p: page, page_size: size, keyword }
    const { data } = await api.call('organisation.list', { query })
    return { rows: data.items, total: data.total }
  },
  isResting: ({ status }) => status !== USER_STATUS.enabled,
  rowActions: ROW_ACTIONS,
  create: async (tools) => newForm(tools),
})
