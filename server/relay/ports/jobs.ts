/** Jobs as the machine knows them, and where it keeps them. */
import type { JobFamily } from '../../domain/jobs/families'
import type { JobState } from '../../domain/jobs/states'
import type { JobTerms } from '../../domain/jobs/terms'
import type { Json, JsonObject } from '../wire/chat'

/** What the operator says of drawing, music and video. */
export interface JobSettings {
  /** Where providers and clients reach this site, without a trailing slash; "" for nowhere. */
  readonly serverAddress: string
  /** How long results can be fetched; 0 for as long as their providers keep them. */
  readonly resultDays: number
  /** How long a signed address of a result can be used. */
  readonly linkMinutes: number
  readonly isDrawingOn: boolean
  readonly isTaskOn: boolean
  /** Clients' own addresses for notices are passed on. */
  readonly passesNotices: boolean
  readonly passesAccountFilter: boolean
  /** Takes `--fast`, `--relax` and `--turbo` out of prompts. */
  readonly clearsModes: boolean
  /** Pictures are shown under this site's own addresses. */
  readonly forwardsPictures: boolean
  /** What follows a drawing needs one that has succeeded. */
  readonly checksOrigin: boolean
}

/** Source of random texts, for ids and webhook addresses that must not be guessed. */
export interface Names {
  readonly text: (length: number, alphabet: string) => string
}

/** A thing that was made. */
export interface ResultLink {
  readonly kind: 'video' | 'image' | 'audio'
  /** An address; a path at the channel, a name to ask for, or a place, as `from` says. */
  readonly url: string
  /**
   * How it is fetched. `open`: its address needs no key. `channel`: from the channel that made it,
   * with its key. `store`: from that vendor's file store, with the same key. `located`: from an
   * address that the channel is asked for first. `answer`: the provider is polled for the job once
   * more, and its answer has the bytes.
   */
  readonly from: 'open' | 'channel' | 'store' | 'located' | 'answer'
}

/** What the provider said last, as far as people and bills want to know it. */
export interface JobSeen {
  readonly results: readonly ResultLink[]
  /** Its own words, for lists and answers that repeat them. */
  readonly told: Json | undefined
  /** How long what was made is, where the provider reports it. */
  readonly seconds?: number
}

export interface StoredJob {
  /** Ours: the one that clients get. */
  readonly id: string
  readonly family: JobFamily
  readonly provider: string
  readonly action: string
  readonly state: JobState
  readonly userId: number
  /** `undefined` for the playground. */
  readonly tokenId: number | undefined
  readonly channelId: number
  readonly keyHash: string
  /** "" before the provider has given it. */
  readonly upstreamId: string
  /** Secret part of its own address for the provider's webhook. */
  readonly hook: string
  /** Where its user wants to be notified of the end; "" for nowhere. */
  readonly notify: string
  /** Per cent. */
  readonly progress: number
  readonly failReason: string
  /** Credits: held, then charged. */
  readonly quota: number
  /** Epoch ms, all of them; 0 for what has not been. */
  readonly createdAtMs: number
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly deadlineMs: number
  readonly expiresAtMs: number
  /** How often the provider was polled. */
  readonly polls: number
  readonly terms: JobTerms
  /** What was requested, as its provider's module wants to find it. */
  readonly asked: JsonObject
  readonly seen: JobSeen
}

/** Columns of a drawing's own row, by their names; nothing of other families. */
export interface DrawingApi {
  readonly code?: number
  readonly prompt?: string
  readonly prompt_en?: string
  readonly description?: string
  readonly state?: string
  readonly start_time?: number
  readonly image_url?: string
  /** JSON. */
  readonly buttons?: string
  readonly properties?: string
}

/** What is written down about a job that has not ended. */
export interface JobNote {
  readonly state: JobState
  readonly progress: number
  readonly seen: JobSeen
  readonly upstreamId?: string
  readonly startedAtMs?: number
  /** The channel that a retry has moved it to; unchanged when absent. */
  readonly channelId?: number
  readonly keyHash?: string
  /** What the provider's module needs to poll it, where it has only learnt it now. */
  readonly asked?: JsonObject
  /** When the provider is polled next, epoch ms; as it was when absent. */
  readonly pollAtMs?: number
  readonly drawing?: DrawingApi
  /** An open job that may have the same name there: this one goes on with it. */
  readonly goesOnFrom?: string
}

export type NewJob = Omit<
  StoredJob,
  'upstreamId' | 'progress' | 'failReason' | 'startedAtMs' | 'endedAtMs' | 'expiresAtMs' | 'polls'
> & {
  /** Taken for lost then, if nothing has been reported about it. */
  readonly lostAtMs: number
  readonly drawing?: DrawingApi
}

export interface JobQuestion {
  readonly userId: number
  readonly family: JobFamily
  /** The page begins behind this one of the user's. */
  readonly after: string | undefined
  readonly limit: number
  readonly order: 'asc' | 'desc'
}

/** A drawing as people see it, and what its program said of it last. */
export interface Drawn {
  readonly row: {
    readonly mj_id: string
    readonly action: string
    readonly prompt: string
    readonly prompt_en: string
    readonly description: string
    readonly state: string
    /** Epoch ms, as the next two. */
    readonly submit_time: number
    readonly start_time: number
    readonly finish_time: number
    readonly image_url: string
    readonly status: string
    readonly progress: string
    readonly fail_reason: string
    /** JSON, as the next one. */
    readonly buttons: string
    readonly properties: string
  }
  readonly answer: JsonObject | undefined
}

/** A song or a video as people see it. */
export interface ShownTask {
  readonly row: {
    readonly task_id: string
    readonly action: string
    readonly status: string
    readonly fail_reason: string
    /** Epoch seconds, as the next two. */
    readonly submit_time: number
    readonly start_time: number
    readonly finish_time: number
    readonly progress: string
  }
  readonly data: Json
}

export interface JobPort {
  /** Written when it resolves: a crash from now on leaves a trace. */
  readonly open: (job: NewJob) => Promise<void>
  /** Deletes one whose provider was never called; its hold has been given back. */
  readonly discard: (job: Pick<StoredJob, 'id' | 'family'>) => Promise<void>
  /**
   * Writes what was reported about a job that has not ended; false when it has, or the provider's
   * id is that of another open job of the channel, which is then in `duplicate`.
   */
  readonly note: (
    job: Pick<StoredJob, 'id' | 'family' | 'channelId'>,
    note: JobNote,
  ) => Promise<'noted' | 'over' | 'duplicate'>
  readonly find: (userId: number, ids: readonly string[]) => Promise<readonly StoredJob[]>
  readonly page: (question: JobQuestion) => Promise<readonly StoredJob[]>
  readonly byId: (id: string) => Promise<StoredJob | undefined>
  /** Those of a family that the provider calls so, and that have not ended. */
  readonly byUpstream: (family: JobFamily, upstreamId: string) => Promise<readonly StoredJob[]>
  /** What people see of the user's own, also when the job itself is forgotten. */
  readonly drawings: (userId: number, ids: readonly string[]) => Promise<readonly Drawn[]>
  readonly tasks: (userId: number, ids: readonly string[]) => Promise<readonly ShownTask[]>
  readonly byHook: (hook: string) => Promise<StoredJob | undefined>
  /** Takes it out of lists; its bill stays. */
  readonly forget: (job: Pick<StoredJob, 'id' | 'family'>) => Promise<void>
  /** Jobs whose providers are due to be polled; claimed, so that no other process polls, too. */
  readonly claimDue: () => Promise<readonly StoredJob[]>
  /** The same for one that a client asks about; `undefined` while its claim is taken. */
  readonly claim: (id: string) => Promise<StoredJob | undefined>
  /** Gives a claim back without news; the job comes due again at that time. */
  readonly rest: (job: Pick<StoredJob, 'id'>, pollAtMs: number) => Promise<void>
  /** Called when a note has changed the time at which a provider is polled next. */
  readonly onJob: (listener: () => void) => void
  readonly nextDueMs: () => Promise<number | undefined>
  /** Ended jobs whose webhooks are due; claimed, so that no other process calls them, too. */
  readonly claimNotices: () => Promise<readonly StoredJob[]>
  readonly notified: (job: Pick<StoredJob, 'id'>, outcome: 'delivered' | 'failed') => Promise<void>
}
