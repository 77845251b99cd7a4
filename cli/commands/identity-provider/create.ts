import { defineCommand } from '../../command/command'
import { PROVIDER_FLAGS, PROVIDER_VIEW, providerInput } from './view'

export const identityProviderCreate = defineCommand({
  path: ['identity-provider', 'create'],
  summary: 'add an OpenID Connect provider, found by its discovery document',
  args: [{ name: 'slug', summary: 'in addresses: people come back to /oauth/SLUG' }],
  flags: PROVIDER_FLAGS,
  examples: [
    'GW_CLIENT_SECRET=… gw identity-provider create acme --name Acme --client-id console --well-known https://id.example.com/.well-known/openid-configuration',
  ],
  json: PROVIDER_VIEW,
  run: async (context, { args, flags }) => {
    const client_secret = await context.secret(flags['client-secret'], 'GW_CLIENT_SECRET')
    const input = { ...providerInput(flags), client_secret, slug: args.slug }
    const services = await context.services()
    const made = await services.identityProviders.create(context.actor, input)
    context.output.one(made, PROVIDER_VIEW)
  },
})
