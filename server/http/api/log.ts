import { type LogJson, logEndpoints } from '../../domain/endpoints/log'
import type { ListedLog } from '../../services/logs/list'
import { toOwnLog, toOwnLogs } from '../../services/logs/own-view'
import type { Page } from '../../services/page'
import { bareList, reply } from '../envelope'
import { handlers } from '../handlers'

export const logRoutes = handlers(logEndpoints, {
  'log.list': async ({ query, services }) =>
    logPage(await services.logs.list({ ...filterOf(query), ...windowOf(query) })),
  'log.list_own': async ({ query, services, viewer }) => {
    const filter = { ...filterOf(query), userId: viewer.user.id }
    return logPage(toOwnLogs(await services.logs.list({ ...filter, ...windowOf(query) })))
  },
  'log.search': async ({ query, services }) =>
    (await services.logs.search({ keyword: query.keyword })).map(logJson),
  'log.search_own': async ({ query, services, viewer }) => {
    const rows = await services.logs.search({ keyword: query.keyword, userId: viewer.user.id })
    return rows.map(toOwnLog).map(logJson)
  },
  'log.of_key': async ({ query, services, request }) => {
    const given = request.headers.get('authorization')?.replace(/^bearer\s+/i, '')
    const { p = 0, page_size } = query
    const page = await services.logs.ofKey({
      key: given ?? query.key ?? '',
      page: p + 1,
      page_size,
    })
    const { parts } = bareList({ ...page, items: page.items.map(logJson) })
    // Whoever has the key may ask from any page; no cookie is of use here.
    return reply({ ...parts, headers: { 'access-control-allow-origin': '*' } })
  },
  'log.stat': async ({ query, services }) => await services.logs.stat(filterOf(query)),
  'log.stat_own': async ({ query, services, viewer }) =>
    await services.logs.stat({ ...filterOf(query), userId: viewer.user.id }),
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
  }
}

function windowOf({ p: page, page_size }: { readonly p?: number; readonly page_size?: number }) {
  return { page, page_size }
}

function logPage({ items, total, page, page_size }: Page<ListedLog>) {
  return { items: items.map(logJson), total, page, page_size }
}

function logJson({ channel_id: channel, is_stream, ...row }: ListedLog): LogJson {
  return { ...row, channel, is_stream: is_stream === 1 }
}
