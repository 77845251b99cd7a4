/** OpenID Connect providers that root adds to the one of the options. */
import { type Static, Type } from '@sinclair/typebox'

/** In addresses, between slashes. */
export const PROVIDER_SLUG = /^[a-z0-9][a-z0-9-]{0,30}$/
/** Ways to log in that have these names, and addresses next to theirs. */
export const RESERVED_SLUGS: readonly string[] = [
  ...['github', 'linuxdo', 'oidc', 'wechat', 'telegram', 'state'],
]
export const MOST_PROVIDERS = 20

const TextByName = Type.Record(Type.String(), Type.String())

/** As an operator sets it; what is absent stays, or is as the example has it. */
export const ProviderFields = Type.Object({
  name: Type.String(),
  enabled: Type.Boolean(),
  /** Address of the discovery document. */
  well_known: Type.String(),
  client_id: Type.String(),
  /** With blanks between them; "" for `openid profile email`. */
  scopes: Type.String(),
  /** A first sign-in makes an account, whatever the site's own rule. */
  registers: Type.Boolean(),
  /** Its people are those whom a directory has provisioned by SCIM. */
  links_scim: Type.Boolean(),
  /** Logging out here logs out there. */
  single_logout: Type.Boolean(),
  /** Claim whose values the maps have. */
  groups_claim: Type.String(),
  /** Value → group. */
  group_map: TextByName,
  /** Value → `organisation:role`. */
  organisation_map: TextByName,
  /** Value → `admin`, `user` or a custom role. */
  role_map: TextByName,
})

export type ProviderFields = Static<typeof ProviderFields>

export const NEW_PROVIDER: Omit<ProviderFields, 'name' | 'well_known' | 'client_id'> = {
  enabled: true,
  scopes: '',
  registers: false,
  links_scim: false,
  single_logout: false,
  groups_claim: 'groups',
  group_map: {},
  organisation_map: {},
  role_map: {},
}
