import type { Overhead } from '../../relay/call/overhead'
import { OVERHEAD_HEADER } from '../../relay/net/cross-origin'

/** Says in the response how much of its time was the gateway's own. */
export function withOverhead(response: Response, { ms, upstreamMs }: Overhead): Response {
  const own = ms.toFixed(2)
  response.headers.set(OVERHEAD_HEADER, own)
  response.headers.set('server-timing', `gw;dur=${own}, upstream;dur=${upstreamMs.toFixed(2)}`)
  return response
}
