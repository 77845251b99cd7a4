import type { SiteStatus } from '../../../server/domain/endpoints/status'

export interface ChatLink {
  readonly title: string
  readonly href: string
}

/** Chat pages elsewhere, opened with a token's key and this server's address. */
export function chatLinks(site: SiteStatus, key: string): readonly ChatLink[] {
  const address = site.server_address || location.origin
  return site.chats
    .flatMap((chat) => Object.entries(chat))
    .map(([title, link]) => ({
      title,
      href: link
        .replaceAll('{address}', encodeURIComponent(address))
        .replaceAll('{key}', `sk-${key}`),
    }))
    .filter(({ href }) => /^https?:\/\//.test(href))
}
