import { ownMemberId } from '../../domain/accounts/membership'
import { type LimitJson, limitEndpoints } from '../../domain/endpoints/limit'
import type { LimitView } from '../../services/limits/list'
import { handlers } from '../handlers'

export const limitRoutes = handlers(limitEndpoints, {
  'limit.list': async ({ query, services, actor }) =>
    (await services.limits.list(actor, query)).map(limitJson),
  'limit.set': async ({ body, services, actor }) => {
    await services.limits.set(actor, { ...body, setBy: 'admin' })
  },
  'limit.remove': async ({ params, services, actor }) => {
    await services.limits.remove(actor, { id: params.id, by: 'admin' })
  },
  'limit.list_own': async ({ query, services, viewer: { user, member } }) => {
    const holder = { userId: user.id, memberId: ownMemberId(member), tokenId: query.token_id }
    return (await services.limits.own(holder)).map(limitJson)
  },
  'limit.set_own': async ({ body, services, actor }) => {
    await services.limits.set(actor, { ...body, setBy: 'owner' })
  },
  'limit.remove_own': async ({ params, services, actor }) => {
    await services.limits.remove(actor, { id: params.id, by: 'owner' })
  },
})

export function limitJson({ limit, used, resetMs, name }: LimitView): LimitJson {
  const { startHour: start_hour, setBy: set_by, ...shown } = limit
  return {
    ...shown,
    start_hour,
    set_by,
    name,
    used,
    left: Math.max(0, limit.amount - used),
    resets_at: resetMs === undefined ? null : Math.ceil(resetMs / 1000),
  }
}
