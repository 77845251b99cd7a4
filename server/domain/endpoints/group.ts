/** Groups: names that channels are sold under, each with a ratio. */
import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint'

export const groupEndpoints = [
  endpoint({
    id: 'group.list',
    method: 'GET',
    path: '/api/group/',
    role: 'admin',
    data: Type.Array(Type.String()),
    isCacheable: true,
    summary: 'Lists the names of all groups.',
    example: ['default', 'vip'],
  }),
] as const
