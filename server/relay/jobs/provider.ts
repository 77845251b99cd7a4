/**
 * A provider of jobs, as one declarative module: how it is called, how its answers read, and what
 * its work is measured in. It decides nothing about money, time or retries; the machine does.
 */
import type { JobFamily } from '../../domain/jobs/families'
import type { JobProviderName } from '../../domain/jobs/providers'
import type { JobEvent } from '../../domain/jobs/states'
import type { Usage } from '../../domain/money/usage'
import type { DrawingApi, ResultLink, StoredJob } from '../ports/jobs'
import type { RelayChannel } from '../ports/ports'
import type { Json, JsonObject } from '../wire/chat'
import type { OrderOf } from './job-order'

/** What is wanted, as the family's routes have read it. */
export interface JobOrder<Family extends JobFamily = JobFamily> {
  readonly action: string
  readonly model: string
  /** Name after model_mapping. */
  readonly upstreamModel: string
  readonly order: OrderOf[Family]
  /** The job that it goes on from: what is remixed, upscaled, extended. */
  readonly origin: StoredJob | undefined
}

/** Where a provider is reached, and by whom. */
export interface JobPlace {
  readonly channel: RelayChannel
  readonly nowMs: number
  /** The job's own address for webhooks; `undefined` while the site has no address of its own. */
  readonly hookUrl: string | undefined
}

export interface FormPart {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

export interface ProviderRequest {
  readonly method: 'POST' | 'GET' | 'DELETE'
  /** Below the channel's address; a whole URL is taken as it is. */
  readonly path: string
  /** Travels as JSON; a map of fields and files as a form. */
  readonly body?: JsonObject | ReadonlyMap<string, string | FormPart>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that is whole but for what shows who sends it. */
export interface UnsignedRequest {
  readonly method: ProviderRequest['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** What an answer says of a job. `event` is the state that it is said to be in. */
export interface Sight {
  readonly event: JobEvent
  /** Per cent; unchanged when absent. */
  readonly progress?: number
  readonly results?: readonly ResultLink[]
  readonly failReason?: string
  /** Length of the video or sound that was made. */
  readonly seconds?: number
  /** What the provider says that it used; it takes the place of what was measured. */
  readonly used?: Partial<Usage>
  /** Its own words, stored for lists; the whole answer when absent. */
  readonly told?: Json
  readonly drawing?: DrawingApi
}

/** The answer to a submission that was taken on. */
export interface Accepted extends Partial<Sight> {
  readonly id: string
  /** What has to be known to poll it, besides its id. */
  readonly keep?: JsonObject
}

/** Why an answer with status 200 is a refusal. */
export interface ProviderFailure {
  readonly message: string
  readonly code?: string
  /** As which HTTP status it is to be treated; 400 when absent. */
  readonly status?: number
}

/** One question per job, or one for many of a channel. */
export type JobPoll =
  | {
      readonly kind: 'one'
      readonly ask: (job: StoredJob, place: JobPlace) => ProviderRequest
      readonly read: (answer: JsonObject, job: StoredJob) => Sight
      /** In base64: what an answer holds itself, for results from `answer`. */
      readonly inlined?: (answer: JsonObject, index: number) => string | undefined
    }
  | {
      readonly kind: 'many'
      readonly atMost: number
      readonly ask: (jobs: readonly StoredJob[], place: JobPlace) => ProviderRequest
      /** By the provider's id. What is missing in it is missing there. */
      readonly read: (answer: Json) => ReadonlyMap<string, Sight>
    }

export interface JobProvider<Family extends JobFamily = JobFamily> {
  readonly name: JobProviderName
  /** What it can do; an action that is absent is refused before anything is held. */
  readonly actions: readonly string[]
  // Methods, so that providers of every family fit one list.
  /** Throws `request.invalid` for a request that it cannot serve. */
  submit(order: JobOrder<Family>, place: JobPlace): ProviderRequest
  /** `undefined` for an answer that names no job. */
  accepted(answer: JsonObject, order: JobOrder<Family>): Accepted | undefined
  /** How many billing units the request is, before it is submitted. Throws `request.invalid`. */
  measure(order: JobOrder<Family>): Partial<Usage>
  readonly poll: JobPoll
  /** Takes no addresses of pictures: they are fetched and sent along. */
  readonly inlinesPictures?: true
  /** Where results lie that are `located`; the address is good for a while. */
  readonly locate?: {
    readonly ask: (name: string) => ProviderRequest
    readonly read: (answer: JsonObject) => string | undefined
  }
  readonly cancel?: (job: StoredJob, place: JobPlace) => ProviderRequest
  /** Makes the provider forget what it has made. */
  readonly remove?: (job: StoredJob, place: JobPlace) => ProviderRequest
  /** What an answer with status 200 says when it is a refusal. */
  readonly failureIn?: (answer: JsonObject) => ProviderFailure | undefined
  /** Headers that show who asks, where neither the key nor the type's vendor says it. */
  readonly authorize?: (
    request: UnsignedRequest,
    place: JobPlace,
  ) => Readonly<Record<string, string>>
}
