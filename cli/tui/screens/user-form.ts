import type { UserJson } from '../../../server/domain/endpoints/user'
import { changesOf } from '../../../server/domain/nouns/changes'
import { startsOf } from '../../../server/domain/nouns/noun-starts'
import { userFields } from '../../../server/domain/nouns/user'
import type { FormDraft, FormValues } from '../form-draft'
import type { RowTools } from '../resource/definition'
import type { Tools } from '../tools'
import { groupField, whole } from './form-values'
import { nounFormBody, nounFormFields, nounFormValues } from './noun-form'

/** Groups are chosen from a list, and roles by the keys of the list. */
const FORM = {
  noun: 'user',
  rows: userFields,
  own: { username: {}, display_name: {}, group: false, role: false },
} as const

export function newUserForm({ api, text }: Tools): FormDraft {
  return {
    title: text('user.add'),
    fields: [
      ...nounFormFields(FORM, text),
      {
        name: 'password',
        label: text('account.password'),
        kind: 'secret',
        hint: text('account.password_hint'),
      },
    ],
    initial: nounFormValues(FORM, startsOf(userFields), text),
    save: async (values) => {
      const { username = '', ...fields } = nounFormBody(FORM, values, text)
      const { password = '' } = values
      await api.call('user.create', { body: { ...fields, username, password } })
      return text('user.created')
    },
  }
}

/** A balance that was not touched is not sent: it may have moved since it was read. */
export async function editUserForm(user: UserJson, tools: Tools): Promise<FormDraft> {
  const { api, text } = tools
  const { id, username, group, quota } = user
  const initial = { ...nounFormValues(FORM, user, text), group, quota: String(quota) }
  return {
    title: `${text('user.edit')}  #${id} ${username}`,
    fields: [
      ...nounFormFields(FORM, text),
      {
        name: 'password',
        label: text('account.new_password'),
        kind: 'secret',
        hint: text('user.password_hint'),
      },
      await groupField(tools, { name: 'group', label: text('field.user.group') }),
      { name: 'quota', label: text('field.user.quota'), kind: 'text' },
    ],
    initial,
    save: async (values) => {
      const { password } = values
      const next = whole(values.quota, text('user.quota_whole'))
      const bodyOf = (typed: FormValues) => {
        return { ...nounFormBody(FORM, typed, text), group: typed.group ?? '' }
      }
      const { changed, expected } = changesOf(bodyOf(initial), bodyOf(values))
      const change = next === quota ? {} : { quota: next, expected_quota: quota }
      await api.call('user.update', { body: { ...changed, expected, password, ...change, id } })
      // A balance moves by itself, and a password is never read.
      if (next !== quota || (password ?? '') !== '') return text('user.saved')
      const before = changesOf(bodyOf(values), bodyOf(initial))
      const back = () =>
        api.call('user.update', { body: { ...before.changed, expected: before.expected, id } })
      const undo = { title: `${text('ui.edit')} ${username}`, run: back }
      return { message: text('user.saved'), shown: [], undo }
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
      const next = quota + whole(amount, text('user.quota_whole'))
      await api.call('user.update', { body: { id, quota: next, expected_quota: quota } })
      reload()
      return text('user.new_balance', { balance: format.quota(next) })
    },
  }
}
