import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { PROVIDER_ARGUMENT, providerNamed } from './view'

export const identityProviderDelete = defineCommand({
  path: ['identity-provider', 'delete'],
  summary: 'remove an OpenID Connect provider that is nobody’s only way in',
  args: [PROVIDER_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw identity-provider delete acme --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const { id, name } = await providerNamed(await context.services(), args.provider)
    await context.confirm(isAgreed(flags), words`Remove the provider ${name}?`)
    await context.attempt(flags, ({ identityProviders }) =>
      identityProviders.remove(context.actor, id),
    )
    context.output.value(String(id), { id })
  },
})
