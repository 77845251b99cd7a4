import type { Endpoint } from '../../domain/endpoints/endpoint'
import type { ApiEdge } from '../api-edge'
import { requestAddress } from '../request-address'

/** Throws `bot_check.*` for an action that a program might be behind. */
export async function requireHuman(
  edge: ApiEdge,
  endpoint: Endpoint,
  { request, ip }: { readonly request: Request; readonly ip: string },
): Promise<void> {
  if (endpoint.botCheck !== true || !edge.options().TurnstileCheckEnabled) return
  const token = requestAddress(request).searchParams.get('turnstile')?.trim() ?? ''
  await edge.services.botCheck.require({ token, ip })
}
