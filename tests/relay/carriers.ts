/** What makes a request travel by each of the clients that reach upstreams. */
import { Readable } from 'node:stream'

/** A streamed body is what undici carries. */
export const CARRIERS = {
  'our own client': () => ({ method: 'GET', body: null }) as const,
  undici: () => ({ method: 'POST', body: Readable.from([Buffer.from('{}')]) }) as const,
}
