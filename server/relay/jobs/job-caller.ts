/** What every act on drawings and songs has: who acts, and by which request. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { JobFamily } from '../../domain/jobs/families'
import type { Asker } from '../call/admission/enter'
import type { Relay } from '../call/relay'
import type { StoredJob } from '../ports/jobs'

export interface JobCaller {
  readonly requestId: string
  readonly ip: string
  readonly entered: Asker
  /** Where the visitor has reached the site. */
  readonly origin: string
}

/** The visitor's own. Throws `job.not_found`. */
export async function ownJob(
  { jobs }: Pick<Relay, 'jobs'>,
  { entered }: JobCaller,
  { id, family }: { readonly id: string; readonly family: JobFamily },
): Promise<StoredJob> {
  const found = await jobs.find(entered.caller.user.id, [id])
  const job = found.find((one) => one.family === family)
  if (job === undefined) throw new GatewayError('job.not_found', { id: id.slice(0, 80) })
  return job
}

/** Longer requests are not stored, and cannot be tried again by themselves. */
const MOST_KEPT_CHARACTERS = 64 * 1024

/** What a job keeps of its request, so that it can be tried again. */
export function storedOrder<Wish extends object>(order: Wish): { readonly order?: Wish } {
  return JSON.stringify(order).length <= MOST_KEPT_CHARACTERS ? { order } : {}
}
