import { nodeEndpoints } from '../../domain/endpoints/node'
import { handlers } from '../handlers'

export const nodeRoutes = handlers(nodeEndpoints, {
  'node.list': async ({ services }) => [...(await services.nodes.list())],
  'node.drain': async ({ services, actor, params }) =>
    await services.nodes.drain(actor, { id: params.id, draining: true }),
  'node.resume': async ({ services, actor, params }) =>
    await services.nodes.drain(actor, { id: params.id, draining: false }),
})
