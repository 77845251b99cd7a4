/** Chat apps elsewhere, opened with a token's key and this server's address. */
import type { SiteStatus } from '../../server/domain/endpoints/status'

export interface ChatLink {
  /** What `/chat/:id` means: its place among all that are configured. */
  readonly id: number
  readonly title: string
  readonly href: string
}

/** Chats that the operator has configured, whether or not their links are any good. */
export function configuredChats(site: SiteStatus): readonly { title: string; link: string }[] {
  const { chats, chat_link, system_name } = site
  const named = chats.flatMap((chat) => Object.entries(chat))
  if (named.length > 0) return named.map(([title, link]) => ({ title, link }))
  return chat_link === '' ? [] : [{ title: system_name, link: chat_link }]
}

/** Those that are web addresses; others open programs, which a page cannot show. */
export function chatLinks(site: SiteStatus, key: string): readonly ChatLink[] {
  return configuredChats(site)
    .map(({ title, link }, id) => ({ id, title, href: filledIn(link, site, key) }))
    .filter(({ href }) => isWebAddress(href))
}

/** Where `/chat2link` leads; "" when there is no such place. */
export function redirectLink(site: SiteStatus, key: string): string {
  const { chat_link, chat_link2 } = site
  const single = [chat_link, chat_link2].find((link) => link !== '')
  if (single === undefined) return chatLinks(site, key)[0]?.href ?? ''
  const href = filledIn(single, site, key)
  return isWebAddress(href) ? href : ''
}

function isWebAddress(href: string): boolean {
  return /^https?:\/\//.test(href) && URL.canParse(href)
}

/** Single links of older servers are addresses only, to which the settings are added. */
const SETTINGS = '/#/?settings={"key":"{key}","url":"{address}"}'

function filledIn(link: string, site: SiteStatus, key: string): string {
  const address = site.server_address || location.origin
  const template = link.includes('{key}') ? link : link.replace(/\/*$/, SETTINGS)
  return template
    .replaceAll('{address}', encodeURIComponent(address))
    .replaceAll('{key}', `sk-${key}`)
}
