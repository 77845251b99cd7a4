/**
 * Calls a payment service, whose address only root can set: it may be in the operator's own
 * network. The name is resolved once, redirects are not followed, and little is read.
 */
import { checkUrl } from './relay/net/address-guard'
import { resolveAll } from './relay/net/guarded-lookup'
import { sendOnce } from './relay/net/pinned-request'
import type { CallPaymentService } from './services/service-deps'

const LIMITS = { timeoutMs: 15_000, maxBytes: 1024 * 1024, readsErrors: true } as const

/** Rejects with `upstream.address_refused`, or with what the network says. */
export const callPaymentService: CallPaymentService = async ({
  url: text,
  headers = {},
  body,
  isDeletion,
}) => {
  const { url, address } = await checkUrl(text, { allowPrivate: true, resolve: resolveAll })
  const sent = { accept: 'application/json', ...headers }
  const answer = await sendOnce(url, { ...LIMITS, address, headers: sent, body, isDeletion })
  const { status, header = () => '' } = answer
  return { status, header, text: new TextDecoder().decode(answer.body) }
}
