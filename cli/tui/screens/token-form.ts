import type { AnyTokenJson } from '../../../server/domain/endpoints/token'
import { changesOf } from '../../../server/domain/nouns/changes'
import { startsOf } from '../../../server/domain/nouns/noun-starts'
import { tokenFields } from '../../../server/domain/nouns/token'
import type { FormDraft, FormValues } from '../form-draft'
import type { Tools } from '../tools'
import { groupField, whole } from './form-values'
import { nounFormBody, nounFormFields, nounFormValues, type OwnFields } from './noun-form'

const NEW_TOKEN = { remain_quota: 500_000 }

/** `undefined` for new tokens, which are one's own. */
export async function tokenForm(token: AnyTokenJson | undefined, tools: Tools): Promise<FormDraft> {
  const { api, text } = tools
  const isNew = token === undefined
  const own = await ownFields(tools)
  const form = { noun: 'token', rows: tokenFields, own }
  const counted = {
    name: 'count',
    label: text('token.count'),
    kind: 'text',
    hint: text('token.count_hint'),
  } as const
  const initial = {
    ...nounFormValues(form, { ...startsOf(tokenFields), ...NEW_TOKEN, ...token }, text),
    ...(token?.model_limits_enabled === false && { model_limits: '' }),
    count: '1',
  }
  return {
    title: text(isNew ? 'token.add' : 'token.edit'),
    fields: [...nounFormFields(form, text), ...(isNew ? [counted] : [])],
    initial,
    save: async (values) => {
      // The remaining credits of an unlimited token do not matter, and may be negative.
      const hasAmount = isNew || values.unlimited_quota !== 'true'
      const sent = hasAmount ? form : { ...form, own: { ...own, remain_quota: false as const } }
      const bodyOf = (typed: FormValues) => ({
        ...nounFormBody(sent, typed, text),
        model_limits_enabled: typed.model_limits?.trim() !== '',
      })
      const body = bodyOf(values)
      if (token !== undefined) {
        const { changed, expected } = changesOf(bodyOf(initial), body, ['remain_quota'])
        const { id, name } = token
        await api.call('token.update_any', { body: { ...changed, expected, id } })
        // The remaining credits have changed since.
        if (changed.remain_quota !== undefined) return text('ui.saved')
        const before = changesOf(body, bodyOf(initial))
        const back = () =>
          api.call('token.update_any', {
            body: { ...before.changed, expected: before.expected, id },
          })
        const undo = { title: `${text('ui.edit')} ${name}`, run: back }
        return { message: text('ui.saved'), shown: [], undo }
      }
      const count = whole(values.count, text('token.count_range'))
      const { data } = await api.call('token.create', { body: { ...body, count } })
      const shown = data.map(({ name, key }) => `${name}    sk-${key}`)
      return { message: text('token.created'), shown }
    },
  }
}

async function ownFields(tools: Tools): Promise<OwnFields<typeof tokenFields>> {
  const { text } = tools
  return {
    name: {},
    remain_quota: { refusal: 'token.quota_whole' },
    unlimited_quota: { hint: text('token.unlimited_hint') },
    expired_time: {
      hint: `${text('token.expires_hint')} 2026-12-31 23:59:59`,
      refusal: 'token.time_invalid',
    },
    model_limits: { hint: text('token.models_hint') },
    // A list of models says it.
    model_limits_enabled: false,
    allow_ips: { hint: text('token.ips_hint') },
    tags: { hint: text('token.tags_hint') },
    group: {
      control: await groupField(tools, {
        name: 'group',
        label: text('field.token.group'),
        blank: text('token.group_own'),
      }),
    },
  }
}
