/** What a request asks for, as an address that can be read. */
import { GatewayError } from '../domain/errors/gateway-error'

/** Clients of HTTP/1.0 need not name a host. */
const UNNAMED = 'http://localhost'

/** Throws `request.bad_address`: no host or two of them, or a target for another kind of proxy. */
export function requestAddress({ url, headers }: Request): URL {
  requireOneHost(headers)
  const address = URL.parse(url) ?? (headers.get('host') ? null : URL.parse(url, UNNAMED))
  // `CONNECT host:22` parses, too: as a scheme.
  if (address?.protocol.startsWith('http')) return address
  throw new GatewayError('request.bad_address')
}

/** Two of them (RFC 9112, 3.2) come as one with a comma, which no name has. */
export function requireOneHost(headers: Headers): void {
  if (headers.get('host')?.includes(',')) throw new GatewayError('request.bad_address')
}
