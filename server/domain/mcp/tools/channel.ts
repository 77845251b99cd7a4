import { Type } from '@sinclair/typebox'
import { OPERATIONS, PROTOCOLS } from '../../calls/protocol'
import { channelTypeById } from '../../channel-types'
import type { ChannelJson } from '../../endpoints/channel'
import { oneOf } from '../../endpoints/endpoint'
import { recordOf } from '../../json/records'
import { CHANNEL_STATUS, channelStatus, statusName } from '../../status'
import { Id, Nothing, optional, optionalId, Paging, pageFromZero } from '../input'
import { pick } from '../readable'
import { tool } from '../tool'

/** Settings of a channel are not among them: addresses in them may hold passwords. */
const FIELDS = [
  ...(['id', 'name', 'group', 'priority', 'weight', 'tag', 'models', 'test_model'] as const),
  ...(['frozen_until', 'response_time', 'used_quota', 'balance', 'test_time'] as const),
  ...(['created_time', 'auto_ban', 'key_count', 'keys_in_use', 'keys_cooling'] as const),
  ...(['cooling_until', 'cooling_reason'] as const),
]

function channelView(channel: ChannelJson): object {
  const { status_reason: reason, status_time: since } = recordOf(channel.other_info)
  return {
    ...pick(channel, FIELDS),
    type: channelTypeById(channel.type)?.name ?? channel.type,
    status: statusName(channelStatus, channel.status) ?? channel.status,
    status_reason: reason,
    status_time: since,
  }
}

export const channelTools = [
  tool({
    name: 'channel_list',
    title: 'List channels',
    description:
      'Channels (accounts at upstream providers) with status, models, groups, priority, weight, ' +
      'cooling keys, latency of the last test, and spend. Keys are never shown.',
    call: 'channel.search',
    input: Type.Object({
      ...Paging,
      keyword: optional('Id, or part of the name'),
      model: optional('Only channels that have this model'),
      group: optional('Only channels of this group'),
      status: Type.Optional(oneOf(['enabled', 'disabled', 'auto_disabled'])),
    }),
    request: ({ page, rows, status, ...query }) => ({
      query: {
        ...query,
        ...pageFromZero({ page, rows }),
        ...(status !== undefined && { status: CHANNEL_STATUS[status] }),
      },
    }),
    result: ({ data, total }) => ({ items: data.map(channelView), total }),
  }),
  tool({
    name: 'channel_show',
    title: 'Show a channel',
    description:
      'One channel. `stats_show` with kind "channel" says how it does and what its upstream ' +
      'answers.',
    call: 'channel.show',
    input: Type.Object({ id: Id('channel') }),
    request: (params) => ({ params }),
    result: ({ data }) => channelView(data),
  }),
  tool({
    name: 'route_explain',
    title: 'Explain a route',
    description:
      'Where a call of a model would go: every channel that has it, its odds, and why the others ' +
      'are not tried. With `request_id`, where a past call went.',
    call: 'route.explain',
    input: Type.Object({
      model: optional('Name of the model; may be left out with request_id'),
      group: optional('Group of the caller'),
      operation: Type.Optional(oneOf(OPERATIONS)),
      protocol: Type.Optional(oneOf(PROTOCOLS)),
      token_id: optionalId('As with this token'),
      request_id: optional('Of a past call'),
    }),
    request: (query) => ({ query }),
    result: ({ data: { stopped_by, ...data } }) => ({
      ...data,
      stopped_by: stopped_by.map(({ key: subject_id, ...limit }) => ({ ...limit, subject_id })),
    }),
  }),
  tool({
    name: 'model_list',
    title: 'List models',
    description:
      'Every model that a channel has or that was asked for in the last day: price in dollars ' +
      'per million tokens, channels, calls, failures, latency. The most called first.',
    call: 'model.board',
    input: Nothing,
    request: () => ({}),
    result: ({ data }) => ({
      items: data.map(({ calls_by_hour: _, failed_by_hour: __, ...row }) => row),
    }),
  }),
  tool({
    name: 'model_list',
    title: 'List models',
    description: 'Names of the models that you can call.',
    call: 'user.models',
    input: Type.Object({
      group: optional('Only those of this group'),
      operation: Type.Optional(oneOf(OPERATIONS)),
    }),
    request: (query) => ({ query }),
    result: ({ data }) => ({ items: data }),
  }),
  tool({
    name: 'channel_enable',
    title: 'Enable a channel',
    description: 'Lets a channel take calls again.',
    writes: 'changes',
    isIdempotent: true,
    call: 'channel.update',
    input: Type.Object({ id: Id('channel') }),
    request: ({ id }) => ({ body: { id, status: CHANNEL_STATUS.enabled } }),
    result: ({ data }) => channelView(data),
  }),
  tool({
    name: 'channel_disable',
    title: 'Disable a channel',
    description: 'Takes a channel out of routing; calls that run go on.',
    writes: 'changes',
    isIdempotent: true,
    call: 'channel.update',
    input: Type.Object({ id: Id('channel') }),
    request: ({ id }) => ({ body: { id, status: CHANNEL_STATUS.disabled } }),
    result: ({ data }) => channelView(data),
  }),
  tool({
    name: 'channel_set',
    title: 'Change a channel',
    description: 'Changes what is given of how a channel is routed; the rest stays.',
    writes: 'changes',
    isIdempotent: true,
    call: 'channel.update',
    input: Type.Object({
      id: Id('channel'),
      name: optional('New name'),
      priority: Type.Optional(Type.Integer({ description: 'Higher is tried first' })),
      weight: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Share among channels of the same priority' }),
      ),
      models: optional('All its models, with commas between them'),
      group: optional('All its groups, with commas between them'),
      tag: optional('Tag'),
    }),
    request: (body) => ({ body }),
    result: ({ data }) => channelView(data),
  }),
  tool({
    name: 'channel_test',
    title: 'Test a channel',
    description: 'Sends a tiny request to the upstream of a channel, which costs a little.',
    writes: 'adds',
    isOpenWorld: true,
    call: 'channel.test_post',
    input: Type.Object({ id: Id('channel'), model: optional('Another than its test model') }),
    request: ({ id, model }) => ({ params: { id }, query: { model } }),
    result: ({ data: { time, ...data } }) => ({ ...data, seconds: time }),
  }),
]
