import { upstreamModelEndpoints } from '../../domain/endpoints/upstream-model'
import { messageOf } from '../../domain/errors/message'
import { endOf } from '../../services/channels/sweep'
import { handlers } from '../handlers'

export const upstreamModelRoutes = handlers(upstreamModelEndpoints, {
  'upstream_model.list': async ({ query, services }) => {
    const { p: page, page_size, channel_id: channelId, kind, state } = query
    const input = { page, page_size, channelId: channelId || undefined, kind, state }
    const found = await services.upstreamModels.list(input)
    return { ...found, items: [...found.items] }
  },
  'upstream_model.channels': async ({ services, language }) =>
    (await services.upstreamModels.states()).map(({ failure, ...state }) => ({
      ...state,
      failure: failure === undefined ? '' : messageOf(failure, language),
    })),
  'upstream_model.walk': async ({ body, services, actor, language }) => {
    const sweep = await services.upstreamModels.walk(actor, body)
    const isOver = await endOf(sweep)
    const { changed, failures, ...counts } = sweep.soFar()
    return {
      ...counts,
      ...{ added: changed.add, retired: changed.retire, mapped: changed.map, running: !isOver },
      failures: failures.map(({ error, ...channel }) => {
        return { ...channel, reason: messageOf(error, language) }
      }),
    }
  },
  'upstream_model.apply': async ({ body, services, actor }) => ({
    done: await services.upstreamModels.apply(actor, body),
  }),
  'upstream_model.ignore': async ({ body, services, actor }) => ({
    done: await services.upstreamModels.ignore(actor, body),
  }),
})
