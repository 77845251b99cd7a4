import { liveEndpoints } from '../../domain/endpoints/live'
import { MOST_READS, readEndpoints } from '../../domain/endpoints/read'
import { GatewayError } from '../../domain/errors/gateway-error'
import { handlers } from '../handlers'
import { readStream } from '../read-stream'

const LIVE = liveEndpoints.filter((row) => 'isLive' in row).map(({ path }) => path)

/** With or without a query, and a last slash. */
function isLive(address: string): boolean {
  const [path = ''] = address.split('?')
  return LIVE.some((row) => row === path || row === `${path}/`)
}

export const readRoutes = handlers(readEndpoints, {
  'read.stream': async ({ query: { calls, follow = false }, reads, viewer, request }) => {
    const addresses = calls.split(' ').filter((address) => address !== '')
    if (addresses.length > MOST_READS || !addresses.every((one) => one.startsWith('/api/'))) {
      throw new GatewayError('value.invalid', { field: 'calls', reason: 'reason.not_allowed' })
    }
    if (follow && viewer === undefined) throw new GatewayError('session.missing')
    const accepted = request.headers.get('accept-encoding') ?? ''
    return readStream({ reads, addresses, isLive, follow, accepted })
  },
})
