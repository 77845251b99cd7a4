/** Everything that an operator does with chosen channels besides editing them. */
import { isRoot } from '../../../server/domain/accounts/roles'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import type { RowAction } from '../resource/definition'
import type { MenuItem } from '../tools'
import { showKeys } from './channel-keys'
import { addModelsForm, tagForm, tagOfChannelsForm } from './channel-tag-form'
import { freezeActions } from './freeze-actions'

type Run = RowAction<ChannelJson>['run']

function setStatus(status: number): Pick<RowAction<ChannelJson>, 'run' | 'undo'> {
  return {
    run: async ({ id }, { api, text }) => {
      await api.call('channel.update', { body: { id, status } })
      return text('ui.done')
    },
    // Nobody but the gateway takes a channel out with its reason.
    undo: ({ id, status: before }, { api }) =>
      before === CHANNEL_STATUS.auto_disabled
        ? undefined
        : () => api.call('channel.update', { body: { id, status: before } }),
  }
}

async function test(
  { id, name }: ChannelJson,
  model: string,
  { api, text }: Parameters<Run>[1],
): Promise<string> {
  const { data } = await api.call('channel.test_post', { params: { id }, query: { model } })
  const took = text('ui.seconds', { count: data.time.toFixed(2) })
  const tried = data.operation === undefined ? '' : `${text(`operation.${data.operation}`)}, `
  return `${name}${model === '' ? '' : ` ${model}`}: ${text('channel.test_good')} (${tried}${took})`
}

const testWithModel: Run = async (channel, tools) => {
  const { text, open, say, fail, reload } = tools
  const begin = (model: string) => (): void => {
    say(`${text('ui.loading')}…`)
    void test(channel, model, tools).then(say, fail).finally(reload)
  }
  const models = channel.models.split(',').filter((model) => model !== '')
  const items: readonly MenuItem[] = [
    { key: 'enter', title: text('field.channel.test_model'), run: begin('') },
    ...models.map((model) => ({ key: '', title: model, run: begin(model) })),
  ]
  open({ kind: 'menu', title: text('channel.test', { name: channel.name }), items })
  return undefined
}

/** Shows what the requests cost at most, sends them after a yes, and shows what they found. */
const verify: Run = async ({ id, name }, tools) => {
  const { api, text, open } = tools
  const { data: plan } = await api.call('channel.verify_plan', { params: { id }, query: {} })
  const cost = text('verify.cost', {
    cost: `$${plan.max_usd.toFixed(4)}`,
    prompt: plan.prompt_tokens,
    completion: plan.completion_tokens,
  })
  const unpriced = plan.priced ? '' : ` ${text('verify.unpriced')}`
  const intro = text('verify.text', { questions: plan.questions })
  const { model, max_usd } = plan
  const onYes = (): void => {
    tools.say(`${text('ui.loading')}…`)
    void showVerified(id, { model, max_usd, name }, tools).catch(tools.fail)
  }
  const title = `${text('verify.title', { name })}: ${model}`
  open({ kind: 'question', question: { title, message: `${intro} ${cost}${unpriced}`, onYes } })
  return undefined
}

async function showVerified(
  id: number,
  { name, ...body }: { readonly name: string; readonly model: string; readonly max_usd: number },
  { api, text, open, say }: Parameters<Run>[1],
): Promise<void> {
  const { data } = await api.call('channel.verify', { params: { id }, body })
  const verdict = text(`verify.verdict.${data.verdict}`)
  say(`${name}: ${verdict}`)
  const lines = data.findings.map(({ check, state, message }) => {
    const sign = { passed: '+', failed: '!', unclear: '?' }[state]
    return `${sign} ${text(`verify.check.${check}`)}: ${text(`verify.state.${state}`)}. ${message}`
  })
  const spent = text('verify.spent', { asked: data.asked, spent: `$${data.spent_usd.toFixed(4)}` })
  open({ kind: 'text', title: `${name} ${data.model}: ${verdict}`, lines: [...lines, '', spent] })
}

const copy: Run = async ({ id, name }, { api, text }) => {
  const { data } = await api.call('channel.show', { params: { id } })
  const { id: _id, created_time: _time, key: _key, ...facts } = data
  await api.call('channel.create', { body: { ...facts, name: `${name}_copy`, copy_of: id } })
  return text('channel.copied')
}

const hasTag = ({ tag }: ChannelJson): boolean => tag !== ''

const TAG_ACTIONS: readonly RowAction<ChannelJson>[] = [
  {
    key: '#',
    title: 'channel.set_tag',
    isHarmless: true,
    run: async (channel, tools) => {
      tools.open({ kind: 'form', form: tagOfChannelsForm([channel], tools) })
      return undefined
    },
    runMany: async (channels, tools) => {
      tools.open({ kind: 'form', form: tagOfChannelsForm(channels, tools) })
      return undefined
    },
  },
  {
    key: '{',
    title: 'tui.tag_disable',
    isSingle: true,
    isFor: hasTag,
    question: ({ tag }, { text }) => ({ title: text('channel.tag_disable', { tag }) }),
    run: async ({ tag }, { api, text }) => {
      await api.call('channel.tag_disable', { body: { tag } })
      return text('ui.done')
    },
  },
  {
    key: '}',
    title: 'tui.tag_enable',
    isSingle: true,
    isFor: hasTag,
    run: async ({ tag }, { api, text }) => {
      await api.call('channel.tag_enable', { body: { tag } })
      return text('ui.done')
    },
  },
  {
    key: 'E',
    title: 'tui.tag_edit',
    isSingle: true,
    isFor: hasTag,
    run: async ({ tag }, tools) => {
      tools.open({ kind: 'form', form: tagForm(tag, tools) })
      return undefined
    },
  },
]

export const ROW_ACTIONS: readonly RowAction<ChannelJson>[] = [
  {
    key: 'd',
    title: 'ui.disable',
    isFor: ({ status }) => status === CHANNEL_STATUS.enabled,
    ...setStatus(CHANNEL_STATUS.disabled),
  },
  {
    key: 'd',
    title: 'ui.enable',
    isFor: ({ status }) => status !== CHANNEL_STATUS.enabled,
    ...setStatus(CHANNEL_STATUS.enabled),
  },
  { key: '!', title: 'tui.test_model', isSingle: true, run: testWithModel },
  {
    key: 'i',
    title: 'channel.test_one',
    isHarmless: true,
    run: async (channel, tools) => {
      tools.say(`${tools.text('channel.test', { name: channel.name })}…`)
      return await test(channel, '', tools)
    },
  },
  { key: 'V', title: 'verify.action', isSingle: true, run: verify },
  { key: '%', title: 'key.action', isSingle: true, run: showKeys },
  {
    key: '$',
    title: 'channel.read_balance',
    isHarmless: true,
    run: async ({ id, name }, { api, text, format }) => {
      const { data } = await api.call('channel.balance_post', { params: { id } })
      return text('channel.balance_is', { name, balance: format.usd(data.balance, 2) })
    },
  },
  {
    key: 'K',
    title: 'channel.fetch_models',
    isSingle: true,
    run: async (channel, tools) => {
      const { data } = await tools.api.call('channel.fetch_models', { params: { id: channel.id } })
      tools.open({ kind: 'form', form: addModelsForm(channel, data, tools) })
      return tools.text('channel.fetched', { count: data.length })
    },
  },
  {
    key: 'C',
    title: 'ui.copy',
    isSingle: true,
    question: ({ name }, { text }) => ({ title: text('channel.copy_title', { name }) }),
    run: copy,
  },
  ...freezeActions<ChannelJson>({
    title: 'channel.root_freeze_title',
    nameOf: ({ name }) => name,
    isFor: (_, { viewer }) => isRoot(viewer.role),
    isFrozen: ({ frozen_until }) => frozen_until !== 0,
    freeze: ({ id }, body, { api }) => api.call('channel.freeze', { params: { id }, body }),
    unfreeze: ({ id }, { api }) => api.call('channel.unfreeze', { params: { id } }),
  }),
  {
    key: 'x',
    title: 'ui.remove',
    question: ({ name }, { text }) => ({
      title: text('channel.remove_title', { name }),
      message: text('channel.remove_text'),
    }),
    run: async ({ id }, { api, text }) => {
      await api.call('channel.remove', { params: { id } })
      return text('ui.done')
    },
    runMany: async (channels, { api, text }) => {
      const ids = channels.map(({ id }) => id)
      const { data } = await api.call('channel.remove_many', { body: { ids } })
      return text('channel.removed', { count: data })
    },
  },
  ...TAG_ACTIONS,
  {
    key: 'L',
    title: 'tui.its_logs',
    isSingle: true,
    run: async ({ id }, { goTo }) => {
      goTo('log', { filters: { channel: String(id) } })
      return undefined
    },
  },
]
