/** What a request asks for, as an address that can be read. */
import { GatewayError } from '../domain/errors/gateway-error'

/** Clients of HTTP/1.0 need not name a host. */
const UNNAMED = 'http://localhost'

/** Throws `request.bad_address`: a host that is none, or a target for another kind of proxy. */
export function requestAddress({ url, headers }: Request): URL {
  const address = URL.parse(url) ?? (headers.get('host') ? null : URL.parse(url, UNNAMED))
  // `CONNECT host:22` parses, too: as a scheme.
  if (address?.protocol.startsWith('http')) return address
  throw new GatewayError('request.bad_address')
}
