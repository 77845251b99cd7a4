/** Users: one's own account, and the administration of others. */
import { type Static, Type } from '@sinclair/typebox'
import { OPERATIONS } from '../calls/protocol'
import { sortsOf } from '../nouns/noun'
import { exampleOf, expectedOf, jsonOf, narrowedBy, settableOf } from '../nouns/noun-json'
import { userFields } from '../nouns/user'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalFlag,
  OptionalInteger,
  OptionalText,
  PageQuery,
  pageOf,
  sortedBy,
} from './endpoint'
import { EXAMPLE_STATEMENT, Statement, StatementQuery } from './statement-shape'

/** Every list and detail of users has this shape. */
export const UserJson = jsonOf(userFields)
export type UserJson = Static<typeof UserJson>

const Settable = settableOf(userFields)

export const EXAMPLE_USER: UserJson = exampleOf(userFields)

/** Lists of admins. */
const ListedUserJson = Type.Composite([
  UserJson,
  Type.Object({
    /** Credits of the last 24 hours, the running one in them. */
    spent_day: Type.Integer(),
  }),
])
export type ListedUserJson = Static<typeof ListedUserJson>

const UserPage = pageOf(ListedUserJson)
const EXAMPLE_PAGE = {
  items: [{ ...EXAMPLE_USER, spent_day: 0 }],
  total: 1,
  page: 1,
  page_size: 10,
}

const ownAccount = [
  endpoint({
    id: 'user.self',
    method: 'GET',
    path: '/api/user/self',
    role: 'user',
    organisation: 'any',
    resource: 'account',
    secondFactor: 'not_asked',
    data: UserJson,
    summary: 'Shows the own account.',
    example: EXAMPLE_USER,
  }),
  endpoint({
    id: 'user.self_update',
    method: 'PUT',
    path: '/api/user/self',
    role: 'user',
    resource: 'account',
    body: Type.Object({
      username: OptionalText,
      display_name: OptionalText,
      password: OptionalText,
      original_password: OptionalText,
    }),
    data: Nothing,
    summary:
      'Changes the own account; blank fields stay as they are. A new password needs ' +
      '`original_password`, or a login of the last 15 minutes, and ends every other session.',
    example: undefined,
  }),
  endpoint({
    id: 'user.self_remove',
    method: 'DELETE',
    path: '/api/user/self',
    role: 'user',
    resource: 'account',
    body: Type.Object({ username: OptionalText, original_password: OptionalText }),
    data: Nothing,
    summary:
      'Deregisters the own account for good. Needs `original_password`, or a login of the ' +
      'last 15 minutes; a `username` that is sent must be the own one.',
    example: undefined,
  }),
  endpoint({
    id: 'user.self_data',
    method: 'GET',
    path: '/api/user/self/data',
    role: 'user',
    resource: 'account',
    secondFactor: 'fresh',
    bare: 'application/x-ndjson',
    data: Type.Undefined(),
    summary:
      'Everything that is kept of the own account, a JSON object a line with its `table`; no keys.',
    example: undefined,
  }),
  endpoint({
    id: 'user.self_groups',
    method: 'GET',
    path: '/api/user/self/groups',
    role: 'user',
    organisation: 'any',
    resource: 'account',
    data: Type.Record(Type.String(), Type.Object({ ratio: Type.Number(), desc: Type.String() })),
    summary: 'Groups that the own tokens may use, with ratio and description.',
    example: { default: { ratio: 1, desc: 'normal' } },
  }),
  endpoint({
    id: 'user.models',
    method: 'GET',
    path: '/api/user/models',
    role: 'user',
    organisation: 'any',
    resource: 'account',
    heavy: true,
    query: Type.Object({
      group: OptionalText,
      /** Absent for models of every kind. */
      operation: Type.Optional(Type.Union(OPERATIONS.map((name) => Type.Literal(name)))),
    }),
    data: Type.Array(Type.String()),
    summary:
      'Models that the own groups can call, sorted; `group` narrows to one of them, ' +
      '`operation` to those that can be asked for it.',
    example: ['gpt-4o', 'gpt-4o-mini'],
  }),
  endpoint({
    id: 'user.token_reset',
    method: 'GET',
    path: '/api/user/token',
    role: 'user',
    resource: 'account',
    changes: true,
    data: Type.String(),
    summary:
      'Replaces the system access token and shows the new one, this once. Needs a login of the ' +
      'last 15 minutes.',
    example: 'q0W5e4bZrN2s8uVxYk1mP7tG3hJ6dL9c',
  }),
  endpoint({
    id: 'user.token_create',
    method: 'POST',
    path: '/api/user/token',
    role: 'user',
    resource: 'account',
    body: Type.Object({ original_password: OptionalText }),
    data: Type.String(),
    summary:
      'Replaces the system access token and shows the new one, this once. Needs ' +
      '`original_password`, or a login of the last 15 minutes.',
    example: 'q0W5e4bZrN2s8uVxYk1mP7tG3hJ6dL9c',
  }),
  endpoint({
    id: 'user.token_remove',
    method: 'DELETE',
    path: '/api/user/token',
    role: 'user',
    resource: 'account',
    data: Nothing,
    summary: 'Revokes the system access token.',
    example: undefined,
  }),
  endpoint({
    id: 'user.aff',
    method: 'GET',
    path: '/api/user/aff',
    role: 'user',
    resource: 'account',
    data: Type.String(),
    summary: 'The own invite code.',
    example: 'aB3xK9pQ',
  }),
] as const

const administration = [
  endpoint({
    id: 'user.list',
    method: 'GET',
    path: '/api/user/',
    role: 'admin',
    heavy: true,
    query: PageQuery,
    data: UserPage,
    summary: 'Lists users, newest first, deregistered ones included.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'user.search',
    method: 'GET',
    path: '/api/user/search',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      Type.Object({
        keyword: OptionalText,
        /** Nobody but those who have left. */
        deregistered: OptionalFlag,
      }),
      narrowedBy(userFields),
      sortedBy([...sortsOf(userFields), 'spent_day']),
    ]),
    data: UserPage,
    summary:
      'Finds users by part of username, e-mail or display name, by id, by group, status and ' +
      'role. By `spent_day` the one that spent most in the last 24 hours comes first.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'user.data',
    method: 'GET',
    path: '/api/user/:id/data',
    role: 'admin',
    secondFactor: 'fresh',
    params: IdParams,
    bare: 'application/x-ndjson',
    data: Type.Undefined(),
    summary: 'The same of a user of a lower level, removed ones too.',
    example: undefined,
  }),
  endpoint({
    id: 'user.erase',
    method: 'POST',
    path: '/api/user/:id/erase',
    role: 'root',
    secondFactor: 'fresh',
    params: IdParams,
    data: Nothing,
    summary:
      'Erases the personal data of a removed user for good: a pseudonym takes the place of the ' +
      'name, and the ledger stays as it is.',
    example: undefined,
  }),
  endpoint({
    id: 'user.show',
    method: 'GET',
    path: '/api/user/:id',
    role: 'admin',
    params: IdParams,
    data: UserJson,
    summary: 'Shows a user of a lower level.',
    example: EXAMPLE_USER,
  }),
  endpoint({
    id: 'user.statement',
    method: 'GET',
    path: '/api/user/:id/statement',
    role: 'admin',
    heavy: true,
    params: IdParams,
    query: StatementQuery,
    data: Statement,
    summary:
      'What came into the balance of a user of a lower level and what left it, as ' +
      '`/api/user/statement` tells its owner.',
    example: EXAMPLE_STATEMENT,
  }),
  endpoint({
    id: 'user.create',
    method: 'POST',
    path: '/api/user/',
    role: 'admin',
    secondFactor: 'fresh',
    body: Type.Composite([
      Type.Object({ username: Type.String(), password: Type.String() }),
      Type.Omit(Settable, ['username', 'group']),
    ]),
    data: UserJson,
    summary: 'Creates a user in the group default; an administrator with `role` 10, by root.',
    example: EXAMPLE_USER,
  }),
  endpoint({
    id: 'user.update',
    method: 'PUT',
    path: '/api/user/',
    role: 'admin',
    secondFactor: 'fresh',
    body: Type.Composite([
      Settable,
      Type.Object({
        id: Type.Integer(),
        password: OptionalText,
        quota: OptionalInteger,
        expected_quota: OptionalInteger,
        add_quota: OptionalInteger,
      }),
      expectedOf(userFields),
    ]),
    data: UserJson,
    summary:
      'Changes a user of a lower level; what is not sent stays. With `expected_quota` a new ' +
      '`quota` is refused when the balance has moved since it was read; `add_quota`, which may ' +
      'be negative, is added to whatever the balance is.',
    example: EXAMPLE_USER,
  }),
  endpoint({
    id: 'user.manage',
    method: 'POST',
    path: '/api/user/manage',
    role: 'admin',
    secondFactor: 'fresh',
    body: Type.Object({
      id: Type.Integer(),
      action: Type.String(),
      /** Of a ban: epoch seconds, for good without; shown to whoever is banned. */
      until: OptionalInteger,
      reason: OptionalText,
    }),
    data: Type.Object({ role: Type.Integer(), status: Type.Integer() }),
    summary:
      'Does one `action` to a user of a lower level: `promote`, `demote`, `enable`, `disable` ' +
      '(running calls and logins end), `sign_out` (logins end everywhere) or `delete`.',
    example: { role: 1, status: 2 },
  }),
  endpoint({
    id: 'user.remove',
    method: 'DELETE',
    path: '/api/user/:id',
    role: 'admin',
    secondFactor: 'fresh',
    params: IdParams,
    data: Nothing,
    summary: 'Deregisters a user of a lower level for good; tokens and sessions end.',
    example: undefined,
  }),
] as const

export const userEndpoints = [...ownAccount, ...administration] as const
