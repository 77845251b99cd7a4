import { groupEndpoints } from '../../domain/endpoints/group'
import { handlers } from '../handlers'

export const groupRoutes = handlers(groupEndpoints, {
  'group.list': async ({ services }) => await services.groups.list(),
})
