/** Members of an organisation, invitations to it, and its projects. */
import { type Static, Type } from '@sinclair/typebox'
import { MEMBER_ROLES } from '../accounts/membership'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalFlag,
  OptionalInteger,
  OptionalText,
  oneOf,
} from './endpoint'

export const MEMBER_STATES = ['active', 'requested'] as const

export const MemberJson = Type.Object({
  /** Of the membership. */
  id: Type.Integer(),
  user_id: Type.Integer(),
  username: Type.String(),
  display_name: Type.String(),
  email: Type.String(),
  role: oneOf(MEMBER_ROLES),
  state: oneOf(MEMBER_STATES),
  created_at: Type.Integer(),
})
export type MemberJson = Static<typeof MemberJson>

export const MEMBER: MemberJson = {
  id: 3,
  user_id: 7,
  username: 'ann',
  display_name: 'Ann',
  email: 'ann@example.com',
  role: 'owner',
  state: 'active',
  created_at: 1_712_800_000_000,
}

const InvitationJson = Type.Object({
  id: Type.Integer(),
  /** "" for a link that is passed on. */
  email: Type.String(),
  role: oneOf(MEMBER_ROLES),
  uses_left: Type.Integer(),
  expires_at: Type.Integer(),
})
export type InvitationJson = Static<typeof InvitationJson>

const INVITATION: InvitationJson = {
  id: 5,
  email: 'bob@example.com',
  role: 'member',
  uses_left: 1,
  expires_at: 1_713_400_000_000,
}

const ProjectJson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created_at: Type.Integer(),
})
export type ProjectJson = Static<typeof ProjectJson>

const PROJECT: ProjectJson = { id: 4, name: 'Search', created_at: 1_712_800_000_000 }

/** What those who run it do. */
const MANAGED = { role: 'user', organisation: 'manage', needsOrganisation: true } as const

export const memberEndpoints = [
  endpoint({
    id: 'member.list',
    method: 'GET',
    path: '/api/organisation/current/member',
    role: 'user',
    organisation: 'read',
    needsOrganisation: true,
    heavy: true,
    data: Type.Array(MemberJson),
    summary: 'Lists the members, and who has asked to join.',
    example: [MEMBER],
  }),
  endpoint({
    id: 'member.update',
    method: 'PUT',
    path: '/api/organisation/current/member/:id',
    ...MANAGED,
    params: IdParams,
    body: Type.Object({ role: oneOf(MEMBER_ROLES) }),
    data: Nothing,
    summary: 'Gives a member a role; lets in who has asked to join.',
    example: undefined,
  }),
  endpoint({
    id: 'member.remove',
    method: 'DELETE',
    path: '/api/organisation/current/member/:id',
    ...MANAGED,
    params: IdParams,
    query: Type.Object({ keep_tokens: OptionalFlag }),
    data: Nothing,
    summary:
      'Ends a membership and revokes its tokens; with `keep_tokens` whoever ends it has them ' +
      'from then on.',
    example: undefined,
  }),
  endpoint({
    id: 'invitation.list',
    method: 'GET',
    path: '/api/organisation/current/invitation',
    ...MANAGED,
    heavy: true,
    data: Type.Array(InvitationJson),
    summary: 'Lists the invitations that can still be accepted.',
    example: [INVITATION],
  }),
  endpoint({
    id: 'invitation.create',
    method: 'POST',
    path: '/api/organisation/current/invitation',
    ...MANAGED,
    body: Type.Object({
      email: OptionalText,
      role: oneOf(MEMBER_ROLES),
      uses: OptionalInteger,
    }),
    data: Type.Composite([InvitationJson, Type.Object({ link: Type.String() })]),
    summary:
      'Invites an address by mail, or makes a link for `uses` people. The link is shown once ' +
      'and works for seven days.',
    example: { ...INVITATION, link: 'https://gw.example.com/organisation?code=q0W5e4bZrN2s' },
  }),
  endpoint({
    id: 'invitation.remove',
    method: 'DELETE',
    path: '/api/organisation/current/invitation/:id',
    ...MANAGED,
    params: IdParams,
    data: Nothing,
    summary: 'Withdraws an invitation.',
    example: undefined,
  }),
  endpoint({
    id: 'project.list',
    method: 'GET',
    path: '/api/organisation/current/project',
    role: 'user',
    organisation: 'any',
    needsOrganisation: true,
    heavy: true,
    data: Type.Array(ProjectJson),
    summary: 'Lists the projects that tokens can be made in.',
    example: [PROJECT],
  }),
  endpoint({
    id: 'project.create',
    method: 'POST',
    path: '/api/organisation/current/project',
    ...MANAGED,
    body: Type.Object({ name: Type.String() }),
    data: ProjectJson,
    summary: 'Creates a project, or opens a closed one of this name again.',
    example: PROJECT,
  }),
  endpoint({
    id: 'project.update',
    method: 'PUT',
    path: '/api/organisation/current/project/:id',
    ...MANAGED,
    params: IdParams,
    body: Type.Object({ name: Type.String() }),
    data: Nothing,
    summary: 'Renames a project.',
    example: undefined,
  }),
  endpoint({
    id: 'project.remove',
    method: 'DELETE',
    path: '/api/organisation/current/project/:id',
    ...MANAGED,
    params: IdParams,
    data: Nothing,
    summary: 'Closes a project that has no tokens; what it has spent stays known.',
    example: undefined,
  }),
] as const
