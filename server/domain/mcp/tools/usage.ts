import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../endpoints/endpoint'
import type { ExploredJson, SessionJson } from '../../endpoints/usage'
import {
  USAGE_GROUP_NAMES,
  USAGE_GROUPS,
  USAGE_MEASURE_NAMES,
  USAGE_MEASURES,
  USAGE_WINDOW_NAMES,
} from '../../usage/explore'
import { Id, Nothing, optional, optionalId, Paging, pageFromOne } from '../input'
import { tool } from '../tool'

const MOST_GROUPS = 50

function Explore(isAdmin: boolean) {
  const groups = USAGE_GROUP_NAMES.filter((name) => isAdmin || !USAGE_GROUPS[name].adminOnly)
  const measures = USAGE_MEASURE_NAMES.filter((name) => isAdmin || !USAGE_MEASURES[name].adminOnly)
  return Type.Object({
    measure: Type.Optional(oneOf(measures)),
    window: Type.Optional(oneOf(USAGE_WINDOW_NAMES)),
    by: Type.Optional(
      Type.Array(oneOf(groups), { maxItems: 2, description: 'One or two things to group by' }),
    ),
    top: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_GROUPS })),
    ...Object.fromEntries(
      groups.map((name) => [name, optional(`Only of these: values of ${name}, with commas`)]),
    ),
  })
}

function exploreQuery({ by = [], ...query }: Static<ReturnType<typeof Explore>>) {
  return { ...query, by: by.join(',') }
}

/** Without the values over time, which are many. */
function explored({ groups, other, step: _, ...sums }: ExploredJson): object {
  return {
    ...sums,
    groups: groups.map(({ keys, total, value }) => ({
      group: keys.map(({ key, name }) => ({ value: key, name })),
      value,
      total,
    })),
    ...(other && { other: { groups: other.count, value: other.value, total: other.total } }),
  }
}

const SPEND = {
  name: 'usage_explore',
  title: 'Explore usage and spend',
  description:
    'A measure of usage (spend, requests, tokens, cache share, errors, latency …) in a window of ' +
    'time that ends now, grouped by up to two things, with the window before for comparison. ' +
    'Money is in credits, with dollars beside it; `value` of spend is in credits.',
}

const SESSIONS = {
  name: 'session_list',
  title: 'List conversations',
  description:
    'Conversations of agents and other clients by their newest call: calls, spend, cached tokens.',
}

const SESSION = {
  name: 'session_show',
  title: 'Show a conversation',
  description:
    'The calls of one conversation, what changed between them, and what lost caches cost.',
}

const Session = { session: Type.String({ minLength: 1, description: 'Id of the conversation' }) }
const Sessions = { ...Paging, client: optional('Such as claude-code') }

const sessionView = ({ client_name: _, ...session }: SessionJson): object => session

export const usageTools = [
  tool({
    ...SPEND,
    call: 'usage.explore',
    input: Explore(true),
    request: (input) => ({ query: exploreQuery(input) }),
    result: ({ data }) => explored(data),
  }),
  tool({
    ...SPEND,
    call: 'usage.explore_own',
    input: Explore(false),
    request: (input) => ({ query: exploreQuery(input) }),
    result: ({ data }) => explored(data),
  }),
  tool({
    name: 'spender_list',
    title: 'List the largest spenders',
    description: 'The users, tokens, models and channels that spent most in the last 24 hours.',
    call: 'overview.top',
    input: Nothing,
    request: () => ({}),
    result: ({ data: { from, ...lists } }) => ({
      from,
      ...Object.fromEntries(
        Object.entries(lists).map(([name, rows]) => [
          name,
          rows.map(({ spend_by_hour: _, calls_by_hour: __, failed_by_hour: ___, ...row }) => row),
        ]),
      ),
    }),
  }),
  tool({
    ...SESSIONS,
    call: 'usage.sessions',
    input: Type.Object({ ...Sessions, user_id: optionalId('Only of this user') }),
    request: ({ client, user_id, ...paged }) => ({
      query: { ...pageFromOne(paged), client, user_id },
    }),
    result: ({ data }) => ({ ...data, items: data.items.map(sessionView) }),
  }),
  tool({
    ...SESSIONS,
    call: 'usage.sessions_own',
    input: Type.Object(Sessions),
    request: ({ client, ...paged }) => ({ query: { ...pageFromOne(paged), client } }),
    result: ({ data }) => ({ ...data, items: data.items.map(sessionView) }),
  }),
  tool({
    ...SESSION,
    call: 'usage.session',
    input: Type.Object({ ...Session, user_id: Id('user whose conversation it is') }),
    request: (query) => ({ query }),
    result: ({ data }) => data,
  }),
  tool({
    ...SESSION,
    call: 'usage.session_own',
    input: Type.Object(Session),
    request: (query) => ({ query }),
    result: ({ data }) => data,
  }),
]
