/** One client request on its way through the relay: what is fixed, and what attempts add. */

import { GatewayError } from '../../domain/errors/gateway-error'
import type { Reservation } from '../../domain/ledger/orders'
import type { Limit, LimitUsage } from '../../domain/limits/limit'
import type { FailedTry } from '../../domain/logs/call-attempts'
import type { Concession } from '../formats/dialects/dialect'
import { OPERATION_ROWS } from '../formats/operations'
import type { PricingFacts } from '../formats/operations/operation'
import type { StreamWriter } from '../formats/protocols/protocol'
import type { UpstreamHeaders } from '../net/upstream'
import type { RelayChannel } from '../ports/ports'
import type { Loss } from '../wire/chat'
import { estimateBytes, estimateText } from './billing/estimate-tokens'
import type { Bodies } from './bodies/bodies'
import type { CallFacts } from './call-facts'
import type { ChosenApi } from './channel/chosen-api'
import type { VendorObject } from './vendor-objects/vendor-object'

type TimeSpan = readonly [fromMs: number, toMs: number]

/** An answer that is stored here for its user, on its way to the client. */
export interface StoredReply {
  readonly losses: (all: readonly Loss[]) => readonly Loss[]
  readonly observe: (frames: Buffer) => void
  readonly take: (sent: Uint8Array | string) => void
  readonly writing: (writer: StreamWriter) => StreamWriter
}

const noTokens = () => 0

export class Call {
  facts: CallFacts
  /** What was held at first; `undefined` for operations that cost nothing. */
  reservation: Reservation | undefined
  /** Tokens that the prompt is held for. */
  promptTokens = 0
  /** The tokenizer has said so, and no estimate says more again. */
  isPromptCounted = false
  /** The hold pays for the longest answer that was requested. */
  isHeldWhole = false
  /** The hold is a guess: it does not grow, and all that is written is owed. */
  isEstimated = false
  /** Tokens an answer may have, when the balance affords less than was requested. */
  outputLimit: number | undefined
  /** Of token, user and group; `undefined` for none. */
  limits: readonly Limit[] | undefined
  /** Of the channel that its hold is counted at. */
  channelLimits: readonly Limit[] | undefined
  /** Tokens that its limits let it have; `undefined` where none counts them. */
  heldTokens: number | undefined
  /** Tokens of prompt and answer that it is begun with. */
  plannedTokens = 0
  /** How limits of requests and tokens stood when it began. */
  limitUsages: readonly LimitUsage[] | undefined
  /** The answer goes to the client as it comes. */
  isStreamed = false
  /** Why the gateway ended the call, when it did. */
  ended: GatewayError | undefined
  readonly tried: number[] = []
  readonly triedSet = new Set<number>()
  /** Tries that failed, in their order; `undefined` while there is none. */
  failed: FailedTry[] | undefined
  /** Channels with the key that they were tried with, where they have several. */
  triedKeys: Set<string> | undefined
  /** What the calls of its conversation have in common, when that decides where it goes. */
  affinity: number | undefined | 'not-looked-up'
  /** The client's, until the call has found its channel. */
  headers: Headers | undefined
  /** The model that the client requested, once another one answers in its place. */
  fallbackOf: string | undefined
  /** Likewise, where a used-up plan has named the other. */
  cheaperThan: string | undefined
  /** Addresses of other gateways whose own channels have all failed; `undefined` while none has. */
  exhausted: Set<string> | undefined
  channel: RelayChannel | undefined
  upstreamModel: string
  /** The channel's upstream has been called: from here on its work may be owed. */
  isSent = false
  /** The prompt by the tokenizer, where a channel with a limit asked for it. */
  inputTokens: number | undefined
  /** The highest limit of the channels that were passed over because of it. */
  inputLimit: number | undefined
  losses: readonly Loss[] = []
  /** What an upstream has refused, and is called without; `undefined` for nothing. */
  concessions: ReadonlySet<Concession> | undefined
  chosenApi: ChosenApi | undefined
  /** How hard the model's name asks it to think, which wins over the body's word. */
  effortInName: string | undefined
  /** Its answer is stored here, because no upstream keeps it. */
  stored: StoredReply | undefined
  /** The upstream keeps its answer, for the user to come back to. */
  vendorObject: VendorObject | undefined
  /** Headers of the channel's answer, once it has begun. */
  upstreamHeaders: UpstreamHeaders | undefined
  /** Milliseconds from the start to the first byte of the answer; `undefined` before it. */
  firstByteMs: number | undefined
  /** Where it stands among the running calls. */
  place = -1
  /** Tokens of output so far, roughly, while its answer streams. */
  outputTokens: () => number = noTokens
  #stop: ((error: GatewayError) => void) | undefined
  readonly bodies: Bodies

  constructor(facts: CallFacts, bodies: Bodies) {
    this.facts = facts
    this.upstreamModel = facts.query.model
    this.bodies = bodies
  }

  /** Cheap and never far too low: for reservations and for numbers needed before usage. */
  estimatePromptTokens(): number {
    const { query, operation } = this.facts
    const { tokensOfBytes = estimateBytes } = OPERATION_ROWS[operation]
    return tokensOfBytes(query.bytes.length)
  }

  /** Whether its prompt is short enough for a channel with a limit. */
  fitsInput(most: number): boolean {
    if ((this.inputTokens ?? this.estimatePromptTokens()) <= most) return true
    this.inputLimit = Math.max(this.inputLimit ?? 0, most)
    return false
  }

  /**
   * For billing when the upstream reported no usage. A body that only the upstream understands
   * cannot be counted, but what it has answered is owed all the same.
   */
  async countPrompt(): Promise<number> {
    try {
      return await this.countPromptTokens()
    } catch (error) {
      if (error instanceof GatewayError) return this.estimatePromptTokens()
      throw error
    }
  }

  /** Replaces a generous estimate before somebody is cut for it. */
  async countHeldPrompt(): Promise<void> {
    if (this.isPromptCounted) return
    this.isPromptCounted = true
    this.promptTokens = Math.min(this.promptTokens, await this.countPrompt())
  }

  /** Who has to stop when the gateway ends the call; the newest is called. */
  onEnd(stop: (error: GatewayError) => void): void {
    this.#stop = stop
    if (this.ended !== undefined) stop(this.ended)
  }

  /** Ends a running call: its token, its user or this process came to an end. */
  end(error: GatewayError): void {
    if (this.ended !== undefined) return
    this.ended = error
    this.#stop?.(error)
  }

  /** Exact, by the tokenizer. Throws `request.invalid` for what our protocols do not know. */
  countPromptTokens(): Promise<number> {
    return this.bodies.countTokens(this.facts)
  }

  /** By the tokenizer; estimated when its thread died of the text. */
  async countText(text: string): Promise<number> {
    try {
      return await this.bodies.countText(text, this.facts)
    } catch (error) {
      if (error instanceof GatewayError) return estimateText(text)
      throw error
    }
  }

  /** What of the request its price depends on. */
  pricingFacts(): PricingFacts {
    const { query, price } = this.facts
    const { form } = query
    return {
      price,
      choices: query.choices,
      note: (name) => query.notes?.[name],
      recording: form?.recording?.duration(form.fileSize),
    }
  }

  /** For the trace of the call; both times are of the monotonic clock. */
  noteFailed(channel: RelayChannel, error: GatewayError, [fromMs, toMs]: TimeSpan): void {
    this.failed ??= []
    this.failed.push({
      channel,
      atMs: fromMs - this.facts.beganMs,
      tookMs: toMs - fromMs,
      error,
    })
  }

  begin(channel: RelayChannel): void {
    this.channel = channel
    this.tried.push(channel.id)
    this.triedSet.add(channel.id)
    this.losses = []
    this.effortInName = undefined
    this.vendorObject = undefined
    this.upstreamHeaders = undefined
    this.isSent = false
    this.upstreamModel = channel.mapModel(this.facts.query.model) ?? this.facts.query.model
  }

  /** The body keeps the name that the client wrote. */
  unmap(): void {
    this.upstreamModel = this.facts.query.model
  }

  get isMapped(): boolean {
    return this.upstreamModel !== this.facts.query.model
  }
}
