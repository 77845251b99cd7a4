/** OpenID Connect providers besides the one of the options, under the path that the family has. */
import { Type } from '@sinclair/typebox'
import { NEW_PROVIDER, ProviderFields } from '../accounts/identity-providers'
import { endpoint, IdParams, Nothing } from './endpoint'

const ProviderJson = Type.Composite([
  Type.Object({
    id: Type.Integer(),
    /** In addresses: `/oauth/SLUG` is where it sends people back to. */
    slug: Type.String(),
    /** How many are known there. */
    users: Type.Integer(),
  }),
  ProviderFields,
])

const Input = Type.Composite([
  Type.Partial(ProviderFields),
  /** Absent or "" keeps the one that there is; it is never answered. */
  Type.Object({ client_secret: Type.Optional(Type.String()) }),
])

const EXAMPLE = {
  ...NEW_PROVIDER,
  id: 3,
  slug: 'acme',
  users: 12,
  name: 'Acme',
  well_known: 'https://id.acme.example/.well-known/openid-configuration',
  client_id: 'gw',
}

const OF_ROOT = { role: 'root', secondFactor: 'fresh' } as const

export const identityProviderEndpoints = [
  endpoint({
    id: 'identity_provider.list',
    method: 'GET',
    path: '/api/custom-oauth-provider/',
    role: 'root',
    heavy: true,
    data: Type.Array(ProviderJson),
    summary: 'Lists OpenID Connect providers that were added, without their secrets.',
    example: [EXAMPLE],
  }),
  endpoint({
    ...OF_ROOT,
    id: 'identity_provider.create',
    method: 'POST',
    path: '/api/custom-oauth-provider/',
    body: Type.Composite([Input, Type.Object({ slug: Type.String() })]),
    data: ProviderJson,
    summary: 'Adds a provider; its discovery document is read, and must name what is needed.',
    example: EXAMPLE,
  }),
  endpoint({
    ...OF_ROOT,
    id: 'identity_provider.update',
    method: 'PUT',
    path: '/api/custom-oauth-provider/:id',
    params: IdParams,
    body: Input,
    data: ProviderJson,
    summary: 'Changes what is given; the slug stays.',
    example: EXAMPLE,
  }),
  endpoint({
    ...OF_ROOT,
    id: 'identity_provider.remove',
    method: 'DELETE',
    path: '/api/custom-oauth-provider/:id',
    params: IdParams,
    data: Nothing,
    summary: 'Removes a provider that is nobody’s only way in, with the identities known by it.',
    example: undefined,
  }),
] as const
