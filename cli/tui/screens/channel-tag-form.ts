/** Forms for channels that are handled together. */
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import type { FormDraft } from '../form-draft'
import type { RowTools } from '../resource/definition'
import { whole } from './form-values'

export function tagOfChannelsForm(channels: readonly ChannelJson[], tools: RowTools): FormDraft {
  const { api, text, reload } = tools
  return {
    title: `${text('channel.set_tag')}  ${channels.map(({ name }) => name).join(', ')}`,
    fields: [
      {
        name: 'tag',
        label: text('field.channel.tag'),
        kind: 'text',
        hint: text('channel.tag_dissolve'),
      },
    ],
    initial: { tag: channels[0]?.tag ?? '' },
    save: async ({ tag = '' }) => {
      const ids = channels.map(({ id }) => id)
      await api.call('channel.tag_many', { body: { ids, tag: tag.trim() || null } })
      reload()
      return text('ui.saved')
    },
  }
}

const TEXTS = ['new_tag', 'models', 'groups', 'model_mapping'] as const
const NUMBERS = ['priority', 'weight'] as const

/** Empty fields stay as they are, except for the tag itself. */
export function tagForm(tag: string, { api, text, reload }: RowTools): FormDraft {
  const titles = {
    new_tag: text('field.channel.tag'),
    models: text('field.channel.models'),
    groups: text('field.channel.group'),
    model_mapping: text('field.channel.model_mapping'),
    priority: text('field.channel.priority'),
    weight: text('field.channel.weight'),
  }
  return {
    title: text('channel.tag_edit', { tag }),
    fields: [...TEXTS, ...NUMBERS].map((name) => ({
      name,
      label: titles[name],
      kind: 'text',
      hint: text(name === 'new_tag' ? 'channel.tag_dissolve' : 'channel.tag_edit_text'),
    })),
    initial: { new_tag: tag },
    save: async (values) => {
      const { new_tag = '', models = '', groups = '', model_mapping = '' } = values
      const { priority = '', weight = '' } = values
      await api.call('channel.tag_update', {
        body: {
          tag,
          new_tag: new_tag.trim(),
          models,
          groups,
          model_mapping,
          ...(priority.trim() !== '' && {
            priority: whole(priority, text('channel.priority_invalid')),
          }),
          ...(weight.trim() !== '' && { weight: whole(weight, text('channel.weight_invalid')) }),
        },
      })
      reload()
      return text('ui.saved')
    },
  }
}

/** What the upstream offers, in addition to what the channel already has. */
export function addModelsForm(
  channel: ChannelJson,
  offered: readonly string[],
  { api, text, reload }: RowTools,
): FormDraft {
  const { id, name, models } = channel
  const known = models.split(',').filter((model) => model !== '')
  return {
    title: `${text('channel.fetch_models')}  #${id} ${name}`,
    fields: [{ name: 'models', label: text('field.channel.models'), kind: 'text' }],
    initial: { models: [...new Set([...known, ...offered])].join(',') },
    save: async (values) => {
      await api.call('channel.update', { body: { id, models: values.models ?? '' } })
      reload()
      return text('ui.saved')
    },
  }
}
