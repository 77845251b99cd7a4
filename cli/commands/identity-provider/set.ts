import { defineCommand } from '../../command/command'
import {
  PROVIDER_ARGUMENT,
  PROVIDER_FLAGS,
  PROVIDER_VIEW,
  providerInput,
  providerNamed,
} from './view'

export const identityProviderSet = defineCommand({
  path: ['identity-provider', 'set'],
  summary: 'change what is given of an OpenID Connect provider',
  args: [PROVIDER_ARGUMENT],
  flags: PROVIDER_FLAGS,
  examples: [`gw identity-provider set acme --role-map '{"ops": "admin"}'`],
  json: PROVIDER_VIEW,
  run: async (context, { args, flags }) => {
    const client_secret = await context.secret(flags['client-secret'], 'GW_CLIENT_SECRET')
    const services = await context.services()
    const { id } = await providerNamed(services, args.provider)
    const input = { ...providerInput(flags), client_secret, id }
    context.output.one(await services.identityProviders.change(context.actor, input), PROVIDER_VIEW)
  },
})
