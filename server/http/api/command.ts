import { commandEndpoints } from '../../domain/endpoints/command'
import { handlers } from '../handlers'

export const commandRoutes = handlers(commandEndpoints, {
  'command.run': async ({ services, actor, viewer, body }) => {
    const output = await services.commands.run(actor, { scopes: viewer.scopes, request: body })
    return new Response(output, {
      headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
    })
  },
})
