import type { AnyTokenJson } from '../../../server/domain/endpoints/token'
import type { Tools } from '../tools'
import type { FormDraft, FormValues } from '../widgets/form/form-draft'
import { groupField, secondsOf, timeValue, whole } from './form-values'

const NEW_QUOTA = 500_000

/** `undefined` for new tokens, which are one's own. */
export async function tokenForm(token: AnyTokenJson | undefined, tools: Tools): Promise<FormDraft> {
  const { api, text } = tools
  const isNew = token === undefined
  return {
    title: text(isNew ? 'token.add' : 'token.edit'),
    fields: [
      { name: 'name', label: text('field.token.name'), kind: 'text' },
      { name: 'remain_quota', label: text('field.token.remain_quota'), kind: 'text' },
      {
        name: 'unlimited_quota',
        label: text('field.token.unlimited_quota'),
        kind: 'flag',
        hint: text('token.unlimited_hint'),
      },
      {
        name: 'expires',
        label: text('field.token.expired_time'),
        kind: 'text',
        hint: `${text('token.expires_hint')} 2026-12-31 23:59:59`,
      },
      {
        name: 'model_limits',
        label: text('field.token.model_limits'),
        kind: 'text',
        hint: text('token.models_hint'),
      },
      {
        name: 'allow_ips',
        label: text('field.token.allow_ips'),
        kind: 'text',
        hint: text('token.ips_hint'),
      },
      await groupField(tools, {
        name: 'group',
        label: text('field.token.group'),
        blank: text('token.group_own'),
      }),
      ...(isNew
        ? [
            {
              name: 'count',
              label: text('token.count'),
              kind: 'text' as const,
              hint: text('token.count_hint'),
            },
          ]
        : []),
    ],
    initial: initialOf(token, tools),
    save: async (values) => {
      const body = fieldsOf(values, token, tools)
      if (token !== undefined) {
        await api.call('token.update_any', { body: { ...body, id: token.id } })
        return text('ui.saved')
      }
      const count = whole(values.count, text('token.count_invalid'))
      const { data } = await api.call('token.create', { body: { ...body, count } })
      const shown = data.map(({ name, key }) => `${name}    sk-${key}`)
      return { told: text('token.created'), shown }
    },
  }
}

function initialOf(token: AnyTokenJson | undefined, { text }: Tools): FormValues {
  return {
    name: token?.name ?? '',
    remain_quota: String(token?.remain_quota ?? NEW_QUOTA),
    unlimited_quota: String(token?.unlimited_quota ?? false),
    expires: timeValue(token?.expired_time ?? -1, text),
    model_limits: token?.model_limits_enabled ? token.model_limits : '',
    allow_ips: token?.allow_ips ?? '',
    group: token?.group ?? '',
    count: '1',
  }
}

function fieldsOf(values: FormValues, token: AnyTokenJson | undefined, { text }: Tools) {
  const { name = '', model_limits = '', allow_ips = '', group = '' } = values
  const isUnlimited = values.unlimited_quota === 'true'
  return {
    name,
    // What an unlimited token has left is of no interest, and may be below zero.
    ...((!isUnlimited || token === undefined) && {
      remain_quota: whole(values.remain_quota, text('token.quota_invalid')),
    }),
    unlimited_quota: isUnlimited,
    expired_time: secondsOf(values.expires, text('token.time_invalid')),
    model_limits,
    model_limits_enabled: model_limits.trim() !== '',
    allow_ips,
    group,
  }
}
