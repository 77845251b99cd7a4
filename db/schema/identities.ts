import type { Generated } from 'kysely'

/** OpenID Connect providers in addition to the one of the options `oidc.*`. */
export interface IdentityProvidersTable {
  id: Generated<number>
  /** In addresses; never changed. */
  slug: string
  /** As people read it. */
  name: string
  enabled: 0 | 1
  /** 1 when a first sign-in makes an account, whatever the site's own rule. */
  registers: 0 | 1
  /** 1 when its people are those that a directory has provisioned. */
  links_scim: 0 | 1
  /** 1 when logging out here logs out there. */
  single_logout: 0 | 1
  /** Address of the discovery document. */
  well_known: string
  client_id: string
  client_secret_sealed: string
  /** With blanks between them. */
  scopes: string
  groups_claim: string
  /** JSON: value of the claim → group, `organisation:role`, role. */
  group_map: string
  organisation_map: string
  role_map: string
  created_at: number
  updated_at: number
}

/** Who somebody is at one of them. */
export interface IdentitiesTable {
  provider_id: number
  subject: string
  user_id: number
  created_at: number
}

/** What a directory calls users that it has provisioned. */
export interface ScimUsersTable {
  user_id: number
  /** As the directory has said last; an operator may have banned the user besides. */
  active: 0 | 1
  user_name: string
  external_id: string
  given_name: string
  family_name: string
  created_at: number
  updated_at: number
}

export interface ScimGroupsTable {
  id: Generated<number>
  name: string
  external_id: string
  created_at: number
  updated_at: number
}

export interface ScimMembersTable {
  group_id: number
  user_id: number
}

export interface SessionsTable {
  /** SHA-256 of the cookie value. */
  id: string
  user_id: number
  expires_at: number
  created_at: number
  last_seen_at: number
  ip: string
  user_agent: string
  /** When a second factor was last proved in it; 0 for never. */
  factor_at: Generated<number>
  /** 1 while it waits for a second factor: it lets nobody in. */
  pending: Generated<number>
  /** Slug of the provider that it came by, and who that says it is; "" for none. */
  provider: Generated<string>
  provider_subject: Generated<string>
  /** Id of the session there, where the provider reports one. */
  provider_session: Generated<string>
}
