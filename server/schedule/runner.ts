import type { Logger } from '../log'
import type { Lease } from '../services/leases'
import { EACH_TURN, type Job, type JobContext } from './job'

/** How often the runner looks whether something is due. */
const TICK_MS = 10_000
/** Well below the time after which a lease is lost. */
const EXTEND_MS = 120_000

export interface JobRunner {
  readonly start: () => void
  /** Begins what is due and nobody else does; resolves when that has ended. */
  readonly tick: () => Promise<void>
  /** Begins nothing more and waits for what runs. */
  readonly stop: () => Promise<void>
}

export interface JobRunnerParts {
  readonly jobs: readonly Job[]
  readonly context: JobContext
  readonly log: Logger
  /** While an operator wants no new work to begin here. */
  readonly isResting?: () => boolean
}

export function createJobRunner({ jobs, context, log, isResting }: JobRunnerParts): JobRunner {
  const running = new Map<Job, Promise<void>>()
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false

  async function attempt(job: Job): Promise<void> {
    try {
      if (isStopped) return
      if (job.everyMs === EACH_TURN) {
        await job.run(context)
        return
      }
      const everyMs = job.everyMs(context)
      if (everyMs <= 0 || isResting?.() === true) return
      const lease = await context.services.leases.acquire({ name: leaseName(job), everyMs })
      if (lease !== undefined) await hold(lease, () => job.run(context))
    } catch (error) {
      log.error('job failed', { job: job.name, error })
    }
  }

  async function tick(): Promise<void> {
    for (const job of jobs) {
      if (running.has(job)) continue
      running.set(
        job,
        attempt(job).finally(() => running.delete(job)),
      )
    }
    await Promise.all(running.values())
  }

  return {
    tick,
    start() {
      timer ??= setInterval(() => void tick(), TICK_MS)
      timer.unref()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}

export function leaseName({ name }: Pick<Job, 'name'>): string {
  return `job ${name}`
}

/** Keeps the lease for as long as the work takes, and no longer; without it nothing is written. */
export async function hold(lease: Lease, run: () => Promise<unknown>): Promise<void> {
  const heartbeat = setInterval(() => void lease.extend().catch(() => undefined), EXTEND_MS)
  heartbeat.unref()
  try {
    await lease.within(run)
  } finally {
    clearInterval(heartbeat)
    await lease.release()
  }
}
