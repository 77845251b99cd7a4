import type { UserJson } from '../../../server/domain/endpoints/user'
import type { RowTools } from '../resource/definition'
import type { Tools } from '../tools'
import type { FormDraft } from '../widgets/form/form-draft'
import { groupField, whole } from './form-values'

export function newUserForm({ api, text }: Tools): FormDraft {
  return {
    title: text('user.add'),
    fields: [
      { name: 'username', label: text('field.user.username'), kind: 'text' },
      { name: 'display_name', label: text('field.user.display_name'), kind: 'text' },
      {
        name: 'password',
        label: text('account.password'),
        kind: 'secret',
        hint: text('account.password_hint'),
      },
    ],
    initial: {},
    save: async ({ username = '', display_name = '', password = '' }) => {
      await api.call('user.create', { body: { username, display_name, password } })
      return text('user.created')
    },
  }
}

/** A balance that was not touched is not sent: it may have moved since it was read. */
export async function editUserForm(user: UserJson, tools: Tools): Promise<FormDraft> {
  const { api, text } = tools
  const { id, username, display_name, group, quota } = user
  return {
    title: `${text('user.edit')}  #${id} ${username}`,
    fields: [
      { name: 'username', label: text('field.user.username'), kind: 'text' },
      { name: 'display_name', label: text('field.user.display_name'), kind: 'text' },
      {
        name: 'password',
        label: text('account.new_password'),
        kind: 'secret',
        hint: text('user.password_hint'),
      },
      await groupField(tools, { name: 'group', label: text('field.user.group') }),
      { name: 'quota', label: text('field.user.quota'), kind: 'text' },
    ],
    initial: { username, display_name, group, quota: String(quota) },
    save: async ({ quota: typed, ...values }) => {
      const next = whole(typed, text('user.quota_invalid'))
      const change = next === quota ? {} : { quota: next, expected_quota: quota }
      await api.call('user.update', { body: { ...values, ...change, id } })
      return text('user.saved')
    },
  }
}

export function addQuotaForm(user: UserJson, { api, text, format, reload }: RowTools): FormDraft {
  const { id, username, quota } = user
  return {
    title: `${text('user.add_quota')}  #${id} ${username}`,
    fields: [
      {
        name: 'amount',
        label: text('user.add_quota_amount'),
        kind: 'text',
        hint: `${text('field.user.quota')}: ${format.quota(quota)} (${quota})`,
      },
    ],
    initial: {},
    save: async ({ amount }) => {
      const next = quota + whole(amount, text('user.quota_invalid'))
      await api.call('user.update', { body: { id, quota: next, expected_quota: quota } })
      reload()
      return text('user.new_balance', { balance: format.quota(next) })
    },
  }
}
