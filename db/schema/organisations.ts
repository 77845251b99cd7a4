import type { Generated } from 'kysely'
import type { MemberRole } from '../../server/domain/accounts/membership'

/** What an account of type `organisation` has in addition to its row in `users`. */
export interface OrganisationsTable {
  /** Of the account. */
  id: number
  /** Whoever has an address at one may ask to join; separated by blanks. */
  join_domains: string
  created_by: number
  created_at: number
}

export interface MembersTable {
  id: Generated<number>
  organisation_id: number
  user_id: number
  role: MemberRole
  /**
   * `requested` until somebody of the organisation lets them in. Who has left stays known by
   * what they have spent.
   */
  state: 'active' | 'requested' | 'left'
  created_at: number
}

export interface ProjectsTable {
  id: Generated<number>
  organisation_id: number
  name: string
  created_at: number
  /** 0 while tokens can be made in it. */
  closed_at: number
}

export interface InvitationsTable {
  id: Generated<number>
  organisation_id: number
  /** Who alone may accept it; "" for whoever has the link. */
  email: string
  role: MemberRole
  code_hash: string
  uses_left: number
  expires_at: number
  created_by: number
  created_at: number
}
