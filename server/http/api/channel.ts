import {
  type ChannelFields,
  type ChannelJson,
  channelEndpoints,
} from '../../domain/endpoints/channel'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { type Language, translate } from '../../domain/i18n/translate'
import { channelFields } from '../../domain/nouns/channel'
import { type Filter, filterOf as narrowedBy } from '../../domain/nouns/noun-stored'
import type { ListChannelsInput } from '../../services/channels/list'
import type { SetChannelInput } from '../../services/channels/set'
import { endOf } from '../../services/channels/sweep'
import type { ChannelView } from '../../services/channels/view'
import type { ProbeOutcome } from '../../services/service-deps'
import { bareList, reply } from '../envelope'
import { type Call, handlers } from '../handlers'
import { orderOf } from './order-of'

interface ListQuery extends Filter<typeof channelFields> {
  readonly p?: number
  readonly page_size?: number
  readonly id_sort?: boolean
  readonly sort?: NonNullable<ListChannelsInput['sort']>['column']
  readonly order?: 'asc' | 'desc'
  readonly tag_mode?: boolean
  readonly untagged?: boolean
  readonly type?: number
  readonly status?: number
  readonly keyword?: string
  readonly group?: string
  readonly model?: string
}

export const channelRoutes = handlers(channelEndpoints, {
  'channel.list': async ({ services, query }) => await page(services.channels, query),
  'channel.search': async ({ services, query }) => {
    if (query.page_size !== undefined) return await page(services.channels, query)
    const found = await services.channels.search({ ...filterOf(query), byTag: query.tag_mode })
    const items = found.map(channelJson)
    const { length } = items
    return bareList({ items, total: length, page: 1, page_size: length })
  },
  'channel.show': async ({ services, params }) =>
    channelJson(await services.channels.show(params.id)),
  'channel.create': async ({ services, actor, body }) => {
    const { name = '', key = '', models = '' } = body
    const copy_of = body.copy_of ?? copiedId(body)
    const input = { ...fieldsOf(body), name, key, models, copy_of }
    return (await services.channels.create(actor, input)).map(channelJson)
  },
  'channel.update': async ({ services, actor, body }) =>
    channelJson(await services.channels.set(actor, changeOf(body))),
  'channel.remove': async ({ services, actor, params }) => {
    await services.channels.remove(actor, params.id)
  },
  'channel.remove_disabled': async ({ services, actor }) =>
    await services.channels.removeDisabled(actor),
  'channel.remove_many': async ({ services, actor, body }) =>
    await services.channels.removeMany(actor, body.ids),
  'channel.tag_many': async ({ services, actor, body }) => await services.channels.tag(actor, body),
  'channel.tag_update': async ({ services, actor, body }) =>
    await services.channels.setTag(actor, body),
  'channel.tag_enable': async ({ services, actor, body }) =>
    await services.channels.switchTag(actor, { tag: body.tag, isEnabled: true }),
  'channel.tag_disable': async ({ services, actor, body }) =>
    await services.channels.switchTag(actor, { tag: body.tag, isEnabled: false }),
  'channel.repair': async ({ services, actor }) => await services.channels.repair(actor),
  'channel.keys': async ({ services, params }) => await services.channels.keys(params.id),
  'channel.key_add': async ({ services, actor, params, body }) =>
    await services.channels.addKeys(actor, { ...params, ...body }),
  'channel.key_mode': async ({ services, actor, params, body }) =>
    await services.channels.setKeyMode(actor, { ...params, ...body }),
  'channel.key_set': async ({ services, actor, params, body }) =>
    await services.channels.setKey(actor, { ...params, ...body }),
  'channel.key_remove': async ({ services, actor, params }) =>
    await services.channels.removeKey(actor, params),
  'channel.key_rotate': async ({ services, actor, params, body, language }) => {
    const { key: text, model } = body
    const tested = await services.channels.rotateKey(actor, { ...params, text, model })
    return testedReply(tested, { model: tested.model }, language)
  },
  'channel.fetch_models': async ({ services, params }) =>
    await services.channels.upstreamModels(params.id),
  'channel.fetch_draft_models': async ({ services, actor, body }) => {
    const { base_url = '', type = 1, key = '', other = '' } = body
    return await services.channels.draftModels(actor, { base_url, type, key, other })
  },
  'channel.test': (call) => test(call),
  'channel.test_draft': async ({ services, actor, body, language }) => {
    const { base_url = '', type = 1, key = '', other = '', ...rest } = body
    const draft = { base_url, type, key, other, ...rest }
    const tested = await services.channels.testDraft(actor, draft)
    return testedReply(tested, { model: tested.model }, language)
  },
  'channel.test_post': (call) => test(call),
  'channel.freeze': async ({ services, actor, params, body }) => {
    const { until = -1, reason = '' } = body
    await services.channels.freeze(actor, { id: params.id, until, reason })
  },
  'channel.unfreeze': async ({ services, actor, params }) => {
    await services.channels.unfreeze(actor, params.id)
  },
  'channel.test_all': (call) => testAll(call),
  'channel.test_all_post': (call) => testAll(call),
  'channel.test_all_state': async ({ services, language }) => {
    const { failures, ...state } = await services.channels.testState()
    const localized = failures.map(({ error, message, ...failure }) => ({
      ...failure,
      message: error === undefined ? message : messageOf(error, language),
    }))
    return { ...state, failures: localized }
  },
  'channel.verify_plan': async ({ services, params, query }) => {
    const plan = await services.channels.planVerify({ id: params.id, ...query })
    const { model, questions, promptTokens, completionTokens, maxUsd, isPriced } = plan
    return {
      model,
      questions,
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      max_usd: maxUsd,
      priced: isPriced,
    }
  },
  'channel.verify': async ({ services, actor, params, body, language }) => {
    const report = await services.channels.verify(actor, { id: params.id, ...body })
    const { model, verdict, asked, spentUsd, findings } = report
    return {
      model,
      verdict,
      asked,
      spent_usd: spentUsd,
      findings: findings.map(({ check, state, evidence, params: facts }) => ({
        check,
        state,
        message: translate(language, `verify.${evidence}`, facts),
      })),
    }
  },
  'channel.balance': (call) => balance(call),
  'channel.balance_post': (call) => balance(call),
  'channel.balance_all': (call) => balanceAll(call),
  'channel.balance_all_post': (call) => balanceAll(call),
})

type Channels = Call['services']['channels']

async function page(channels: Channels, query: ListQuery) {
  const { p = 0, page_size } = query
  const input = { ...filterOf(query), page: p + 1, page_size }
  if (!query.tag_mode) {
    const found = await channels.list(input)
    return bareList({ ...found, items: found.items.map(channelJson) })
  }
  const paging = { ...input, withUntagged: query.untagged }
  const { untagged, ...found } = await channels.listTags(paging)
  return bareList({ ...found, items: found.items.map(channelJson) }, { untagged })
}

function filterOf(query: ListQuery) {
  const { keyword, group, model, type, status, id_sort } = query
  return {
    ...narrowedBy(channelFields, query),
    keyword,
    group: group === 'null' ? '' : group,
    model,
    type,
    status,
    order: id_sort ? ('id' as const) : ('priority' as const),
    sort: orderOf(query),
  }
}

function channelJson(channel: ChannelView): ChannelJson {
  return { ...channel, key: '', tag: channel.tag ?? '' }
}

function fieldsOf({ groups, auto_ban, ...fields }: ChannelFields) {
  return {
    ...fields,
    group: fields.group ?? groups?.join(','),
    auto_ban: auto_ban === undefined ? undefined : Boolean(auto_ban),
  }
}

function changeOf(body: ChannelFields & { id: number; status?: number }): SetChannelInput {
  const { name, models, group, type, ...rest } = fieldsOf(body)
  return {
    ...rest,
    id: body.id,
    name: name || undefined,
    models: models || undefined,
    group: group || undefined,
    type: type || undefined,
    status: body.status || undefined,
  }
}

/** Older front ends overwrite the key of a row in their table with its id. */
function copiedId(body: { key?: string; created_time?: number | null }): number | undefined {
  const { key = '', created_time } = body
  return created_time === null && /^\d{1,9}$/.test(key) ? Number(key) : undefined
}

type IdCall = Call<{ readonly id: number }, object, object>

async function test(call: IdCall & { readonly query: { readonly model?: string } }) {
  const { services, actor, params, query, language } = call
  const tested = await services.channels.test(actor, { id: params.id, model: query.model })
  return testedReply(tested, {}, language)
}

/** A success shows `facts` next to the time. */
function testedReply<Facts extends object>(tested: ProbeOutcome, facts: Facts, language: Language) {
  const time = Math.round(tested.tookMs) / 1000
  if (tested.ok) {
    const { operation } = tested
    return reply({ data: { time, ...facts, ...(operation && { operation }) }, extra: { time } })
  }
  const error = tested.error ?? new GatewayError('upstream.invalid_answer')
  const message = messageOf(error, language)
  return reply<{ time: number } & Facts>({
    message,
    extra: { success: false, code: error.id, time },
  })
}

async function testAll({ services, actor }: Call): Promise<undefined> {
  await services.channels.testAll(actor)
}

async function balance({ services, actor, params }: IdCall) {
  const amount = await services.channels.refreshBalance(actor, params.id)
  return reply({ data: { balance: amount }, extra: { balance: amount } })
}

async function balanceAll({ services, actor }: Call): Promise<undefined> {
  await endOf(await services.channels.refreshAllBalances(actor))
}
