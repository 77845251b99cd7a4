import { ownMemberId } from '../../domain/accounts/membership'
import { type LogJson, logEndpoints } from '../../domain/endpoints/log'
import { contentOf } from '../../domain/logs/content'
import type { LogSort } from '../../domain/logs/log-sorts'
import type { ListedLog } from '../../services/logs/list'
import { toOwnLog } from '../../services/logs/own-view'
import type { Page } from '../../services/page'
import type { Viewer } from '../../services/sessions/identify'
import { bareList, reply } from '../envelope'
import { type Call, handlers } from '../handlers'
import { keyOf, OPEN_TO_PAGES } from '../key-in-header'

export const logRoutes = handlers(logEndpoints, {
  'log.list': async (call) => {
    const { query, services } = call
    const page = await services.logs.list({ ...filterOf(query), ...windowOf(query) })
    return mapped(page, await forOperator(call))
  },
  'log.list_own': async (call) => {
    const { query, services } = call
    const filter = { ...filterOf(query), ...(await ownFilter(call)) }
    const page = await services.logs.list({ ...filter, ...windowOf(query) })
    return mapped(page, await forOwner(call))
  },
  'log.search': async (call) => {
    const rows = await call.services.logs.search({ keyword: call.query.keyword })
    return rows.map(await forOperator(call))
  },
  'log.search_own': async (call) => {
    const { query, services, viewer } = call
    const rows = await services.logs.search({ keyword: query.keyword, userId: viewer.user.id })
    return rows.map(await forOwner(call))
  },
  'log.of_key': async (call) => {
    const { query, services, request } = call
    const { p = 0, page_size } = query
    const key = keyOf(request) ?? query.key ?? ''
    const page = await services.logs.ofKey({ key, page: p + 1, page_size })
    const { parts } = bareList(mapped(page, await forOwner(call)))
    return reply({ ...parts, headers: OPEN_TO_PAGES })
  },
  'log.stat': async ({ query, services }) => await services.logs.stat(filterOf(query)),
  'log.stat_own': async (call) =>
    await call.services.logs.stat({ ...filterOf(call.query), ...(await ownFilter(call)) }),
  'log.histogram': async ({ query, services }) => await services.logs.histogram(filterOf(query)),
  'log.histogram_own': async (call) =>
    await call.services.logs.histogram({ ...filterOf(call.query), ...(await ownFilter(call)) }),
  'log.remove': async ({ query, services, actor }) =>
    await services.logs.remove(actor, { beforeSeconds: query.target_timestamp }),
})

interface FilterQuery {
  readonly type?: number
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  readonly username?: string
  readonly token_name?: string
  readonly model_name?: string
  readonly channel?: number
  readonly group?: string
  readonly request_id?: string
  readonly q?: string
}

function filterOf(query: FilterQuery) {
  return {
    type: query.type || undefined,
    from: query.start_timestamp || undefined,
    to: query.end_timestamp || undefined,
    username: query.username,
    tokenName: query.token_name,
    model: query.model_name,
    channelId: query.channel || undefined,
    group: query.group,
    requestId: query.request_id,
    line: query.q,
  }
}

/** Of a member who may not see the calls of the others: those with the own tokens. */
async function ownFilter({ services, viewer: { user, member } }: OwnCall) {
  const memberId = ownMemberId(member)
  if (memberId === undefined) return { userId: user.id }
  return { userId: user.id, tokenIds: await services.organisations.tokenIdsOf(memberId) }
}

type OwnCall = Pick<Call<object, object, object, Viewer>, 'services' | 'viewer'>

function windowOf({ p: page, page_size, sort, order }: WindowQuery) {
  return { page, page_size, sort, order }
}

interface WindowQuery {
  readonly p?: number
  readonly page_size?: number
  readonly sort?: LogSort
  readonly order?: 'asc' | 'desc'
}

type Shown = (row: ListedLog) => LogJson
type ReadingCall = Pick<Call, 'services' | 'language'>

async function forOperator({ services, language }: ReadingCall): Promise<Shown> {
  const reader = await services.logs.reader({ language, seesUpstream: true })
  return (row) => jsonOf(row, contentOf(row, reader))
}

/** Rendered first, because the owner's view leaves out some of what the text is made from. */
async function forOwner({ services, language }: ReadingCall): Promise<Shown> {
  const reader = await services.logs.reader({ language, seesUpstream: false })
  return (row) => jsonOf(toOwnLog(row), contentOf(row, reader))
}

function mapped({ items, ...page }: Page<ListedLog>, shown: Shown) {
  return { ...page, items: items.map(shown) }
}

function jsonOf(row: ListedLog, content: string): LogJson {
  const { channel_id: channel, is_stream, ...rest } = row
  return { ...rest, content, channel, is_stream: is_stream === 1 }
}
