/** What one try at a channel needs of the relay, from its answer's first byte to its bill. */

import type { Usage } from '../../domain/money/usage'
import { monotonicMs } from '../../domain/time-source'
import { PROTOCOL_CODECS } from '../formats/protocols'
import type { StreamWriter } from '../formats/protocols/protocol'
import type { Exchange, Upstream } from '../net/upstream'
import type { Clock } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import type { AttemptPorts } from './attempt'
import { idleLimitMs } from './billing/reasoning'
import { type Outcome, settleCall } from './billing/settle'
import type { Call } from './call'
import { answerContext, errorFrame, readAnswer, readLarge } from './deliver'
import type { Encoding } from './encode/encode'
import type { Relay } from './relay'
import type { ClientAnswer, LargeAnswer } from './stream/answer'
import { AnswerMemory } from './stream/answer-memory'
import { StreamDelivery } from './stream/stream-delivery'
import type { StreamPipe } from './stream/stream-pipe'

/** A class, because every try makes one: its methods cost nothing, and closures would. */
export class TryPorts implements AttemptPorts {
  readonly upstream: Upstream
  readonly drainLimitMs: number
  readonly openingLimitMs: number
  readonly answerLimitMs: number
  readonly idleMs: number
  readonly clock: Clock
  readonly #relay: Relay
  readonly #call: Call
  readonly #encoding: Encoding

  constructor(relay: Relay, call: Call, encoding: Encoding) {
    this.upstream = relay.upstream
    this.drainLimitMs = relay.drainLimitMs
    this.openingLimitMs = relay.openingLimitMs
    this.answerLimitMs = relay.answerLimitMs
    this.idleMs = idleLimitMs(relay, call.facts, encoding.upstreamCall.channel)
    this.clock = relay.clock
    this.#relay = relay
    this.#call = call
    this.#encoding = encoding
  }

  readAnswer(text: Buffer, json: JsonObject): ClientAnswer {
    return readAnswer(this.#relay, this.#call, { text, json, encoding: this.#encoding })
  }

  readLarge(pieces: readonly Uint8Array[], billed: Usage | undefined): Promise<LargeAnswer> {
    return readLarge(this.#relay, this.#call, { pieces, encoding: this.#encoding, billed })
  }

  answerMemory(): AnswerMemory {
    return new AnswerMemory(this.#relay.budget.open(this.#call.facts.user.id))
  }

  endsAsLength(): boolean {
    return this.#relay.directory.settings().endsSpentAsLength
  }

  streamWriter(): StreamWriter {
    const codec = PROTOCOL_CODECS[this.#call.facts.protocol]
    const [relay, call] = [this.#relay, this.#call]
    const writer = codec.streamWriter(answerContext(relay, call))
    return call.stored?.writing(writer) ?? writer
  }

  deliver(pipe: StreamPipe, exchange: () => Exchange): StreamDelivery {
    const [relay, call] = [this.#relay, this.#call]
    const { drainLimitMs, clientIdleMs, clock } = relay
    // Noted here: a short answer is settled before this attempt even returns.
    call.firstByteMs = Math.round(monotonicMs(clock) - call.facts.beganMs)
    call.facts.overhead?.begins()
    relay.events.firstByte.emit(call, undefined)
    return new StreamDelivery(call, pipe, {
      exchange,
      policy: this.#encoding.upstreamCall.channel.cutPolicy,
      ledger: relay.ledger,
      directory: relay.directory,
      endsAsLength: () => this.endsAsLength(),
      reasons: relay.reasoning.isExpected(call.facts),
      settle: (outcome) => settleStream(relay, call, outcome),
      errorFrame: (error, sent) => errorFrame(call, error, sent),
      drainLimitMs,
      clientIdleMs,
      clock,
      streams: relay.streams,
      ending: call.facts.ending,
    })
  }
}

/** The bill, and whose it is what the upstream keeps, before the last frames leave. */
async function settleStream(relay: Relay, call: Call, outcome: Outcome) {
  const { vendorObject } = call
  if (vendorObject === undefined) return await settleCall(relay.settlePorts, call, outcome)
  const written = vendorObject.written()
  // It goes on without its client, and is billed when its end is seen.
  const goesOn = vendorObject.isJob && !outcome.isWhole
  const billed = goesOn ? outcome.usage : await settleCall(relay.settlePorts, call, outcome)
  await written
  if (!goesOn) await vendorObject.settled()
  return billed
}
