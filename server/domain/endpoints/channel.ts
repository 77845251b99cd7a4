/** Channels: the upstream accounts, and everything an operator does with them. */
import { type Static, Type } from '@sinclair/typebox'
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

/** Texts are never null: front ends parse and split them. */
export const ChannelJson = Type.Object({
  id: Type.Integer(),
  type: Type.Integer(),
  /** Always "": keys are written, never read. */
  key: Type.String(),
  openai_organization: Type.String(),
  test_model: Type.String(),
  status: Type.Integer(),
  name: Type.String(),
  weight: Type.Integer(),
  created_time: Type.Integer(),
  test_time: Type.Integer(),
  /** Milliseconds. */
  response_time: Type.Integer(),
  base_url: Type.String(),
  other: Type.String(),
  balance: Type.Number(),
  balance_updated_time: Type.Integer(),
  models: Type.String(),
  group: Type.String(),
  used_quota: Type.Integer(),
  model_mapping: Type.String(),
  status_code_mapping: Type.String(),
  priority: Type.Integer(),
  auto_ban: Type.Integer(),
  /** JSON text with status_reason and status_time, or "". */
  other_info: Type.String(),
  tag: Type.String(),
  setting: Type.String(),
  param_override: Type.String(),
  /** 1 when private addresses may be reached, because root said so. */
  allow_private: Type.Integer(),
  /** How one of several keys is chosen; "" for a channel with one key. */
  key_mode: Type.String(),
  key_count: Type.Integer(),
  keys_in_use: Type.Integer(),
  keys_cooling: Type.Integer(),
  /** Epoch seconds until when it is left alone because it has failed; 0 when it is not. */
  cooling_until: Type.Integer(),
  cooling_reason: Type.String(),
})

export type ChannelJson = Static<typeof ChannelJson>

const EXAMPLE_CHANNEL: ChannelJson = {
  id: 3,
  type: 1,
  key: '',
  openai_organization: '',
  test_model: '',
  status: 1,
  name: 'main',
  weight: 0,
  created_time: 1_712_800_000,
  test_time: 0,
  response_time: 0,
  base_url: '',
  other: '',
  balance: 0,
  balance_updated_time: 0,
  models: 'gpt-4o,gpt-4o-mini',
  group: 'default,vip',
  used_quota: 0,
  model_mapping: '',
  status_code_mapping: '',
  priority: 0,
  auto_ban: 1,
  other_info: '',
  tag: '',
  setting: '',
  param_override: '',
  allow_private: 0,
  key_mode: '',
  key_count: 1,
  keys_in_use: 1,
  keys_cooling: 0,
  cooling_until: 0,
  cooling_reason: '',
}

const ListQuery = Type.Object({
  /** From 0. */
  p: OptionalInteger,
  page_size: OptionalInteger,
  id_sort: OptionalFlag,
  tag_mode: OptionalFlag,
  type: OptionalInteger,
  status: OptionalInteger,
})

const SearchQuery = Type.Composite([
  ListQuery,
  Type.Object({
    keyword: OptionalText,
    /** "" and the word null stand for any. */
    group: OptionalText,
    model: OptionalText,
  }),
  // Wins over `id_sort`; not with `tag_mode`.
  sortedBy(['name', 'used_quota', 'balance', 'response_time', 'priority', 'weight']),
])

const ChannelFields = Type.Object({
  type: OptionalInteger,
  name: OptionalText,
  key: OptionalText,
  key_mode: OptionalText,
  models: OptionalText,
  group: OptionalText,
  /** The same as a list; `group` wins. */
  groups: Type.Optional(Type.Array(Type.String())),
  base_url: OptionalText,
  other: OptionalText,
  openai_organization: OptionalText,
  test_model: OptionalText,
  model_mapping: OptionalText,
  status_code_mapping: OptionalText,
  param_override: OptionalText,
  setting: OptionalText,
  priority: OptionalInteger,
  weight: OptionalInteger,
  auto_ban: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()])),
  tag: OptionalText,
})

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
      'shows all channels of each, and counts those without one as `untagged`. `total`, `page` ' +
      'and `page_size` stand beside `data`.',
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
    id: 'channel.mend',
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
