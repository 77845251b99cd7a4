import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Db } from '../../db/db'
import type { Schema } from '../../db/schema'
import type { ValkeyError } from '../../db/valkey/valkey-error'
import type { Clock } from '../clock'
import type { AccountSettings } from '../configuration'
import type { ActingMember } from '../domain/accounts/membership'
import { ROLE } from '../domain/accounts/roles'
import type { Operation } from '../domain/calls/protocol'
import type { GatewayError } from '../domain/errors/gateway-error'
import type { PrintedDocument } from '../domain/invoices/printed'
import type { JobState } from '../domain/jobs/states'
import type { PlanOrder, SourcePlan } from '../domain/prices/sources/plan'
import type { Random } from '../random'
import type { Background } from './background'
import type { ChannelDraft, ChannelNews, ChannelPorts, ChannelTrial } from './channel-ports'
import type { CommandProcesses } from './command-processes'
import type { Limiter, OpenLimiter } from './limiter/limiter'
import type { LivePort } from './live-port'
import type { Sealer } from './seal'

export interface ProbeOutcome {
  readonly ok: boolean
  readonly tookMs: number
  /** Why it failed; what came back when it did not. */
  readonly message: string
  /** What was asked for, when it did not. */
  readonly operation?: Operation
  /** What the failure was, for deciding whether the channel is to blame. */
  readonly error?: GatewayError | undefined
}

/** Sends a tiny request to one channel, whatever its status. `model` "" takes its default. */
export type ProbeChannel = (channelId: number, model: string) => Promise<ProbeOutcome>

/** The same to one that is not stored, or is not stored with that key. */
type ProbeDraft = (draft: ChannelDraft | ChannelTrial, model: string) => Promise<ProbeOutcome>

/** One POST to an address that a user gave; never to a private one, never redirected. */
export type SendWebhook = (request: {
  /** https only. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether what the receiver says beside its status is read; a few kilobytes at most. */
  readonly readsAnswer?: boolean
}) => Promise<{
  readonly status: number
  readonly text?: string
  /** Its header of this name. */
  readonly retryAfter?: string
}>

/** One GET of an address that root has set; never redirected. */
export type ReadReleases = (
  address: string,
) => Promise<{ readonly status: number; readonly text: string }>

/** One request to a payment service, whose address root has set; a POST when there is a body. */
export type CallPaymentService = (request: {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Makes it a DELETE, without a body. */
  readonly isDeletion?: boolean
}) => Promise<PaymentAnswer>

export interface PaymentAnswer {
  readonly status: number
  readonly text: string
  /** By its name in small letters; "" when it is not there. */
  readonly header: (name: string) => string
}

export interface PriceListOrder extends PlanOrder {
  readonly address: string
  /** Whether it may be in the gateway's own network; public hosts are asked over https only. */
  readonly allowPrivate: boolean
  /** What stands in a file, in place of what an address answers. */
  readonly text?: string | undefined
}

/** What a source would change; rejects with `price_source.*` when any of it cannot be read. */
export type ReadPriceList = (order: PriceListOrder) => Promise<SourcePlan>

/** A document as a file to print, made apart from what relays. */
export type PrintPdf = (document: PrintedDocument) => Promise<Uint8Array<ArrayBuffer>>

export interface JobAfter {
  readonly id: string
  readonly state: JobState
}

/** Whoever can ask providers. */
export interface JobActions {
  readonly cancel: (id: string) => Promise<JobAfter>
  readonly retry: (id: string, asking: { requestId: string; ip: string }) => Promise<JobAfter>
}

export interface ServiceDeps {
  readonly db: Db
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
  /** Supplied where a relay runs in this process; without it channels cannot be tested. */
  readonly probe?: ProbeChannel | undefined
  readonly probeDraft?: ProbeDraft | undefined
  /** Other questions to upstreams; without them balances and model lists cannot be read. */
  readonly channelPorts?: ChannelPorts | undefined
  /** Keeps work that outlives its call until it ends; without it the call itself waits. */
  readonly background?: Background | undefined
  /** Supplied by the server, which writes it to its log. */
  readonly warnOfRefusedLogin?: ((facts: Readonly<Record<string, string>>) => void) | undefined
  /** Told what root wants to know, after the commit. */
  readonly notifyRoot?: ((news: ChannelNews) => void) | undefined
  /** Where sign-in, bot checks and mail go; the public hosts when absent. */
  readonly accounts?: AccountSettings | undefined
  /** What is done about single jobs, by whoever can ask their providers. */
  readonly jobActions?: JobActions | undefined
  /** Supplied by the server; without it notices by webhook fail. */
  readonly sendWebhook?: SendWebhook | undefined
  /** Supplied by the server, which knows the calls that run or wait for their settlement. */
  readonly isCallOpen?: ((callId: string) => boolean) | undefined
  /** Supplied by the server: tells how it is and learns what is wanted of it, at once. */
  readonly reportNode?: (() => Promise<void>) | undefined
  /** Supplied by the server: what its processes relay now. */
  readonly live?: LivePort | undefined
  /** Of the program; "" or absent where nobody compares it. */
  readonly version?: string | undefined
  readonly readReleases?: ReadReleases | undefined
  readonly callPaymentService?: CallPaymentService | undefined
  readonly readPriceList?: ReadPriceList | undefined
  readonly printPdf?: PrintPdf | undefined
  readonly openLimiter: OpenLimiter
  /** Why Valkey counts no limits; absent where none is named. */
  readonly valkeyProblem?: (() => ValkeyError | undefined) | undefined
  /** Supplied by the server, which can start the program that it is part of. */
  readonly commands?: CommandProcesses | undefined
  /** Counts passwords typed again by people who are logged in. */
  readonly guesses: Limiter
}

/** Queries, inside a transaction or out of one. */
export type Queries = Kysely<Schema>

export type Transaction = KyselyTransaction<Schema>

/** Who asks. Every change is written to the audit log under this name. */
export interface Actor {
  readonly kind: 'cli' | 'user' | 'system'
  /** 0 unless somebody is signed in, here or where a command was typed. */
  readonly id: number
  readonly name: string
  /** "" for the command line of this machine. */
  readonly ip: string
  /** Mark of the browser, where a call asks for it. */
  readonly device?: string | undefined
  readonly requestId: string
  readonly role: number
  /** Who acts where `id` is an organisation; `name` is that person's. */
  readonly member?: ActingMember | undefined
  /** Of a request that must not be carried out twice. */
  readonly claim?: IdempotencyClaim | undefined
}

export interface IdempotencyClaim {
  readonly userId: number
  /** As the client named it. */
  readonly key: string
  /** What is asked, in full. */
  readonly request: string
  /** Whether it is written, together with what it asks for. */
  isTaken: boolean
}

/**
 * Whoever can open the database file could change any row by hand, so the command line ranks
 * above root: it is how an operator resets root's own password.
 */
export const OPERATOR_ROLE = ROLE.root + 1

export const SYSTEM_ACTOR: Actor = {
  kind: 'system',
  id: 0,
  name: 'system',
  ip: '',
  requestId: '',
  role: OPERATOR_ROLE,
}
