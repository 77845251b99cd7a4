import { roleEndpoints } from '../../domain/endpoints/role'
import type { RoleView } from '../../services/roles/roles'
import { handlers } from '../handlers'

export const roleRoutes = handlers(roleEndpoints, {
  'role.list': async ({ services }) => (await services.roles.list()).map(rowOf),
  'role.create': async ({ services, actor, body }) =>
    rowOf(await services.roles.create(actor, body)),
  'role.update': async ({ services, actor, params, body }) => {
    await services.roles.change(actor, { ...body, id: params.id })
  },
  'role.remove': async ({ services, actor, params }) => {
    await services.roles.remove(actor, params.id)
  },
  'role.assign': async ({ services, actor, params, body }) => {
    await services.roles.assign(actor, { userId: params.id, roleId: body.role_id })
  },
})

function rowOf({ scopes, ...role }: RoleView) {
  return { ...role, scopes: [...scopes] }
}
