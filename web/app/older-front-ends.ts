/**
 * What front ends of this family keep in the storage of a browser, so that one of another make
 * on the same origin finds what it looks for.
 */
import type { SiteStatus } from '../../server/domain/endpoints/status'
import { store } from './storage'

export function storeForOthers(site: SiteStatus): void {
  store('system_name', site.system_name)
  store('logo', site.logo)
  store('footer_html', site.footer_html)
  store('quota_per_unit', String(site.quota_per_unit))
  store('display_in_currency', String(site.display_in_currency))
  // They take any text for a link.
  store('chat_link', site.chat_link || undefined)
  store('chat_link2', site.chat_link2 || undefined)
}

/** Models of every channel type, by its number. */
export function storeModelsForOthers(byType: Readonly<Record<string, readonly string[]>>): void {
  store('channel_models', JSON.stringify(byType))
}
