import { identityProviderEndpoints } from '../../domain/endpoints/identity-provider'
import { handlers } from '../handlers'

export const identityProviderRoutes = handlers(identityProviderEndpoints, {
  'identity_provider.list': async ({ services }) => await services.identityProviders.list(),
  'identity_provider.create': async ({ services, actor, body }) =>
    await services.identityProviders.create(actor, body),
  'identity_provider.update': async ({ services, actor, params, body }) =>
    await services.identityProviders.change(actor, { ...body, id: params.id }),
  'identity_provider.remove': async ({ services, actor, params }) => {
    await services.identityProviders.remove(actor, params.id)
  },
})
