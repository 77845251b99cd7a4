/** One walk over many channels, a few at a time, by one process at a time. */
import { setTimeout as rest } from 'node:timers/promises'
import { GatewayError } from '../../domain/errors/gateway-error'
import { acquireLease, type Lease } from '../leases'
import type { ServiceDeps } from '../service-deps'

/** A walk under way. An object, so that waiting for its start does not wait for its end. */
export interface Sweep<Summary> {
  readonly finished: Promise<Summary>
  /** Of what has been visited by now. */
  readonly soFar: () => Summary
}

/** Given by a caller that waits for the sweep. */
export interface SweepWatch {
  /** Ends it between two channels; a question under way is not waited for. */
  readonly signal?: AbortSignal
  readonly progress?: (done: number, total: number) => void
}

export interface SweepPlan<Summary> {
  /** Two walks of one name exclude each other. */
  readonly name: string
  readonly channelIds: () => Promise<readonly number[]>
  readonly visit: (channelId: number) => Promise<void>
  /** How many are queried side by side; one by one when absent. */
  readonly atOnce?: number
  /** What a second walk is refused with. */
  readonly running?: 'channel.test_running' | 'channel.walk_running'
  readonly summary: () => Summary
  readonly watch?: SweepWatch | undefined
}

/** Throws `channel.test_running`, or as planned, when such a walk is under way anywhere. */
export async function beginSweep<Summary>(
  deps: ServiceDeps,
  plan: SweepPlan<Summary>,
): Promise<Sweep<Summary>> {
  const lease = await acquireLease(deps, { name: plan.name, everyMs: 0 })
  if (lease === undefined) throw new GatewayError(plan.running ?? 'channel.test_running')
  const finished = walk(deps, plan, lease)
  deps.background?.run(plan.name, finished)
  return { finished, soFar: plan.summary }
}

async function walk<Summary>(
  deps: ServiceDeps,
  plan: SweepPlan<Summary>,
  lease: Lease,
): Promise<Summary> {
  const { signal: ending, progress } = plan.watch ?? {}
  const signal = ending ?? deps.background?.signal
  const pauseMs = deps.channelPorts?.pauseMs ?? 0
  try {
    const ids = await plan.channelIds()
    const { atOnce = 1 } = plan
    for (let done = 0; done < ids.length; done += atOnce) {
      progress?.(done, ids.length)
      if (signal?.aborted || !(await lease.extend())) break
      const some = ids.slice(done, done + atOnce)
      await endOrAbort(
        lease.within(async () => {
          await Promise.all(some.map(plan.visit))
        }),
        ending,
      )
      if (pauseMs > 0) await rest(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    await lease.release()
  }
  return plan.summary()
}

async function endOrAbort(visit: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await visit
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort)
  // After an abort nobody is there to learn of its failure.
  visit.catch(() => undefined)
  await Promise.race([visit, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}

/** An admin's request waits this long for the end; then the sweep goes on without it. */
const SHORT_SWEEP_MS = 20_000

/** Waits for the end of a short sweep, and not for that of a long one; whether it has ended. */
export async function endOf(sweep: Sweep<unknown>): Promise<boolean> {
  const ending = new AbortController()
  const late = rest(SHORT_SWEEP_MS, false, { signal: ending.signal }).catch(() => false)
  const end = sweep.finished.then(() => true)
  return await Promise.race([end, late]).finally(() => ending.abort())
}
