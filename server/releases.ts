/**
 * Asks a release address, which only root can set: it may be a mirror in the operator's own
 * network. The name is resolved once, redirects are not followed, and little is read.
 */
import { checkUrl } from './relay/net/address-guard'
import { resolveAll } from './relay/net/guarded-lookup'
import { sendOnce } from './relay/net/pinned-request'
import type { ReadReleases } from './services/service-deps'

const LIMITS = { timeoutMs: 5000, maxBytes: 256 * 1024 } as const

/** Rejects with `upstream.address_refused`, or with what the network says. */
export const readReleases: ReadReleases = async (text) => {
  const { url, address } = await checkUrl(text, { allowPrivate: true, resolve: resolveAll })
  const headers = { accept: 'application/json, text/plain' }
  const { status, body } = await sendOnce(url, { ...LIMITS, address, headers })
  return { status, text: new TextDecoder().decode(body) }
}
