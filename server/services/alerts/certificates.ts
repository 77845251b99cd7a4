/** When the certificates of the site and of channels at addresses of their own run out. */
import { connect } from 'node:tls'

const WAIT_MS = 5000
/** Hosts that are contacted at once. */
const MOST_AT_ONCE = 8

/** By URL, epoch seconds; those that are not HTTPS or do not answer are left out. */
export async function certificateEnds(
  urls: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = [...new Set(urls)].filter((url) => url.startsWith('https://'))
  const ends = new Map<string, number>()
  const work = async (): Promise<void> => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const end = await certificateEnd(url)
      if (end !== undefined) ends.set(url, end)
    }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work))
  return ends
}

/** One that has run out, or that nobody trusts, has an end as well. */
async function certificateEnd(url: string): Promise<number | undefined> {
  if (!URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
    timeout: WAIT_MS,
  })
  socket.once('secureConnect', () => {
    const end = Date.parse(socket.getPeerCertificate().valid_to)
    resolve(Number.isNaN(end) ? undefined : Math.floor(end / 1000))
  })
  socket.once('error', () => resolve(undefined))
  socket.once('timeout', () => resolve(undefined))
  socket.once('close', () => resolve(undefined))
  const end = await promise
  socket.destroy()
  return end
}
