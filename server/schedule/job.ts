/** Work that the server does by itself, every so often, mostly in one process at a time. */
import type { SweepSettings } from '../configuration'
import type { Services } from '../services/create-services'

export interface JobContext {
  readonly services: Services
  readonly sweeps: SweepSettings
}

/** Whenever the runner looks, in every process and without a lease: for work that is cheap. */
export const EACH_TURN = 'each turn'

export interface Job {
  /** Also the name of its lease, so a new name starts counting anew. */
  readonly name: string
  /** From one beginning to the next; 0 switches the job off. */
  readonly everyMs: typeof EACH_TURN | ((context: JobContext) => number)
  /** Ends on its own; a failure is logged and the next turn comes as usual. */
  readonly run: (context: JobContext) => Promise<unknown>
}

export function defineJob(
  row: Pick<Job, 'name' | 'run'> & { readonly everyMs: number | Job['everyMs'] },
): Job {
  const { everyMs } = row
  return { ...row, everyMs: typeof everyMs === 'number' ? () => everyMs : everyMs }
}
