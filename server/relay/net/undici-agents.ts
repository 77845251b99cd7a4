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
import { passOverContinue } from './interim-answers'
import { readInSlices } from './sliced-reads'
import type { UpstreamRequest, UpstreamTimeouts } from './upstream'

/** How an upstream is reached. */
export type Way = Pick<UpstreamRequest, 'proxy' | 'allowPrivate'>

passOverContinue()
readInSlices()

/** Proxies seldom change; more than this many distinct ones are forgotten oldest first. */
const MAX_PROXY_AGENTS = 256

export class UndiciAgents {
  readonly #limits: { readonly headersTimeout: number; readonly bodyTimeout: number }
  readonly #connect: { readonly timeout: number }
  readonly #open: Agent
  readonly #guarded: Agent
  readonly #proxies = new Map<string, Dispatcher>()

  constructor({ connectMs, firstByteMs, idleMs }: UpstreamTimeouts) {
    this.#limits = { headersTimeout: firstByteMs, bodyTimeout: idleMs }
    this.#connect = { timeout: connectMs }
    const pool = { ...this.#limits, connections: null, pipelining: 1, keepAliveTimeout: 30_000 }
    this.#open = new Agent({ ...pool, connect: this.#connect })
    this.#guarded = new Agent({ ...pool, connect: { ...this.#connect, lookup: guardedLookup } })
  }

  /** Throws `upstream.proxy_invalid`. */
  for(way: Way): Dispatcher {
    if (way.proxy !== '') return this.#proxyAgent(way)
    return way.allowPrivate ? this.#open : this.#guarded
  }

  async close(): Promise<void> {
    const all = [this.#open, this.#guarded, ...this.#proxies.values()]
    await Promise.all(all.map((agent) => agent.destroy()))
  }

  #proxyAgent(way: Way): Dispatcher {
    const key = `${way.allowPrivate ? 'open' : 'guarded'} ${way.proxy}`
    const known = this.#proxies.get(key)
    if (known !== undefined) return known
    const agent = this.#openProxy(way)
    const oldest = this.#proxies.keys().next()
    if (this.#proxies.size >= MAX_PROXY_AGENTS && !oldest.done) {
      void this.#proxies.get(oldest.value)?.close()
      this.#proxies.delete(oldest.value)
    }
    this.#proxies.set(key, agent)
    return agent
  }

  #openProxy({ proxy, allowPrivate }: Way): Dispatcher {
    // Judged with every connection: a name that was public when it was saved may have moved.
    const toProxy = allowPrivate ? this.#connect : { ...this.#connect, lookup: guardedLookup }
    try {
      if (/^socks5h?:/.test(proxy)) {
        return new Socks5ProxyAgent(proxy, { ...this.#limits, connect: buildConnector(toProxy) })
      }
      return new ProxyAgent({ uri: proxy, ...this.#limits, proxyTls: toProxy })
    } catch (cause) {
      throw new GatewayError('upstream.proxy_invalid', {}, { cause })
    }
  }
}
