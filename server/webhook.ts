/**
 * Notices to addresses that users gave. The name is resolved once and judged, the connection
 * goes to the judged address, and redirects are not followed: nobody reaches our own network.
 * With a worker the judged URL is handed on to it instead.
 */
import { checkUrl, type Resolve } from './relay/net/address-guard'
import { resolveAll } from './relay/net/guarded-lookup'
import { type Answer, type ExchangeLimits, sendOnce } from './relay/net/pinned-request'
import { type FindWorker, sendThroughWorker, type Worker } from './relay/net/worker'
import type { SendWebhook } from './services/service-deps'

export interface WebhookPlace {
  /** The resolver of the machine when absent. */
  readonly resolve?: Resolve | undefined
  readonly findWorker?: FindWorker | undefined
  /** For tests: a receiver on this host, with a certificate of its own. */
  readonly trusted?: { readonly certificate: string } | undefined
}

interface Delivery {
  readonly url: URL
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly limits: ExchangeLimits
}

/** What most receivers say besides their status is ignored. */
const LIMITS = { timeoutMs: 5000, maxBytes: 0 } as const
const READ = { maxBytes: 16 * 1024, readsErrors: true } as const

/** Rejects with `upstream.address_refused`, or with what the network says. */
export function createWebhookSender(place: WebhookPlace): SendWebhook {
  const { resolve = resolveAll, trusted, findWorker = () => undefined } = place
  const certificate = trusted?.certificate
  return async ({ url: text, headers, body, readsAnswer = false }) => {
    if (!/^https:/i.test(text)) throw new Error('webhooks go over https only')
    const allowPrivate = trusted !== undefined
    const { url, address } = await checkUrl(text, { allowPrivate, resolve })
    const limits = readsAnswer ? { ...LIMITS, ...READ } : LIMITS
    const delivery = { url, address, headers, body, limits }
    const { status, body: answer, retryAfter } = await post(findWorker(), delivery)
    const reply = { status, ...(retryAfter !== undefined && { retryAfter }) }
    return readsAnswer ? { ...reply, text: new TextDecoder().decode(answer) } : reply
  }

  function post(worker: Worker | undefined, delivery: Delivery): Promise<Answer> {
    const { url, address, headers, body, limits } = delivery
    if (worker === undefined) {
      return sendOnce(url, { ...limits, address, headers, body, certificate })
    }
    // Written as JSON again, a notice has the bytes that its signature was made of.
    const request = { url, method: 'POST', headers, body: JSON.parse(body) } as const
    return sendThroughWorker(worker, request, limits)
  }
}
