/** Why an upstream did not become a socket. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ChannelApi } from '../call/channel/chosen-api'
import { failuresOf } from '../call/upstream-failure'
import { exchange } from '../net/exchange'
import type { Upstream } from '../net/upstream'
import type { SocketRequest } from '../net/upstream-socket'

const MOST_REASON_BYTES = 64 * 1024
/** What a plain request for a socket may be refused for being plain. */
const ABOUT_UPGRADES: ReadonlySet<number> = new Set([400, 404, 405, 426])

/** A socket that is refused does not tell why; the same address says it to a plain request. */
export async function refusalOf(
  upstream: Upstream,
  { protocols: _, ...request }: SocketRequest,
  { api, error }: { readonly api: ChannelApi; readonly error: unknown },
): Promise<unknown> {
  if (!(error instanceof GatewayError) || error.id !== 'upstream.unreachable') return error
  try {
    const plain = { ...request, method: 'GET', body: null } as const
    const { status, text, headers } = await exchange(upstream, plain, MOST_REASON_BYTES)
    if (status < 400 || ABOUT_UPGRADES.has(status)) return error
    const facts = api.dialect.readError(status, text, headers)
    return failuresOf(api.channel, headers)(status, facts, true)
  } catch {
    return error
  }
}
