import { defineList } from '../../command/list-command'
import { PROVIDER_VIEW } from './view'

export const identityProviderList = defineList({
  path: ['identity-provider', 'list'],
  summary: 'list OpenID Connect providers beside the one of the settings',
  examples: ['gw identity-provider list'],
  view: PROVIDER_VIEW,
  rows: async (context) => await (await context.services()).identityProviders.list(),
})
