/** What people do about jobs that are under way or have failed. */
import { jobById } from '../../../db/tables/jobs'
import { GatewayError } from '../../domain/errors/gateway-error'
import { invariant } from '../../domain/errors/invariant'
import { JOB_FAMILY_ROWS } from '../../domain/jobs/families'
import { recordAudit } from '../audit/record'
import type { Actor, JobActions, JobAfter, ServiceDeps } from '../service-deps'
import { transact } from '../work'

export interface JobAct {
  /** As clients know it. */
  readonly id: string
  readonly kind: 'drawing' | 'task'
  /** The user it must belong to; any user when absent. */
  readonly userId?: number | undefined
}

/** Throws `drawing.not_found`, `task.not_found`, `job.over` and what the provider says. */
export async function cancelJob(deps: ServiceDeps, actor: Actor, act: JobAct): Promise<JobAfter> {
  await requireJob(deps, act)
  return await audited(deps, actor, {
    act,
    verb: 'cancel',
    after: await actionsOf(deps).cancel(act.id),
  })
}

/** Throws the same, `job.not_failed`, `job.not_kept`, and what submitting a job throws. */
export async function retryJob(deps: ServiceDeps, actor: Actor, act: JobAct): Promise<JobAfter> {
  await requireJob(deps, act)
  const { requestId, ip } = actor
  // A retry is a call of its own in the ledger, whoever asks for it and how often.
  const call = `${requestId}-${deps.random.text(8, 'abcdefghijklmnopqrstuvwxyz0123456789')}`
  const after = await actionsOf(deps).retry(act.id, { requestId: call, ip })
  return await audited(deps, actor, { act, verb: 'retry', after })
}

function actionsOf({ jobActions }: ServiceDeps): JobActions {
  invariant(jobActions !== undefined, 'every process that acts on jobs can ask providers')
  return jobActions
}

async function requireJob({ db }: ServiceDeps, { id, kind, userId }: JobAct): Promise<void> {
  const row = await jobById(db.reader, id)
  const isKind =
    row !== undefined &&
    (JOB_FAMILY_ROWS[row.family].table === 'midjourneys') === (kind === 'drawing')
  if (!isKind || (userId !== undefined && row.user_id !== userId)) {
    throw new GatewayError(`${kind}.not_found`)
  }
}

interface Done {
  readonly act: JobAct
  readonly verb: 'cancel' | 'retry'
  readonly after: JobAfter
}

async function audited(
  deps: ServiceDeps,
  actor: Actor,
  { act: { id, kind }, verb, after }: Done,
): Promise<JobAfter> {
  await transact(deps, actor, (work) =>
    recordAudit(work, {
      action: `${kind}.${verb}`,
      target: `${kind}:${id}`,
      after: { id: after.id, state: after.state },
    }),
  )
  return after
}
