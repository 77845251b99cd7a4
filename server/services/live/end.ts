import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { livePort } from './show'

/**
 * Ends a call in flight: its client gets an error, and pays for what has come of the answer. Throws
 * `call.not_found` and `user.outranked`.
 */
export async function endLiveCall(deps: ServiceDeps, actor: Actor, id: string): Promise<void> {
  const { id: actorId, role } = actor
  const outcome = await livePort(deps).end({ id, actorId, role })
  if (outcome.kind === 'unknown') throw new GatewayError('call.not_found', { call: id })
  if (outcome.kind === 'outranked') throw new GatewayError('user.outranked')
  const { username, model } = outcome
  await transact(deps, actor, async (work) => {
    await recordAudit(work, {
      action: 'call.end',
      target: `call:${id}`,
      after: { username, model },
    })
  })
}
