import { setDraining } from '../../../db/tables/nodes'
import type { NodeJson } from '../../domain/endpoints/node'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { showNode } from './list'

export interface DrainInput {
  readonly id: string
  /** Whether it shall take no new work, or shall again. */
  readonly draining: boolean
}

/**
 * The node notices within seconds: it is out of rotation, and begins no background work. Calls
 * that reach it are served all the same. Throws `node.not_found`.
 */
export async function drainNode(
  deps: ServiceDeps,
  actor: Actor,
  { id: wanted, draining }: DrainInput,
): Promise<NodeJson> {
  requireRoot(actor)
  const { id, draining: was } = await showNode(deps, wanted)
  await transact(deps, actor, async (work) => {
    if (!(await setDraining(work.trx, id, draining ? 1 : 0))) {
      throw new GatewayError('node.not_found', { node: id })
    }
    await recordAudit(work, {
      action: draining ? 'node.drain' : 'node.resume',
      target: `node:${id}`,
      before: { draining: was },
      after: { draining },
    })
  })
  await deps.reportNode?.()
  return await showNode(deps, id)
}
