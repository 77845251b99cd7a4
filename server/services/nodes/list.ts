import { listNodes } from '../../../db/tables/nodes'
import type { NodeJson } from '../../domain/endpoints/node'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'

/** Those that serve this database, the longest running first. */
export async function listServingNodes({ db, clock }: ServiceDeps): Promise<readonly NodeJson[]> {
  const rows = await listNodes(db, clock.nowMs())
  return rows.map(({ cpu_permille, started_at, beat_at, draining, ...row }) => ({
    ...row,
    draining: draining === 1,
    cpu_percent: cpu_permille / 10,
    started_at: Math.floor(started_at / 1000),
    seen_at: Math.floor(beat_at / 1000),
  }))
}

/** By its id, or by how that begins. Throws `node.not_found`. */
export async function showNode(deps: ServiceDeps, wanted: string): Promise<NodeJson> {
  const found = (await listServingNodes(deps)).filter(({ id }) => id.startsWith(wanted))
  const [node] = found.filter(({ id }) => found.length === 1 || id === wanted)
  if (wanted === '' || node === undefined)
    throw new GatewayError('node.not_found', { node: wanted })
  return node
}
