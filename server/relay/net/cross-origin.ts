/** What scripts of other origins may do with the relay, and read of its answers. */

/** Names what could not be sent to the upstream, so that nothing is dropped silently. */
export const UNTRANSLATED_HEADER = 'x-gw-untranslated'
/** Says that a token count is not the vendor's own. */
export const COUNTED_BY_HEADER = 'x-gw-counted-by'

/** Milliseconds that the gateway itself took of a call. */
export const OVERHEAD_HEADER = 'x-gw-overhead-ms'

/** By name for old browsers; the star adds what upstreams say of their limits. */
const EXPOSED_HEADERS = [
  'x-oneapi-request-id',
  'x-request-id',
  'request-id',
  UNTRANSLATED_HEADER,
  COUNTED_BY_HEADER,
  OVERHEAD_HEADER,
  'server-timing',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  '*',
]

/** No credentials flag: it would be wrong with a wildcard, and tokens travel in headers. */
export const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
} as const
