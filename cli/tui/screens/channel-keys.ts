/** The keys of a channel: a list of them, and what can be done about one. */
import { KEY_MODES } from '../../../server/domain/channels/keys'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import type { KeyJson } from '../../../server/domain/endpoints/channel-keys'
import { CHANNEL_STATUS, channelStatus, statusName } from '../../../server/domain/status'
import type { FormDraft } from '../form-draft'
import type { RowAction, RowTools } from '../resource/definition'
import type { MenuItem } from '../tools'

/** Keys by their last characters; Enter opens what can be done about one. */
export const showKeys: RowAction<ChannelJson>['run'] = async (channel, tools) => {
  const { api, text, open } = tools
  const { data } = await api.call('channel.keys', { params: { id: channel.id } })
  const items: MenuItem[] = data.keys.map((key) => ({
    key: '',
    title: titleOf(key, tools),
    run: () => open({ kind: 'menu', title: key.hint, items: orders(channel, key, tools) }),
  }))
  const modes = KEY_MODES.map((mode) => ({
    key: '',
    title: text(`key.mode.${mode}`),
    run: order(tools, () =>
      api.call('channel.key_mode', { params: { id: channel.id }, body: { mode } }),
    ),
  }))
  const more: MenuItem[] = [
    {
      key: 'a',
      title: text('key.add'),
      run: () => open({ kind: 'form', form: addForm(channel, tools) }),
    },
    ...(data.mode === ''
      ? []
      : [
          {
            key: 'm',
            title: `${text('key.mode')}: ${text(`key.mode.${data.mode}` as 'key.mode.random')}`,
            run: () => open({ kind: 'menu', title: text('key.mode'), items: modes }),
          },
        ]),
  ]
  open({
    kind: 'menu',
    title: text('key.title', { name: channel.name }),
    items: [...items, ...more],
  })
  return undefined
}

function titleOf(key: KeyJson, { text, format }: RowTools): string {
  const state = statusName(channelStatus, key.status)
  const time = format.time(key.cooling_until)
  const reason = [key.cooling_model, key.cooling_reason].filter((part) => part !== '').join(': ')
  return [
    key.hint,
    state === undefined ? String(key.status) : text(`channel_status.${state}`),
    text('key.share', { share: key.share }),
    text('key.calls_24h', {
      calls: key.calls_24h,
      share: key.share_24h,
      failed: key.failed_24h,
    }),
    key.used_time > 0 ? text('key.used', { time: format.time(key.used_time) }) : '',
    key.reason,
    key.cooling_until > 0 ? text('key.cooling_reason', { time, reason }) : '',
  ]
    .filter((part) => part !== '')
    .join('  ')
}

function order(tools: RowTools, send: () => Promise<unknown>): () => void {
  const { text, say, fail, reload } = tools
  return () => {
    void send()
      .then(() => say(text('ui.done')), fail)
      .finally(reload)
  }
}

function orders({ id }: ChannelJson, key: KeyJson, tools: RowTools): MenuItem[] {
  const { api, text, open } = tools
  const params = { id, key: key.id }
  const set = (status: number) => () => api.call('channel.key_set', { params, body: { status } })
  const revive = order(tools, set(CHANNEL_STATUS.enabled))
  const form = rotateForm({ id, key }, tools)
  const items: MenuItem[] = [
    { key: 'r', title: text('key.revive'), run: revive },
    { key: 'o', title: text('key.rotate'), run: () => open({ kind: 'form', form }) },
  ]
  if (key.id === 0) return items
  const onYes = order(tools, () => api.call('channel.key_remove', { params }))
  const title = text('key.remove_title', { hint: key.hint })
  const disable = order(tools, set(CHANNEL_STATUS.disabled))
  return [
    ...items,
    { key: 'd', title: text('ui.disable'), run: disable },
    {
      key: 'x',
      title: text('ui.remove'),
      run: () => open({ kind: 'question', question: { title, onYes } }),
    },
  ]
}

interface Rotating {
  readonly id: number
  readonly key: KeyJson
}

/** A new key that fails its test leaves the form open, and the old key where it is. */
function rotateForm({ id, key }: Rotating, { api, text, reload }: RowTools): FormDraft {
  return {
    title: text('key.rotate_title', { hint: key.hint }),
    fields: [{ name: 'text', label: text('key.rotate_key'), kind: 'secret' }],
    initial: { text: '' },
    save: async ({ text: given = '' }) => {
      const params = { id, key: key.id }
      await api.call('channel.key_rotate', { params, body: { key: given } })
      reload()
      return text('key.rotated')
    },
  }
}

function addForm({ id, name }: ChannelJson, { api, text, reload }: RowTools): FormDraft {
  return {
    title: `${text('key.add')}  ${name}`,
    fields: [{ name: 'keys', label: text('field.channel.key'), kind: 'secret' }],
    initial: { keys: '' },
    save: async ({ keys = '' }) => {
      const { data: count } = await api.call('channel.key_add', { params: { id }, body: { keys } })
      reload()
      return text('key.added', { count })
    },
  }
}
