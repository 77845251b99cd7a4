/**
 * What the relay needs from the rest of the product. Services implement these; the relay
 * never sees a database. Everything on the hot path is synchronous except the ledger.
 */

import type { Banned } from '../../domain/accounts/bans'
import type { ClientId } from '../../domain/calls/clients'
import type { Fidelity } from '../../domain/calls/fidelity'
import type { Operation, ProtocolName } from '../../domain/calls/protocol'
import type { ChannelTypeRow } from '../../domain/channel-types/channel-type'
import type { ChannelGap } from '../../domain/channels/gaps'
import type { KeyMode } from '../../domain/channels/keys'
import type { GatewayError } from '../../domain/errors/gateway-error'
import type { ProgramLanguage } from '../../domain/i18n/translate'
import type {
  AccountEnd,
  ExtendOrder,
  ExtendOutcome,
  MoveOrder,
  MoveOutcome,
  ReserveOrder,
  ReserveOutcome,
  SettleOrder,
} from '../../domain/ledger/orders'
import type { LimitIndex } from '../../domain/limits/limit'
import type { OutputLimits } from '../../domain/models/capabilities'
import type { ModelLengths } from '../../domain/models/model-lengths'
import type { Price } from '../../domain/money/price'
import type { Usage } from '../../domain/money/usage'
import type { OwnedJob } from '../../domain/objects/job'
import type { OwnedKind } from '../../domain/objects/objects'
import type { WordFilter } from '../../domain/text/word-filter'
import type { TimeSource } from '../../domain/time-source'
import type { JsonObject } from '../wire/chat'
import type { CallTrace } from './call-trace'
import type { JobSettings } from './jobs'
import type { RequestLimit } from './request-limits'
import type { BreakerSettings, RoutingSettings } from './route-settings'
import type { TokenHolders, TokenRecord } from './token-record'
import type { VendorSettings } from './vendor-settings'

export interface Directory {
  /** Resolves at once unless a change is being loaded; calls that begin after it see it. */
  readonly settled: () => Promise<void> | undefined
  /**
   * By the bare key, `sk-` already removed. Known callers come at once; `fresh` reads the
   * database again, for when a cached balance says no.
   */
  readonly findCaller: (
    key: string,
    options?: { readonly fresh: boolean },
  ) => Caller | undefined | Promise<Caller | undefined>
  /** Read anew; `undefined` for users that are deleted or never were. */
  readonly findUser: (userId: number) => Promise<UserRecord | undefined>
  /** Whose a token is within an organisation, read anew. */
  readonly holdersOf: (tokenId: number) => Promise<TokenHolders>
  readonly channel: (channelId: number) => RelayChannel | undefined
  /** Tiers of enabled channels for (group, model), highest priority first. */
  readonly abilities: (group: string, model: string) => readonly AbilityTier[]
  /** Whether the group has a channel for the model, even if none that is enabled. */
  readonly hasModel: (group: string, model: string) => boolean
  /** Names that are routable in the group, in stable order. */
  readonly models: (group: string) => readonly string[]
  /** Price of a model for a group, or `undefined` when none is set. */
  readonly price: (model: string, group: string, user: UserRecord) => Price | undefined
  /** Provider name of a model for lists, "custom" when no channel type claims it. */
  readonly modelOwner: (model: string) => string
  readonly modelLengths: (model: string) => ModelLengths
  /** Groups the user's group may use, its own included. */
  /** Why each of these may go on no longer, read anew; `undefined` for those that may. */
  readonly endsOf: (callers: readonly CallerIds[]) => Promise<readonly (AccountEnd | undefined)[]>
  /** Called when a user or a token may have changed, here or in another process. */
  readonly onCallersChanged: (listener: () => void) => void
  /** `undefined` when the site has no limit at all. */
  readonly limits: () => LimitIndex | undefined
  readonly usableGroups: (userGroup: string) => ReadonlySet<string>
  readonly groupExists: (group: string) => boolean
  readonly settings: () => RelaySettings
  readonly vendorSettings: () => VendorSettings
}

/** Options that the pipeline reads per call; a plain frozen object, rebuilt on change. */
export interface RelaySettings {
  readonly retryTimes: number
  readonly preConsumedQuota: number
  readonly outputLimits: OutputLimits
  readonly logConsumeEnabled: boolean
  readonly dataExportEnabled: boolean
  readonly quotaPerUnit: number
  readonly displayInCurrency: boolean
  readonly displayTokenStat: boolean
  /** Credits below which users are warned who set no threshold of their own. */
  readonly quotaRemindThreshold: number
  readonly errorLanguage: ProgramLanguage
  /** Bodies go to upstreams of the client's own protocol exactly as they came. */
  readonly passesThrough: boolean
  /** A stream that nobody can pay further ends as if it had reached its greatest length. */
  readonly endsSpentAsLength: boolean
  /** Holds are estimates and answers are paid whatever remains, as older gateways have it. */
  readonly holdsByEstimate: boolean
  /** Days that answers of Responses are stored here which no vendor stores; 0 for not at all. */
  readonly responseDays: number
  /** `undefined` when users may send as many requests as they like. */
  readonly requestLimit: RequestLimit | undefined
  /** Words that refuse a prompt; `undefined` when prompts are not checked. */
  readonly sensitiveWords: SensitiveWords | undefined
  readonly jobs: JobSettings
  /** When what fails cools down for a while; `undefined` where it never is. */
  readonly breaker: BreakerSettings | undefined
  /** Models that answer in the place of others; `undefined` where none does. */
  readonly fallbacks: Readonly<Record<string, readonly string[]>> | undefined
  /** Credits that the prompts of one request's tries may cost; 0 for no limit. */
  readonly retryCreditLimit: number
  /** How calls are spread otherwise than by weight; `undefined` where they are not. */
  readonly routing: RoutingSettings | undefined
}

/** The search for small bodies, and the list for threads, which make their own. */
export interface SensitiveWords {
  readonly contains: WordFilter
  readonly list: readonly string[]
}

export interface CallerIds {
  readonly userId: number
  /** `undefined` for the playground. */
  readonly tokenId: number | undefined
}

/** Who is calling: a token and the user it belongs to. */
export interface Caller {
  readonly token: TokenRecord
  readonly user: UserRecord
}

export interface UserRecord extends Banned {
  readonly id: number
  readonly username: string
  readonly role: number
  readonly group: string
  readonly acceptsUnpricedModels: boolean
  /** Credits below which the user wants to be warned; `undefined` for what the option says. */
  readonly quotaWarningThreshold: number | undefined
  readonly quota: () => number
  readonly usedQuota: () => number
}

export interface AbilityTier {
  readonly priority: number
  readonly channels: readonly RelayChannel[]
}

export type CutPolicy = 'partial' | 'drain' | 'refund'

/** An upstream account, parsed once when the snapshot is built. */
export interface RelayChannel {
  readonly id: number
  readonly name: string
  readonly type: ChannelTypeRow
  readonly status: number
  readonly key: string
  /** Without a trailing slash; the type's default when the channel has none. */
  readonly baseUrl: string
  readonly organization: string
  /** Per type: API version, region, account id. */
  readonly other: string
  readonly weight: number
  readonly priority: number
  readonly autoBan: boolean
  /** Mapped name, chains already followed; `undefined` when the model is not mapped. */
  readonly mapModel: (model: string) => string | undefined
  readonly mapStatus: (status: number) => number
  /** Top-level fields written over the upstream body; `undefined` when there are none. */
  readonly paramOverride: JsonObject | undefined
  /** http, https or socks5 URL; "" for a direct connection. */
  readonly proxy: string
  readonly cutPolicy: CutPolicy
  readonly fidelity: Fidelity
  /** Streams to OpenAI clients are decoded and written anew in the standard chunk form. */
  readonly forceFormat: boolean
  /** Streamed reasoning is shown as text between think tags. */
  readonly thinkingToContent: boolean
  /** Clients read the name that the upstream gives a model, where it was mapped. */
  readonly keepUpstreamModel?: boolean | undefined
  /** In addition to those of the site: parts of failures after which it is taken out of use. */
  readonly disableKeywords?: readonly string[] | undefined
  /** Whether private and loopback addresses are allowed (channels that root created). */
  readonly allowPrivate: boolean
  /** What it lacks, so that nothing can be sent to its upstream. */
  readonly gap?: ChannelGap | undefined
  /** Where several keys work: `key` is the first of them, and each call is sent with one. */
  readonly keys?: RelayKeys | undefined
  /** Which of its channel's keys `key` is; absent where the channel has one. */
  readonly keyId?: number | undefined
  /** What its calls are counted under, where the channel has several. */
  readonly keyMark?: string | undefined
  /** Epoch ms: what it rested for before then is forgotten. */
  readonly revivedAtMs?: number | undefined
  /** Longer prompts go to other channels. */
  readonly maxInputTokens?: number | undefined
  /** What the operator pays, against the list price; 1 when nothing is known. */
  readonly costRatio?: number | undefined
  /** How long a stream may take to begin before another channel is tried. */
  readonly firstByteMs?: number | undefined
  /** How long its upstream may send nothing inside an answer, where that is not as for all. */
  readonly idleMs?: number | undefined
  /** Epoch seconds. */
  readonly createdSeconds?: number | undefined
}

export interface RelayKeys {
  readonly mode: KeyMode
  readonly list: readonly RelayKey[]
}

export interface RelayKey {
  readonly weight: number
  /** The channel as if this were its only key. */
  readonly channel: RelayChannel
}

/** Holds and charges credits; the shapes and every decision are the domain's. */
export interface Ledger {
  /** Takes credits from user and token, all or nothing. */
  readonly reserve: (order: ReserveOrder) => Promise<ReserveOutcome>
  /** Holds more for a call that goes on. */
  readonly extend: (order: ExtendOrder) => Promise<ExtendOutcome>
  /** Counts what a call holds at another channel's limits instead of those of the last one. */
  readonly move: (order: MoveOrder) => Promise<MoveOutcome>
  /**
   * Charges the final amount, gives back the rest, writes log row and counters. Resolves when
   * that is written, or is queued and will be; then the client may see the end of its answer.
   */
  readonly settle: (order: SettleOrder) => Promise<void>
}

/** A call as listeners see it: what is known of it when they are called. */
export interface CallReport {
  readonly facts: {
    readonly requestId: string
    readonly protocol: ProtocolName
    readonly operation: Operation
    readonly query: { readonly model: string; readonly stream: boolean }
    readonly user: UserRecord
    /** `undefined` for the playground. */
    readonly token: TokenRecord | undefined
    readonly group: string
    readonly price: Price
    readonly ip: string
    readonly client: ClientId
    readonly session: string
    readonly startedAtMs: number
    /** The same moment on the monotonic clock, which durations are measured by. */
    readonly beganMs: number
    /** `undefined` where calls are not traced. */
    readonly trace?: CallTrace | undefined
  }
  /** The one that is tried, or was tried last. */
  readonly channel: RelayChannel | undefined
  /** As that channel's upstream calls the model. */
  readonly upstreamModel: string
  /** Ids of the channels tried so far, in their order. */
  readonly tried: readonly number[]
  /** Milliseconds from the start to the first byte of a streamed answer. */
  readonly firstByteMs: number | undefined
}

/** A call that is not over. */
export interface RunningCall extends CallReport {
  /** The channel's upstream has been called. */
  readonly isSent: boolean
  /** Of a stream so far, roughly; 0 where it is not known. */
  readonly outputTokens: () => number
  readonly end: (error: GatewayError) => void
}

export interface AttemptEnd {
  readonly channel: RelayChannel
  /** Until its answer was there, or proved to stream. */
  readonly tookMs: number
  /** `undefined` for an attempt that was answered. */
  readonly error: GatewayError | undefined
}

export interface Settlement {
  readonly usage: Usage
  /** Credits that it comes to; what its payer cannot pay is among them. */
  readonly charge: number
  /** Why there was no answer, or not the whole of it. */
  readonly error: GatewayError | undefined
  /** The gateway's own share, until the answer began; `undefined` where it is not measured. */
  readonly overheadMs: number | undefined
}

/**
 * Called for events of calls, in the order of the methods here. Each returns at once: the call
 * waits for it. Calls that cost nothing (token counts) are reported to none of them; a socket
 * is started once, and settled for each of its answers.
 */
export interface CallListener {
  /** Refused when its caller was known, for want of what the site or the account lacks. */
  readonly refused?: (refusal: Refusal) => void
  /** Refused because its caller is unknown, or may not come in. */
  readonly rejected?: (caller: RejectedRequest) => void
  /** Answered with an error, whatever the reason: refused, failed, or of an unknown caller. */
  readonly failed?: (error: GatewayError) => void
  /** Allowed, priced, and with a channel; nothing is held yet. */
  readonly started?: (call: CallReport) => void
  /** A channel was tried and has answered or failed; not when the call's own end stopped it. */
  readonly attempted?: (call: CallReport, attempt: AttemptEnd) => void
  /** A provider of jobs was called to begin one, and has taken it on or has not. */
  readonly submitted?: (attempt: AttemptEnd) => void
  /** A streamed answer begins. */
  readonly firstByte?: (call: CallReport) => void
  /** What it costs is written; a call without an answer is settled with nothing. */
  readonly settled?: (call: CallReport, settlement: Settlement) => void
}

/** Nothing is known of the caller but where the call came from. */
export interface RejectedRequest {
  /** "" where the connection does not tell. */
  readonly ip: string
  readonly requestId: string
  readonly error: GatewayError
}

/** A call that was refused when its caller was known, before an upstream was called. */
export interface Refusal {
  readonly user: { readonly id: number; readonly username: string }
  /** `undefined` for the playground. */
  readonly token: { readonly id: number; readonly name: string } | undefined
  readonly group: string
  /** "" when the body was not read. */
  readonly model: string
  readonly ip: string
  readonly requestId: string
  readonly error: GatewayError
}

export type Clock = TimeSource

export interface Random {
  /** Uniform in [0, 1). */
  readonly next: () => number
}

/** Something of a user's that an upstream keeps. */
export interface OwnedRow {
  readonly userId: number
  /** As the upstream gave it. */
  readonly id: string
  readonly kind: OwnedKind
  /** `undefined` for the playground. */
  readonly tokenId: number | undefined
  readonly channelId: number
  /** Whether the channel has still the key that made it. */
  readonly keyHash: string
  /** Epoch ms. */
  readonly createdAtMs: number
  /** Epoch ms; 0 for never. */
  readonly expiresAtMs: number
  /** What is still to be billed. */
  readonly job: OwnedJob | undefined
  /** As its client calls the model; absent where that is the upstream's name. */
  readonly model?: string
}

export interface OwnedQuestion {
  readonly userId: number
  readonly kind: OwnedKind
  /** The page begins behind this one of the user's. */
  readonly after: string | undefined
  readonly limit: number
  readonly order: 'asc' | 'desc'
}

/** Whose it is what upstreams keep. Nobody finds what is another user's. */
export interface Owned {
  /** Those of the ids that are the user's, in no order. */
  readonly find: (userId: number, ids: readonly string[]) => Promise<readonly OwnedRow[]>
  readonly page: (question: OwnedQuestion) => Promise<readonly OwnedRow[]>
  /**
   * Resolves when the rows are written, or are queued and will be; it never rejects. With a job the
   * hold of its call becomes the job's in the same transaction.
   */
  readonly keep: (rows: readonly OwnedRow[]) => Promise<void>
  readonly forget: (row: Pick<OwnedRow, 'userId' | 'id'>) => Promise<void>
  /** The job is settled. */
  readonly jobEnded: (row: Pick<OwnedRow, 'userId' | 'id'>) => Promise<void>
  /** Work whose upstream should be polled now, by nobody but this process. */
  readonly claimDue: () => Promise<readonly OwnedRow[]>
  /** Called when there is more of it. */
  readonly onJob: (listener: () => void) => void
  /** When there is more; `undefined` when nothing is owed. */
  readonly nextDueMs: () => Promise<number | undefined>
}
