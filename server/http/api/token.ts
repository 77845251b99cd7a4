import { type TokenJson, tokenEndpoints } from '../../domain/endpoints/token'
import type { TokenWithKey } from '../../services/tokens/view'
import { bareList } from '../envelope'
import { handlers } from '../handlers'

export const tokenRoutes = handlers(tokenEndpoints, {
  'token.list': async ({ query, services, viewer }) => {
    const window = { page: (query.p ?? 0) + 1, page_size: query.size }
    const page = await services.tokens.listOwn({ userId: viewer.user.id, ...window })
    return bareList({ ...page, items: page.items.map(tokenJson) })
  },
  'token.search': async ({ query, services, viewer }) => {
    const page = await services.tokens.searchOwn({
      userId: viewer.user.id,
      keyword: query.keyword,
      key: query.token,
      page: (query.p ?? 0) + 1,
      ...(query.size !== undefined && { page_size: query.size }),
    })
    return bareList({ ...page, items: page.items.map(tokenJson) })
  },
  'token.show': async ({ params, services, actor }) =>
    tokenJson(await services.tokens.showOwn(actor, params.id)),
  'token.create': async ({ body, services, actor }) => {
    const tokens = await services.tokens.create(actor, { ...body, user_id: actor.id })
    return tokens.map(tokenJson)
  },
  'token.update': async ({ query, body, services, actor }) => {
    const { id, status, ...fields } = body
    const isStatusOnly = (query.status_only ?? '') !== ''
    const change = isStatusOnly ? { id, status } : { id, ...fields, claimed_status: status }
    await services.tokens.set(actor, change)
    return tokenJson(await services.tokens.showOwn(actor, id))
  },
  'token.remove': async ({ params, services, actor }) => {
    await services.tokens.revoke(actor, params.id)
  },
})

function tokenJson(token: TokenWithKey): TokenJson {
  const { key_hint: _hint, deleted_at: _deleted, ...shown } = token
  return {
    ...shown,
    unlimited_quota: shown.unlimited_quota === 1,
    model_limits_enabled: shown.model_limits_enabled === 1,
    DeletedAt: null,
  }
}
