import { usageEndpoints } from '../../domain/endpoints/usage'
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  USAGE_GROUP_NAMES,
  USAGE_GROUPS,
  USAGE_MEASURES,
  type UsageGroup,
  type UsageMeasure,
  type UsageWindow,
} from '../../domain/usage/explore'
import type { Explored } from '../../services/usage/explore'
import type { SessionSum, SessionTurn } from '../../services/usage/sessions'
import { handlers } from '../handlers'

export const usageRoutes = handlers(usageEndpoints, {
  'usage.explore': async ({ query, services }) =>
    shown(await services.usage.explore(questionOf(query))),
  'usage.explore_own': async ({ query, services, viewer }) => {
    const question = questionOf(query)
    refuseForeign(question)
    return ownShare(await services.usage.explore({ ...question, userId: viewer.user.id }))
  },
  'usage.sessions': async ({ query, services }) => {
    const { p: page, page_size, client, user_id } = query
    const userId = user_id || undefined
    const { items, ...rest } = await services.usage.sessions({ page, page_size, client, userId })
    return { ...rest, items: items.map(sessionJson) }
  },
  'usage.sessions_own': async ({ query, services, viewer }) => {
    const { p: page, page_size, client } = query
    const userId = viewer.user.id
    const { items, ...rest } = await services.usage.sessions({ page, page_size, client, userId })
    return { ...rest, items: items.map(ownSession) }
  },
  'usage.session': async ({ query, services }) => {
    const { session: id, user_id: userId } = query
    const { session, turns, ...rest } = await services.usage.session({ session: id, userId })
    return { ...rest, session: sessionJson(session), turns: turns.map(turnJson) }
  },
  'usage.session_own': async ({ query, services, viewer }) => {
    const question = { session: query.session, userId: viewer.user.id }
    const { session, turns, ...rest } = await services.usage.session(question)
    return { ...rest, session: ownSession(session), turns: turns.map(ownTurn) }
  },
})

type ExploreQuery = Partial<Readonly<Record<UsageGroup, string>>> & {
  readonly measure?: UsageMeasure
  readonly window?: UsageWindow
  readonly by?: string
  readonly top?: number
  readonly shift?: number
}

const TOP = 8

function questionOf(query: ExploreQuery) {
  const { measure = 'spend', window = '24h', by = '', top = TOP, shift = 0 } = query
  const names = new Set(by.split(','))
  const groups = [...names].flatMap((name) => USAGE_GROUP_NAMES.find((one) => one === name) ?? [])
  const only = Object.fromEntries(
    USAGE_GROUP_NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  ) as Partial<Record<UsageGroup, string>>
  return { measure, window, by: groups, top, shift, only }
}

type Question = ReturnType<typeof questionOf>

/** What concerns channels and other users is the operator's. */
function refuseForeign({ measure, by, only }: Question): void {
  const groups = [...by, ...(Object.keys(only) as UsageGroup[])]
  const foreign = groups.find((name) => USAGE_GROUPS[name].adminOnly)
  const name = USAGE_MEASURES[measure].adminOnly ? measure : foreign
  if (name !== undefined) throw new GatewayError('usage.not_yours', { name })
}

/** Lists of the wire are not read-only. */
function shown({ groups, other, ...rest }: Explored) {
  return {
    ...rest,
    groups: groups.map((group) => ({
      ...group,
      keys: [...group.keys],
      series: [...group.series],
    })),
    other: other && { ...other, series: [...other.series] },
  }
}

function ownShare(explored: Explored) {
  const { groups, other, total, before, ...rest } = shown(explored)
  return {
    ...rest,
    total: ownTotals(total),
    before: ownTotals(before),
    groups: groups.map((group) => ({ ...group, total: ownTotals(group.total) })),
    other: other && { ...other, total: ownTotals(other.total) },
  }
}

function ownTotals({ cost: _, uncollected: __, ...total }: Explored['total']) {
  return total
}

function sessionJson(row: SessionSum) {
  return { ...row, models: [...row.models], channels: [...row.channels] }
}

function ownSession({ uncollected: _, ...row }: SessionSum) {
  return { ...row, models: [...row.models], channels: [] }
}

function turnJson(turn: SessionTurn) {
  return { ...turn, changed: [...turn.changed] }
}

function ownTurn(turn: SessionTurn) {
  const changed = turn.changed.filter((change) => change !== 'channel')
  return { ...turn, channel: 0, channel_name: '', attempts: 1, changed }
}
