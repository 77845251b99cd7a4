import { Type } from '@sinclair/typebox'
import { oneOf } from '../../endpoints/endpoint'
import { STAT_RANGES, SUBJECT_KINDS } from '../../logs/rollups'
import { Id, Nothing, optional, Paging, pageFromOne, Span, spanQuery } from '../input'
import { pick } from '../readable'
import { tool } from '../tool'

export const siteTools = [
  tool({
    name: 'gateway_status',
    title: 'Status of the gateway',
    description:
      'Version, name, address and start time of the gateway, and what its settings let users do.',
    call: 'status.show',
    input: Nothing,
    request: () => ({}),
    result: ({ data }) =>
      pick(data, [
        ...(['version', 'start_time', 'system_name', 'server_address', 'register'] as const),
        ...(['quota_per_unit', 'enable_online_topup', 'demo_site_enabled'] as const),
        ...(['self_use_mode_enabled', 'docs_link', 'top_up_link'] as const),
      ]),
  }),
  tool({
    name: 'gateway_health',
    title: 'Health of the gateway',
    description:
      'Calls, failures, latency and spend of the last hour beside the same hour of yesterday, ' +
      'requests a minute now, and what is held for calls that run.',
    call: 'overview.health',
    input: Nothing,
    request: () => ({}),
    result: ({ data: { buckets: _, step: __, ...data } }) => data,
  }),
  tool({
    name: 'attention_list',
    title: 'What needs attention',
    description:
      'What an operator should look at now: channels that were switched off or fail, tokens that ' +
      'spend far more than usual, models without price or channel, upstream accounts that run dry.',
    call: 'overview.attention',
    input: Nothing,
    request: () => ({}),
    result: ({ data }) => data,
  }),
  tool({
    name: 'change_list',
    title: 'Changes of the site',
    description:
      'What was changed lately and may explain an incident: channels added, deleted, enabled or ' +
      'disabled, prices set, versions started. The last day unless `from` says otherwise.',
    call: 'overview.changes',
    input: Type.Object({ from: Span.from }),
    request: ({ from }) => ({ query: spanQuery({ from }) }),
    result: ({ data }) => ({ items: data }),
  }),
  tool({
    name: 'doctor_check',
    title: 'Check the configuration',
    description: 'Flaws of settings, channels, prices and storage, each with what to do about it.',
    call: 'overview.findings',
    input: Nothing,
    request: () => ({}),
    result: ({ data }) => ({ items: data }),
  }),
  tool({
    name: 'stats_show',
    title: 'Statistics of one subject',
    description:
      'Calls, failures, latency and spend of one channel, token, user or model over time, the ' +
      'same length before, and of channels the latest errors of the upstream.',
    call: 'stats.show',
    input: Type.Object({
      kind: oneOf(SUBJECT_KINDS),
      subject: Type.String({ description: 'Id; of a model its name' }),
      range: Type.Optional(oneOf(STAT_RANGES)),
    }),
    request: (query) => ({ query }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'alert_list',
    title: 'List alert rules',
    description:
      'Alert rules with their thresholds, and which of them fire or are pending, and for what.',
    call: 'alert.list',
    input: Nothing,
    request: () => ({}),
    result: ({ data }) => ({ items: data }),
  }),
  tool({
    name: 'alert_history',
    title: 'History of alerts',
    description: 'When alert rules fired in the last 90 days, newest first, with the worst value.',
    call: 'alert.history',
    input: Type.Object(Paging),
    request: (paged) => ({ query: pageFromOne(paged) }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'node_list',
    title: 'List processes',
    description: 'The processes that serve this gateway: version, load, memory, calls in flight.',
    call: 'node.list',
    input: Nothing,
    request: () => ({}),
    result: ({ data }) => ({ items: data }),
  }),
  tool({
    name: 'notice_list',
    title: 'List notices',
    description:
      'Notices to users and to root of the last 30 days, newest first, with why sending failed.',
    call: 'notice.list',
    input: Type.Object({
      ...Paging,
      state: optional('waiting, sent, failed, given_up or dismissed'),
      username: optional('To whom'),
    }),
    request: ({ state, username, ...paged }) => ({
      query: { ...pageFromOne(paged), state, username },
    }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'audit_list',
    title: 'List the audit log',
    description: 'What was changed, by whom and from where, newest first.',
    call: 'audit.list',
    input: Type.Object({
      ...Paging,
      ...Span,
      actor: optional('Name of who changed it'),
      action: optional('Such as channel.disable'),
      target: optional('Such as option:RetryTimes'),
    }),
    request: ({ page, rows, from, to, ...query }) => ({
      query: { ...query, ...pageFromOne({ page, rows }), ...spanQuery({ from, to }) },
    }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'option_list',
    title: 'List settings',
    description: 'Every setting with its value; secrets are left out.',
    call: 'option.list',
    input: Type.Object({ name: optional('Part of the name of a setting') }),
    request: () => ({}),
    result: ({ data }, { name: part = '' }) => ({
      items: data
        .filter(({ key }) => key.toLowerCase().includes(part.toLowerCase()))
        .map(({ key: name, value }) => ({ name, value })),
    }),
  }),
  tool({
    name: 'option_set',
    title: 'Set a setting',
    description: 'Saves a setting of the gateway; `option_list` shows names and values.',
    writes: 'changes',
    isIdempotent: true,
    call: 'option.set',
    input: Type.Object({
      name: Type.String({ description: 'Such as RetryTimes' }),
      value: Type.String({ description: 'Numbers, true, false and JSON as text' }),
      expected: optional('The value as it was read: nothing is saved if it has changed since'),
    }),
    request: ({ name: key, ...body }) => ({ body: { key, ...body } }),
    result: (_, { name }) => ({ done: true, name }),
  }),
  tool({
    name: 'notice_retry',
    title: 'Send a notice again',
    description: 'Sends a notice that failed or was given up once more, now.',
    writes: 'adds',
    isOpenWorld: true,
    call: 'notice.retry',
    input: Type.Object({ id: Id('notice') }),
    request: (params) => ({ params }),
    result: ({ data }) => data,
  }),
]
