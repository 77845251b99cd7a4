/** Channels: the upstream accounts, and everything an operator does with them. */
import { type Static, Type } from '@sinclair/typebox'
import { channelFields } from '../nouns/channel'
import { sortsOf } from '../nouns/noun'
import { exampleOf, expectedOf, jsonOf, narrowedBy, settableOf } from '../nouns/noun-json'
import { channelKeyEndpoints } from './channel-keys'
import { channelUpstreamEndpoints } from './channel-upstream'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalFlag,
  OptionalInteger,
  OptionalText,
  sortedBy,
} from './endpoint'

export const ChannelJson = jsonOf(channelFields)
export type ChannelJson = Static<typeof ChannelJson>

const EXAMPLE_CHANNEL: ChannelJson = exampleOf(channelFields)

const ListQuery = Type.Object({
  /** From 0. */
  p: OptionalInteger,
  page_size: OptionalInteger,
  id_sort: OptionalFlag,
  tag_mode: OptionalFlag,
  /** With `tag_mode`: channels without a tag follow the tags, and count in `total`. */
  untagged: OptionalFlag,
  type: OptionalInteger,
  status: OptionalInteger,
})

const SearchQuery = Type.Composite([
  ListQuery,
  narrowedBy(channelFields),
  Type.Object({
    keyword: OptionalText,
    /** "" and the word null stand for any. */
    group: OptionalText,
    model: OptionalText,
  }),
  // Wins over `id_sort`; not with `tag_mode`.
  sortedBy(sortsOf(channelFields)),
])

const ChannelFields = Type.Composite([
  settableOf(channelFields),
  Type.Object({
    /** The same as `group`, as a list; `group` wins. */
    groups: Type.Optional(Type.Array(Type.String())),
    auto_ban: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()])),
  }),
])

export type ChannelFields = Static<typeof ChannelFields>

const CreateBody = Type.Composite([
  ChannelFields,
  Type.Object({
    /** Id of a channel whose key is taken over. */
    copy_of: OptionalInteger,
    /** Null marks a copy in older front ends, which send the id of the original as `key`. */
    created_time: Type.Optional(Type.Union([Type.Null(), Type.Integer()])),
  }),
])

const UpdateBody = Type.Composite([
  Type.Object({ id: Type.Integer(), status: OptionalInteger }),
  ChannelFields,
  expectedOf(channelFields),
])

const IdsBody = Type.Object({ ids: Type.Array(Type.Integer(), { maxItems: 10_000 }) })
const TagBody = Type.Object({ tag: Type.String() })

const rows = [
  endpoint({
    id: 'channel.list',
    method: 'GET',
    path: '/api/channel/',
    role: 'admin',
    heavy: true,
    query: ListQuery,
    data: Type.Array(ChannelJson),
    summary:
      'Lists channels by priority, or by id with `id_sort`; `tag_mode` pages over tags and ' +
      'shows all channels of each, and counts those without one as `untagged`; with `untagged` ' +
      'these follow the tags. `total`, `page` and `page_size` stand beside `data`.',
    example: [EXAMPLE_CHANNEL],
  }),
  endpoint({
    id: 'channel.search',
    method: 'GET',
    path: '/api/channel/search',
    role: 'admin',
    heavy: true,
    query: SearchQuery,
    data: Type.Array(ChannelJson),
    summary: 'Finds channels by id, part of the name or whole key, by group and by model.',
    example: [EXAMPLE_CHANNEL],
  }),
  endpoint({
    id: 'channel.show',
    method: 'GET',
    path: '/api/channel/:id',
    role: 'admin',
    heavy: true,
    params: IdParams,
    data: ChannelJson,
    summary: 'Shows one channel, without its key.',
    example: EXAMPLE_CHANNEL,
  }),
  endpoint({
    id: 'channel.create',
    method: 'POST',
    path: '/api/channel/',
    role: 'admin',
    body: CreateBody,
    data: Type.Array(ChannelJson),
    summary:
      'Makes one channel per line of `key`, or one channel with all of them when `key_mode` is ' +
      'round_robin, random or least_used; service accounts are one key of many lines.',
    example: [EXAMPLE_CHANNEL],
  }),
  endpoint({
    id: 'channel.update',
    method: 'PUT',
    path: '/api/channel/',
    role: 'admin',
    body: UpdateBody,
    data: ChannelJson,
    summary:
      'Changes what is sent. A blank name, key, models or group and a zero type or status ' +
      'stay as they are. A new destination of the key needs the key again, unless by root.',
    example: EXAMPLE_CHANNEL,
  }),
  endpoint({
    id: 'channel.remove',
    method: 'DELETE',
    path: '/api/channel/:id',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Deletes a channel.',
    example: undefined,
  }),
] as const

const many = [
  endpoint({
    id: 'channel.remove_disabled',
    method: 'DELETE',
    path: '/api/channel/disabled',
    role: 'admin',
    data: Type.Integer(),
    summary: 'Deletes every disabled channel; answers how many.',
    example: 4,
  }),
  endpoint({
    id: 'channel.remove_many',
    method: 'POST',
    path: '/api/channel/batch',
    role: 'admin',
    body: IdsBody,
    data: Type.Integer(),
    summary: 'Deletes the channels of these ids; answers how many there were.',
    example: 2,
  }),
  endpoint({
    id: 'channel.tag_many',
    method: 'POST',
    path: '/api/channel/batch/tag',
    role: 'admin',
    body: Type.Object({
      ids: IdsBody.properties.ids,
      tag: Type.Union([Type.Null(), Type.String()]),
    }),
    data: Type.Integer(),
    summary: 'Gives the channels of these ids a tag, or takes it away with null.',
    example: 2,
  }),
  endpoint({
    id: 'channel.tag_update',
    method: 'PUT',
    path: '/api/channel/tag',
    role: 'admin',
    body: Type.Object({
      tag: Type.String(),
      new_tag: OptionalText,
      model_mapping: OptionalText,
      models: OptionalText,
      groups: OptionalText,
      priority: OptionalInteger,
      weight: OptionalInteger,
    }),
    data: Type.Integer(),
    summary:
      'Changes every channel of a tag alike; blank texts stay as they are, a blank new_tag ' +
      'dissolves the tag. Answers how many channels there are.',
    example: 2,
  }),
  endpoint({
    id: 'channel.tag_enable',
    method: 'POST',
    path: '/api/channel/tag/enabled',
    role: 'admin',
    body: TagBody,
    data: Nothing,
    summary: 'Enables every channel of a tag.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.tag_disable',
    method: 'POST',
    path: '/api/channel/tag/disabled',
    role: 'admin',
    body: TagBody,
    data: Nothing,
    summary: 'Disables every channel of a tag.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.repair',
    method: 'POST',
    path: '/api/channel/fix',
    role: 'admin',
    data: Type.Integer(),
    summary: 'Rebuilds missing and wrong routing rows; answers of how many channels.',
    example: 0,
  }),
] as const

export const channelEndpoints = [
  ...rows,
  ...many,
  ...channelUpstreamEndpoints,
  ...channelKeyEndpoints,
] as const
