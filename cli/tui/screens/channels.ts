import { canRelay } from '../../../server/domain/calls/model-calls'
import { CHANNEL_TYPES, channelTypeById } from '../../../server/domain/channel-types'
import { gapOf } from '../../../server/domain/channels/gaps'
import { retiredAdvice } from '../../../server/domain/channels/guide'
import { restReason } from '../../../server/domain/channels/retired-types'
import { channelTypeName } from '../../../server/domain/channels/type-name'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { isTextKey } from '../../../server/domain/i18n/translate'
import { channelFields } from '../../../server/domain/nouns/channel'
import { setNamesOf } from '../../../server/domain/nouns/noun'
import { channelResource } from '../../../server/domain/resources/channels'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import type { CellText, Reader } from '../cells'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { ROW_ACTIONS } from './channel-actions'
import { channelForm } from './channel-form'
import { LIST_ACTIONS } from './channel-list-actions'
import { groupField, numberOrNothing, stateFilter } from './form-values'
import { sortQuery } from './sort-query'

/** Why and when the gateway switched it off. */
function reasonOf({ other_info }: ChannelJson): string {
  const found = /"status_reason":\s*"((?:[^"\\]|\\.)*)"/.exec(other_info)?.[1]
  return found === undefined ? '' : found.replace(/\\(.)/g, '$1')
}

/** Of the fields that no column shows, those that somebody has set. */
function setFacts(channel: ChannelJson, { text }: Reader): readonly string[] {
  return setNamesOf(channelFields).flatMap((name) => {
    const key = `field.channel.${name}`
    const isShown = Object.hasOwn(channelResource.columns, name) || name === 'max_input_tokens'
    const value = channel[name]
    return isShown || value === '' || !isTextKey(key) ? [] : [`${text(key)}: ${value}`]
  })
}

/** The type belongs to the address: both say where requests go. */
async function filterFields(tools: Tools) {
  const { text, language } = tools
  const any = { value: '', title: text('tui.any') }
  const types = CHANNEL_TYPES.filter(({ selectable }) => selectable)
  return [
    stateFilter('channel_status', text('field.channel.status'), text),
    {
      name: 'type',
      label: text('field.channel.type'),
      kind: 'choice' as const,
      choices: [
        any,
        ...types.map((row) => ({ value: String(row.id), title: channelTypeName(row, language) })),
      ],
    },
    await groupField(tools, {
      name: 'group',
      label: text('field.channel.group'),
      blank: text('tui.any'),
    }),
    { name: 'model', label: text('channel.search_model'), kind: 'text' as const },
    { name: 'id_sort', label: text('channel.sort_by_id'), kind: 'flag' as const },
  ]
}

/** Cells that say what would look like a fact and is none. */
const CELLS: Partial<
  Record<string, (channel: ChannelJson, reader: Reader) => CellText | undefined>
> = {
  type: ({ type }, reader) => {
    const row = channelTypeById(type)
    if (row === undefined || canRelay(row)) return undefined
    return { text: `! ${row.name}: ${restReason(row, reader)}`, tone: 'warning' }
  },
  status: (channel, { text, format }) => {
    const { cooling_until, keys_cooling, frozen_until } = channel
    if (frozen_until !== 0) return { text: `! ${text('channel.frozen')}`, tone: 'bad' }
    if (gapOf(channel) !== undefined) {
      return { text: `! ${text('route.verdict.incomplete')}`, tone: 'warning' }
    }
    if (cooling_until > 0) {
      const time = format.time(cooling_until)
      return { text: `! ${text('key.cooling', { time })}`, tone: 'warning' }
    }
    return keys_cooling === 0
      ? undefined
      : { text: `! ${text('key.some_cooling', { count: keys_cooling })}`, tone: 'warning' }
  },
  response_time: ({ response_time, test_time }, { text }) =>
    response_time === 0 && test_time > 0
      ? { text: `! ${text('channel.test_bad')}`, tone: 'bad' }
      : undefined,
  balance: ({ type, balance_updated_time }, { text }) => {
    if (channelTypeById(type)?.reportsBalance !== true) {
      return { text: text('channel.balance_untold'), tone: 'quiet' }
    }
    return balance_updated_time > 0 ? undefined : { text: '-', tone: 'quiet' }
  },
}

const SORTS = [
  { column: 'priority', isDown: true },
  { column: 'used_quota', isDown: true },
  { column: 'balance', isDown: false },
  { column: 'response_time', isDown: true },
  { column: 'weight', isDown: true },
  { column: 'name', isDown: false },
] as const

export const channelScreen = resourceScreen<ChannelJson>({
  id: 'channel',
  hotkey: 'c',
  title: 'nav.channel',
  columns: channelResource.columns,
  titleOf: (column) => `field.channel.${column as keyof typeof channelResource.columns}`,
  nameOf: ({ name }) => name,
  searchTitle: 'channel.search',
  sorts: SORTS,
  filters: filterFields,
  list: async ({ api }, { page, size, keyword, filters, sort }) => {
    const status = numberOrNothing(filters.status)
    const type = numberOrNothing(filters.type)
    const { data, total = 0 } = await api.call('channel.search', {
      query: {
        p: page - 1,
        page_size: size,
        keyword,
        ...(filters.group !== undefined && { group: filters.group }),
        ...(filters.model !== undefined && { model: filters.model }),
        ...(status !== undefined && { status }),
        ...(type !== undefined && { type }),
        ...(filters.id_sort === 'true' ? { id_sort: true } : sortQuery(SORTS, sort)),
      },
    })
    return { rows: data, total }
  },
  cell: (name, row, reader) => CELLS[name]?.(row, reader),
  isResting: ({ status }) => status !== CHANNEL_STATUS.enabled,
  rowActions: ROW_ACTIONS,
  listActions: LIST_ACTIONS,
  create: (tools) => channelForm(undefined, tools),
  edit: (channel, tools) => channelForm(channel, tools),
  facts: (channel, reader) => {
    const { text } = reader
    const reason = reasonOf(channel)
    const row = channelTypeById(channel.type)
    const models = channel.models.split(',')
    const retired =
      row === undefined ? '' : retiredAdvice(row, { models, baseUrl: channel.base_url }, text)
    const { otherField = '' } = row ?? {}
    return [
      ...[reason, channel.cooling_reason, retired].filter((line) => line !== ''),
      ...(channel.key_mode === ''
        ? []
        : [text('key.count', { used: channel.keys_in_use, count: channel.key_count })]),
      ...(otherField === '' || channel.other === ''
        ? []
        : [`${text(`channel.other_${otherField}`)}: ${channel.other}`]),
      ...setFacts(channel, reader),
    ]
  },
})
