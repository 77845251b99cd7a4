import { hostname } from 'node:os'
import { listNodes } from '../../../db/tables/nodes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { AUDIT_LINKS, extendAuditChain } from '../audit/chain'
import { recordAudit } from '../audit/record'
import { acquireLease } from '../leases'
import type { SealerOptions } from '../seal'
import { addKeyToFile } from '../seal-key-file'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { type Resealed, resealAll } from './reseal'

export interface Rotation extends Resealed {
  /** Of the present key. */
  readonly key: string
  /** Of those that open older backups, the latest first. */
  readonly former: readonly string[]
  /** Epoch seconds; backups of before need one of the former keys. */
  readonly rotated_at: number
}

/**
 * Seals everything anew. A key file gets a new key first, unless an earlier rotation, or an older
 * backup that was put back, has left texts under a former key: then only those are done.
 * Throws `secret.key_elsewhere` where nothing is to be done before its owner names a new key, and
 * `secret.key_shared` where the file of another machine would have to be changed too.
 */
export async function rotateSecrets(
  deps: ServiceDeps,
  actor: Actor,
  place: SealerOptions,
): Promise<Rotation> {
  let done = await resealAll(deps)
  if (done.resealed === 0) {
    if (place.envKey) throw new GatewayError('secret.key_elsewhere')
    await requireOneMachine(deps)
    addKeyToFile(place.dataDir)
    done = await resealAll(deps)
  }
  // What was sealed meanwhile by a process that had not seen the key yet.
  for (let more = done; more.resealed > 0; ) {
    more = await resealAll(deps)
    done = { resealed: done.resealed + more.resealed, unreadable: more.unreadable }
  }
  const { sealer, clock } = deps
  const [key = '', ...former] = sealer.keyIds
  const rotated_at = Math.floor(clock.nowMs() / 1000)
  await transact(deps, actor, (work) =>
    recordAudit(work, {
      action: 'secret.rotate',
      target: `secret:${key}`,
      after: { resealed: done.resealed, unreadable: done.unreadable },
    }),
  )
  await linkNow(deps)
  return { key, former, rotated_at, ...done }
}

async function requireOneMachine({ db, clock }: ServiceDeps): Promise<void> {
  const nodes = await listNodes(db, clock.nowMs())
  const other = nodes.find(({ is_alive, host }) => is_alive && host.split(':')[0] !== hostname())
  if (other !== undefined) throw new GatewayError('secret.key_shared', { host: other.host })
}

/** What was linked under a former key is safe once a link under the present one follows. */
async function linkNow(deps: ServiceDeps): Promise<void> {
  const lease = await acquireLease(deps, { name: AUDIT_LINKS, everyMs: 0 })
  if (lease === undefined) return
  try {
    await extendAuditChain(deps)
  } finally {
    await lease.release()
  }
}
