import type { Static } from '@sinclair/typebox'
import { SCOPE_PRESETS } from '../../domain/accounts/scopes'
import { accessTokenEndpoints } from '../../domain/endpoints/access-token'
import type { AccessTokenView } from '../../services/access-tokens/named'
import { handlers } from '../handlers'

type Row = Static<(typeof accessTokenEndpoints)[0]['data']>[number]

export const accessTokenRoutes = handlers(accessTokenEndpoints, {
  'access_token.list': async ({ services, viewer }) =>
    (await services.accessTokens.list(viewer.user.id)).map(rowOf),
  'access_token.create': async ({ services, actor, viewer, body }) => {
    const { expires_at: expiresAt, replace: isReplacing } = body
    const { name = '', networks } = body
    const scopes = scopesIn(body) ?? undefined
    const input = { name, networks, scopes, viewer, expiresAt, isReplacing }
    const { token, view } = await services.accessTokens.create(actor, input)
    return { ...rowOf(view), token }
  },
  'access_token.update': async ({ services, actor, viewer, params, body }) => {
    const { name, networks } = body
    const change = { viewer, id: params.id, name, networks, scopes: scopesIn(body) }
    await services.accessTokens.change(actor, change)
  },
  'access_token.remove': async ({ services, actor, params }) => {
    await services.accessTokens.revoke(actor, params.id)
  },
  'access_token.list_of': async ({ services, actor, params }) => {
    const { id } = await services.users.showLower(actor, params.id)
    return (await services.accessTokens.list(id)).map(rowOf)
  },
  'access_token.remove_of': async ({ services, actor, params }) => {
    await services.accessTokens.revokeOf(actor, { userId: params.id, id: params.token })
  },
})

interface Chosen {
  readonly scopes?: readonly string[] | null
  readonly preset?: keyof typeof SCOPE_PRESETS
}

/** Null for everything, `undefined` where nothing is said. */
function scopesIn({ scopes, preset }: Chosen): readonly string[] | null | undefined {
  return preset === undefined ? scopes : SCOPE_PRESETS[preset]
}

function rowOf({ scopes, ...view }: AccessTokenView): Row {
  return { ...view, scopes: scopes === undefined ? null : [...scopes] }
}
