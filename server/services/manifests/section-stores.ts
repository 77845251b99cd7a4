import type { SectionName } from '../../domain/manifest/section'
import type { SectionStore } from './section-store'
import { alertStore } from './stores/alerts'
import { channelStore } from './stores/channels'
import { groupStore } from './stores/groups'
import { identityProviderStore } from './stores/identity-providers'
import { limitStore } from './stores/limits'
import { optionStore } from './stores/options'
import { priceStore } from './stores/prices'
import { roleStore } from './stores/roles'
import { routeStore } from './stores/routes'

export const STORES: Readonly<Record<SectionName, SectionStore>> = {
  groups: groupStore,
  roles: roleStore,
  options: optionStore,
  identity_providers: identityProviderStore,
  prices: priceStore,
  routes: routeStore,
  channels: channelStore,
  limits: limitStore,
  alerts: alertStore,
}
