import type { InputOf } from '../../domain/api-calls/contract'
import { type AnyTokenJson, type TokenJson, tokenEndpoints } from '../../domain/endpoints/token'
import { filterOf, wireFlags } from '../../domain/nouns/noun-stored'
import { tokenFields } from '../../domain/nouns/token'
import type { TokenOfUser } from '../../services/tokens/any'
import type { SetTokenInput } from '../../services/tokens/set'
import type { TokenView, TokenWithKey } from '../../services/tokens/view'
import { bareList, reply } from '../envelope'
import { handlers } from '../handlers'
import { keyOf, OPEN_TO_PAGES } from '../key-in-header'
import { keyUsageJson } from './key-usage-json'
import { orderOf } from './order-of'

export const tokenRoutes = handlers(tokenEndpoints, {
  'token.list': async ({ query, services, viewer: { user, member } }) => {
    const window = { page: (query.p ?? 0) + 1, page_size: query.size }
    const page = await services.tokens.listOwn({ userId: user.id, member, ...window })
    return bareList({ ...page, items: page.items.map(tokenJson) })
  },
  'token.search': async ({ query, services, viewer: { user, member } }) => {
    const page = await services.tokens.searchOwn({
      userId: user.id,
      member,
      keyword: query.keyword,
      key: query.token,
      order: orderOf(query),
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
    await services.tokens.set(actor, changeOf(query, body))
    return tokenJson(await services.tokens.showOwn(actor, body.id))
  },
  'token.remove': async ({ params, services, actor }) => {
    await services.tokens.revoke(actor, params.id)
  },
  'token.usage': async ({ services, request }) => {
    const token = await services.tokens.ofKey(keyOf(request) ?? '')
    const data = keyUsageJson(token)
    // Its clients look for `code`, which is true where they find it.
    return reply({ data, message: 'ok', extra: { code: true }, headers: OPEN_TO_PAGES })
  },
  'token.rotate': async ({ params, services, actor }) =>
    tokenJson(await services.tokens.rotate(actor, params.id)),

  'token.move': async ({ params, body, services, actor }) => {
    const { organisation_id: organisationId, project_id: projectId } = body
    await services.tokens.move(actor, { id: params.id, organisationId, projectId })
  },

  'token.list_any': async ({ query, services }) => {
    const { p, page_size, keyword, token, user_id, username } = query
    const page = await services.tokens.listAny({
      page: p,
      page_size,
      key: token,
      username,
      filter: { ...filterOf(tokenFields, query), keyword, userId: user_id || undefined },
      order: orderOf(query),
    })
    return { ...page, items: page.items.map(anyTokenJson) }
  },
  'token.show_any': async ({ params, services }) =>
    anyTokenJson(await services.tokens.viewAny(params.id)),
  'token.update_any': async ({ query, body, services, actor }) => {
    await services.tokens.set(actor, { ...changeOf(query, body), of_anybody: true })
    return anyTokenJson(await services.tokens.showAny(actor, body.id))
  },
  'token.remove_any': async ({ params, services, actor }) => {
    await services.tokens.revokeAny(actor, params.id)
  },
  'token.freeze': async ({ params, body: { until = -1, reason = '' }, services, actor }) => {
    await services.tokens.freeze(actor, { id: params.id, until, reason })
  },
  'token.unfreeze': async ({ params, services, actor }) => {
    await services.tokens.unfreeze(actor, params.id)
  },
})

type UpdateBody = NonNullable<InputOf<'token.update'>['body']>

function changeOf(query: { readonly status_only?: string }, body: UpdateBody): SetTokenInput {
  const { id, status, ...fields } = body
  const isStatusOnly = (query.status_only ?? '') !== ''
  return isStatusOnly ? { id, status } : { id, ...fields, claimed_status: status }
}

function tokenJson(token: TokenWithKey): TokenJson {
  const { key_hint: _hint, ...shown } = token
  return wireForm(shown)
}

function anyTokenJson(token: TokenOfUser): AnyTokenJson {
  return wireForm(token)
}

function wireForm<Token extends Omit<TokenView, 'key_hint'>>(token: Token) {
  const { deleted_at: _deleted, ...shown } = token
  return { ...wireFlags(tokenFields, shown), DeletedAt: null }
}
