import { identityProviderSection, roleSection } from './account-sections'
import { alertSection } from './alert-section'
import { channelSection } from './channel-section'
import { groupSection } from './group-section'
import { limitSection } from './limit-section'
import { optionSection } from './option-section'
import { priceSection } from './price-section'
import { routeSection } from './route-section'
import type { Section, SectionName } from './section'

export const SECTIONS: Readonly<Record<SectionName, Section>> = {
  groups: groupSection,
  roles: roleSection,
  options: optionSection,
  identity_providers: identityProviderSection,
  prices: priceSection,
  routes: routeSection,
  channels: channelSection,
  limits: limitSection,
  alerts: alertSection,
}
