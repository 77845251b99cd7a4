/** What a client asks a job for, whatever its family. */
import type { JobFamily } from '../../domain/jobs/families'
import type { Asker } from '../call/admission/enter'
import type { DrawingApi, StoredJob } from '../ports/jobs'
import type { RelayChannel } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import type { OrderOf } from './job-order'
import type { JobProvider } from './provider'

/** A provider may look at pictures before it answers. */
export const SUBMIT_LIMIT_MS = 180_000

export interface JobRequest<Family extends JobFamily = JobFamily> {
  readonly entered: Asker
  readonly requestId: string
  readonly ip: string
  readonly family: Family
  readonly action: string
  readonly model: string
  readonly order: OrderOf[Family]
  /** What is read for words that are not wanted. */
  readonly prompt: string
  /** Number of results wanted from one job. */
  readonly count: number
  /** Stored with the job, next to the prompt. */
  readonly asked: JsonObject
  /** Where the user wants to be notified of the end; "" for nowhere. */
  readonly notify: string
  readonly origin?: StoredJob | undefined
  /** What is seen of a drawing from the beginning. */
  readonly drawing?: DrawingApi
}

/** Where a job goes. */
export interface Chosen {
  readonly channel: RelayChannel
  readonly provider: JobProvider
}
