/**
 * Organisations: accounts that several people share. Calls about one carry the header
 * that names it; the same header makes calls about tokens, logs and money the organisation's.
 */
import { type Static, Type } from '@sinclair/typebox'
import { MEMBER_ROLES } from '../accounts/membership'
import { USAGE_WINDOW_NAMES } from '../usage/explore'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalInteger,
  OptionalText,
  oneOf,
  PageQuery,
  pageOf,
} from './endpoint'
import { MEMBER, MEMBER_STATES, MemberJson, memberEndpoints } from './member'
import { SpenderJson } from './statement-shape'

const OrganisationJson = Type.Object({
  /** Of the account. */
  id: Type.Integer(),
  name: Type.String(),
  display_name: Type.String(),
  group: Type.String(),
  status: Type.Integer(),
  /** Credits, as the next one. */
  quota: Type.Integer(),
  used_quota: Type.Integer(),
  /** Epoch milliseconds. */
  created_at: Type.Integer(),
})
export type OrganisationJson = Static<typeof OrganisationJson>

const EXAMPLE: OrganisationJson = {
  id: 12,
  name: 'acme',
  display_name: 'Acme Ltd.',
  group: 'default',
  status: 1,
  quota: 5_000_000,
  used_quota: 120_000,
  created_at: 1_712_800_000_000,
}

const OwnOrganisationJson = Type.Composite([
  OrganisationJson,
  Type.Object({ role: oneOf(MEMBER_ROLES), state: oneOf(MEMBER_STATES) }),
])
export type OwnOrganisationJson = Static<typeof OwnOrganisationJson>

const DetailsJson = Type.Composite([
  OrganisationJson,
  Type.Object({
    join_domains: Type.Array(Type.String()),
    /** What the caller is in it. */
    role: oneOf(MEMBER_ROLES),
  }),
])

const SpendJson = Type.Object({
  /** Epoch seconds; `to` is not included. */
  from: Type.Integer(),
  to: Type.Integer(),
  calls: Type.Integer(),
  quota: Type.Integer(),
  members: Type.Array(SpenderJson),
  projects: Type.Array(SpenderJson),
  tags: Type.Array(SpenderJson),
})

const SPENDER = { id: 3, name: 'ann', calls: 12, tokens: 4000, quota: 8000 }

const EntryJson = Type.Object({
  id: Type.Integer(),
  /** Epoch seconds. */
  created_at: Type.Integer(),
  actor: Type.String(),
  action: Type.String(),
  target: Type.String(),
  before: Type.String(),
  after: Type.String(),
})

const ofPeople = [
  endpoint({
    id: 'organisation.list_own',
    method: 'GET',
    path: '/api/organisation/self',
    role: 'user',
    resource: 'account',
    data: Type.Array(OwnOrganisationJson),
    summary: 'Lists the organisations that one is in, or has asked to join.',
    example: [{ ...EXAMPLE, role: 'owner', state: 'active' }],
  }),
  endpoint({
    id: 'organisation.create',
    method: 'POST',
    path: '/api/organisation/',
    role: 'user',
    body: Type.Object({
      name: Type.String(),
      display_name: OptionalText,
      /** By administrators. */
      group: OptionalText,
      owner_id: OptionalInteger,
    }),
    data: OrganisationJson,
    summary:
      'Creates an organisation whose owner one is; administrators may name another owner and a ' +
      'group. Users may where the option UserOrganisationsEnabled is on.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'organisation.joinable',
    method: 'GET',
    path: '/api/organisation/joinable',
    role: 'user',
    resource: 'account',
    data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    summary: 'Organisations that let people with an address at the own domain ask to join.',
    example: [{ id: 12, name: 'Acme Ltd.' }],
  }),
  endpoint({
    id: 'organisation.request',
    method: 'POST',
    path: '/api/organisation/:id/request',
    role: 'user',
    params: IdParams,
    data: Nothing,
    summary: 'Asks to join such an organisation; its owner or an administrator of it decides.',
    example: undefined,
  }),
  endpoint({
    id: 'organisation.accept',
    method: 'POST',
    path: '/api/organisation/accept',
    role: 'user',
    limit: 'critical',
    successGivesBack: 1,
    body: Type.Object({ code: Type.String() }),
    data: Type.Object({ organisation_id: Type.Integer() }),
    summary: 'Joins the organisation that an invitation is for.',
    example: { organisation_id: 12 },
  }),
  endpoint({
    id: 'organisation.leave',
    method: 'POST',
    path: '/api/organisation/:id/leave',
    role: 'user',
    params: IdParams,
    data: Nothing,
    summary: 'Leaves an organisation; the tokens that one holds there are revoked.',
    example: undefined,
  }),
  endpoint({
    id: 'organisation.pay_in',
    method: 'POST',
    path: '/api/organisation/:id/pay_in',
    role: 'user',
    resource: 'billing',
    params: IdParams,
    body: Type.Object({ quota: Type.Integer() }),
    data: Nothing,
    summary: 'Moves credits from the own balance into an organisation that one is in.',
    example: undefined,
  }),
] as const

const ofOne = [
  endpoint({
    id: 'organisation.show',
    method: 'GET',
    path: '/api/organisation/current',
    role: 'user',
    organisation: 'any',
    needsOrganisation: true,
    resource: 'account',
    data: DetailsJson,
    summary: 'Shows the organisation that is acted for, with the own role in it.',
    example: { ...EXAMPLE, join_domains: ['example.com'], role: 'owner' },
  }),
  endpoint({
    id: 'organisation.update',
    method: 'PUT',
    path: '/api/organisation/current',
    role: 'user',
    organisation: 'manage',
    needsOrganisation: true,
    body: Type.Object({
      display_name: OptionalText,
      join_domains: Type.Optional(Type.Array(Type.String())),
    }),
    data: Nothing,
    summary: 'Sets its display name and the domains whose people may ask to join.',
    example: undefined,
  }),
  endpoint({
    id: 'organisation.remove',
    method: 'DELETE',
    path: '/api/organisation/current',
    role: 'user',
    organisation: 'owner',
    needsOrganisation: true,
    secondFactor: 'fresh',
    data: Nothing,
    summary: 'Removes it with its tokens; refused while it has a balance.',
    example: undefined,
  }),
  endpoint({
    id: 'organisation.pay_out',
    method: 'POST',
    path: '/api/organisation/current/pay_out',
    role: 'user',
    organisation: 'owner',
    needsOrganisation: true,
    secondFactor: 'fresh',
    resource: 'billing',
    body: Type.Object({ quota: Type.Integer() }),
    data: Nothing,
    summary: 'Moves credits of the organisation to the own balance of an owner.',
    example: undefined,
  }),
  endpoint({
    id: 'organisation.spend',
    method: 'GET',
    path: '/api/organisation/current/spend',
    role: 'user',
    organisation: 'read',
    needsOrganisation: true,
    resource: 'log',
    heavy: true,
    query: Type.Object({ window: Type.Optional(oneOf(USAGE_WINDOW_NAMES)) }),
    data: SpendJson,
    summary: 'What it has spent, by member, project and tag, the largest first.',
    example: {
      from: 1_712_800_000,
      to: 1_715_392_000,
      calls: 12,
      quota: 8000,
      members: [SPENDER],
      projects: [{ ...SPENDER, id: 4, name: 'Search' }],
      tags: [{ ...SPENDER, id: 0, name: 'nightly' }],
    },
  }),
  endpoint({
    id: 'organisation.audit',
    method: 'GET',
    path: '/api/organisation/current/audit',
    role: 'user',
    organisation: 'manage',
    needsOrganisation: true,
    resource: 'audit',
    heavy: true,
    data: Type.Array(EntryJson),
    summary: 'The newest hundred things that its members did on its behalf.',
    example: [
      {
        id: 91,
        created_at: 1_712_800_000,
        actor: 'ann',
        action: 'token.create',
        target: 'token:9',
        before: '',
        after: '{"name":"app"}',
      },
    ],
  }),
] as const

const ofOperators = [
  endpoint({
    id: 'organisation.list',
    method: 'GET',
    path: '/api/organisation/',
    role: 'admin',
    resource: 'user',
    heavy: true,
    query: Type.Composite([PageQuery, Type.Object({ keyword: OptionalText })]),
    data: pageOf(OrganisationJson),
    summary: 'Lists all organisations; balances and states are changed as those of users.',
    example: { items: [EXAMPLE], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'organisation.members_of',
    method: 'GET',
    path: '/api/organisation/:id/member',
    role: 'admin',
    resource: 'user',
    heavy: true,
    params: IdParams,
    data: Type.Array(MemberJson),
    summary: 'Lists the members of any organisation.',
    example: [MEMBER],
  }),
  endpoint({
    id: 'organisation.add_member',
    method: 'POST',
    path: '/api/organisation/:id/member',
    role: 'admin',
    resource: 'user',
    params: IdParams,
    body: Type.Object({ user: Type.String(), role: oneOf(MEMBER_ROLES) }),
    data: Nothing,
    summary: 'Puts a user, by name or id, into any organisation.',
    example: undefined,
  }),
] as const

export const organisationEndpoints = [
  ...ofPeople,
  ...ofOne,
  ...memberEndpoints,
  ...ofOperators,
] as const
