/** undici carries what goes through a proxy, bodies that are streamed, and sockets. */
// The bare name resolves to Bun's own stub, whose dispatchers silently do nothing.
import {
  Agent,
  buildConnector,
  type Dispatcher,
  ProxyAgent,
  Socks5ProxyAgent,
} from 'undici/index.js'
import { GatewayError } from '../../domain/errors/gateway-error'
import { guardedLookup } from './guarded-lookup'
import { UNANNOUNCED_REST_MS } from './http1/pool'
import { LONGEST_REST_MS } from './http1/read-head'
import { passOverContinue } from './interim-answers'
import { watchReuse } from './reused-sockets'
import { readInSlices } from './sliced-reads'
import type { UpstreamRequest, UpstreamTimeouts } from './upstream'

/** How an upstream is reached. */
export type Way = Pick<UpstreamRequest, 'url' | 'proxy' | 'allowPrivate' | 'pool'>

passOverContinue()
readInSlices()
watchReuse()

/** More than this many ways are forgotten oldest first. */
const MAX_AGENTS = 1_000

export class UndiciAgents {
  readonly #limits: { readonly headersTimeout: number; readonly bodyTimeout: number }
  readonly #connect: { readonly timeout: number }
  readonly #agents = new Map<string, Dispatcher>()

  constructor({ connectMs, firstByteMs, idleMs }: UpstreamTimeouts) {
    this.#limits = { headersTimeout: firstByteMs, bodyTimeout: idleMs }
    this.#connect = { timeout: connectMs }
  }

  /** Throws `upstream.proxy_invalid`. */
  for(way: Way): Dispatcher {
    const rest = way.url.startsWith('https:') ? 'secure' : 'plain'
    const guard = way.allowPrivate ? 'open' : 'guarded'
    const key = `${rest} ${guard} ${way.pool ?? ''} ${way.proxy}`
    const known = this.#agents.get(key)
    if (known !== undefined) return known
    const agent = this.#make(way, UNANNOUNCED_REST_MS[rest])
    const oldest = this.#agents.entries().next()
    if (this.#agents.size >= MAX_AGENTS && !oldest.done) {
      const [name, dispatcher] = oldest.value
      void dispatcher.close()
      this.#agents.delete(name)
    }
    this.#agents.set(key, agent)
    return agent
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()))
  }

  #make({ proxy, allowPrivate }: Way, keepAliveTimeout: number): Dispatcher {
    const limits = { ...this.#limits, keepAliveTimeout, keepAliveMaxTimeout: LONGEST_REST_MS }
    // Judged with every connection: a name that was public when it was saved may have moved.
    const connect = allowPrivate ? this.#connect : { ...this.#connect, lookup: guardedLookup }
    if (proxy === '') return new Agent({ ...limits, connections: null, pipelining: 1, connect })
    try {
      if (/^socks5h?:/.test(proxy)) {
        return new Socks5ProxyAgent(proxy, { ...limits, connect: buildConnector(connect) })
      }
      return new ProxyAgent({ uri: proxy, ...limits, proxyTls: connect })
    } catch (cause) {
      throw new GatewayError('upstream.proxy_invalid', {}, { cause })
    }
  }
}
