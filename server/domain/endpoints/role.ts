/** Roles of one's own: sets of scopes. */
import { Type } from '@sinclair/typebox'
import { SCOPES } from '../accounts/scopes'
import { endpoint, IdParams, Nothing, oneOf } from './endpoint'

const RoleJson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Whom it narrows: 1 users, 10 administrators. */
  base: Type.Integer(),
  scopes: Type.Array(oneOf(SCOPES)),
  /** How many have it. */
  users: Type.Integer(),
})

const EXAMPLE = {
  id: 2,
  name: 'Auditor',
  base: 10,
  scopes: ['channel:read', 'log:read'] as ('channel:read' | 'log:read')[],
  users: 1,
}

const Fields = { name: Type.String(), scopes: Type.Array(Type.String()) }

const OF_ROOT = { role: 'root', secondFactor: 'fresh' } as const

export const roleEndpoints = [
  endpoint({
    id: 'role.list',
    method: 'GET',
    path: '/api/role/',
    role: 'admin',
    heavy: true,
    data: Type.Array(RoleJson),
    summary: 'Lists the roles that root has made.',
    example: [EXAMPLE],
  }),
  endpoint({
    ...OF_ROOT,
    id: 'role.create',
    method: 'POST',
    path: '/api/role/',
    body: Type.Object({ ...Fields, base: Type.Integer() }),
    data: RoleJson,
    summary: 'Makes a role: a set of scopes for users (`base` 1) or administrators (10).',
    example: EXAMPLE,
  }),
  endpoint({
    ...OF_ROOT,
    id: 'role.update',
    method: 'PUT',
    path: '/api/role/:id',
    params: IdParams,
    body: Type.Object(Fields),
    data: Nothing,
    summary: 'Sets name and scopes of a role; counts at once for everybody who has it.',
    example: undefined,
  }),
  endpoint({
    ...OF_ROOT,
    id: 'role.remove',
    method: 'DELETE',
    path: '/api/role/:id',
    params: IdParams,
    data: Nothing,
    summary: 'Removes a role that nobody has.',
    example: undefined,
  }),
  endpoint({
    ...OF_ROOT,
    id: 'role.assign',
    method: 'PUT',
    path: '/api/user/:id/role',
    params: IdParams,
    body: Type.Object({ role_id: Type.Integer() }),
    data: Nothing,
    summary: 'Gives a user a role and its rank; 0 takes the narrowing away. Ends the sign-ins.',
    example: undefined,
  }),
] as const
